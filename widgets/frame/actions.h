// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <span>

namespace connscope::theme {
struct Theme;
}

namespace connscope::frame {

/// What an action is, in one row. Texts are in the language of the source; the registry translates them (context
/// "Actions") and does so again when the language changes.
struct ActionSpec {
    const char* id; ///< "playback.play"; the part before the dot is its menu
    const char* text; ///< with its mnemonic, unique in its menu: "&Play"
    const char* tip; ///< status tip: a sentence
    const char* shortcuts; ///< portable text, several separated by "; "; "" = none
    const char* icon; ///< name of an icon, "" = none
    bool checkable = false;
};

/// Every action of the window, once. Menus, tool bars, context menus, the palette and the list of shortcuts take it from here.
class Actions : public QObject {
    Q_OBJECT

public:
    explicit Actions(std::span<const ActionSpec> specs, QObject* parent = nullptr);

    /// Asserts that there is one.
    QAction* operator[](const char* id) const;
    /// In the order of the table.
    const QList<QAction*>& all() const { return m_all; }
    /// Those of a menu.
    QList<QAction*> ofMenu(const QString& menu) const;
    static QString idOf(const QAction* action) { return action->objectName(); }
    static QString menuOf(const QAction* action) { return idOf(action).section(u'.', 0, 0); }

    /// Another language: all texts again.
    void retranslate();
    /// Other colours: all icons again.
    void setTheme(const theme::Theme& theme);

private:
    std::span<const ActionSpec> m_specs;
    QList<QAction*> m_all;
    QHash<QString, QAction*> m_byId;
};

/// The text that an action has in English, in whatever language it is shown; "" where nobody told.
QString englishName(const QAction* action);
/// Tells it; \a text may have a mnemonic.
void setEnglishName(QAction* action, const char* text);
/// "Play" of "&Play", "Go to…" of "&Go to…".
QString plainText(const QAction* action);

} // namespace connscope::frame
