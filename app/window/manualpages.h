// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/format.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

class QUrl;
class QWidget;

/// \file
/// The pages of the manual: Markdown of docs/manual and docs, which lies in the program under :/manual with the figures. They
/// link to each other as files do, so that they can be read in the tree too; what only a window can follow has schemes of its own:
///
///     [the three kinds](scenario:13-three-kinds?at=2s&profile=course)    a scenario that comes with the program
///     [lesson 2](lesson:02-bootstrap-ids)
///     [Tools ▸ Sweep…](action:tools.sweep)                               an action of the window; the text is where it is
///     [inspector](panel:inspector)

namespace connscope::app {

/// A page in the order of the contents.
struct ManualPage {
    const char* name; ///< "picture": picture.md and, where there is one, picture.zh.md
    bool isReference; ///< docs/NAME.md, for looking things up
};
QList<ManualPage> manualPages();

/// The file of a page: "picture.zh.md", or the English one where there is no other; "" where there is no such page.
QString manualFile(const QString& name, theme::Language language);
/// "picture" of "picture.zh.md" or "../manual/picture.md".
QString manualPageOf(const QString& file);
/// Its text as it is to be shown: figures in the scheme, no blanks where a line ends between two Chinese characters.
QString manualText(const QString& file, bool dark);

/// A heading of a page.
struct ManualSection {
    int level = 1; ///< 1 = the title
    QString title; ///< without markup
    QString anchor; ///< as GitHub makes it: "who-closed"
};
/// In their order; the first one is the title.
QList<ManualSection> manualSections(const QString& markdown);
/// The place of an anchor among a page's sections; an anchor of the English page holds for a translation, whose sections are the
/// same. -1 where there is none.
int manualSectionAt(const QString& file, const QString& anchor);

/// What only a window can follow.
struct ManualLink {
    enum class Kind : std::uint8_t { Scenario, Lesson, Action, Panel };
    Kind kind = Kind::Scenario;
    QString target; ///< name of the scenario or lesson, id of the action or panel
    QString at; ///< of a scenario: the time at which it is shown; "" = the start
    QString profile; ///< of a scenario; "" = as it says
};
/// None where it is a link of another scheme.
std::optional<ManualLink> parseManualLink(const QUrl& url);

/// The page, with an anchor, that tells of a widget, or of the panel or dialog that it is in; "" where none does.
QString manualPageOf(const QWidget* widget);
/// Every panel and dialog that has a page of its own, and that page: for tests.
QList<std::pair<QString, QString>> manualPlaces();

} // namespace connscope::app
