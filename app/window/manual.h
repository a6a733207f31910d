// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/manualpages.h"
#include "theme/look.h"

#include <QHash>
#include <QUrl>
#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;
class QTextBrowser;
class QTextDocument;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace connscope::app {

/// Help ▸ Contents: the manual in a window of its own, in the language and the scheme of the interface. Left the contents, or
/// what was found; right the page.
class ManualWindow : public QWidget {
    Q_OBJECT

public:
    explicit ManualWindow(const theme::Look& look, QWidget* parent = nullptr);

    /// A page, with an anchor or without: "picture#who-closed".
    void go(const QString& page);
    /// The page that is shown: "picture".
    QString current() const { return m_current; }
    /// Finds the next place on the page at which it stands, from the top again after the last. Case does not matter.
    void find(const QString& text);
    /// How often what is looked for stands on this page, and on all.
    int found() const { return m_found; }
    int foundInAll() const { return m_foundInAll; }

    QTextBrowser* page() const { return m_page; }
    QLineEdit* field() const { return m_field; }
    QTreeWidget* contents() const { return m_contents; }

signals:
    /// What only the window that it belongs to can show.
    void linkWanted(const connscope::app::ManualLink& link);

private:
    void fillContents();
    void fillFound();
    void chosen(QTreeWidgetItem* item);
    void follow(const QUrl& url);
    void arrived();
    void scrollToSection(int section);
    void markPlace();
    void restyle();
    void retranslate();
    void mark();
    const QString& plainText(const QString& file);

    const theme::Look& m_look;
    QTreeWidget* m_contents;
    QTextBrowser* m_page;
    QLineEdit* m_field;
    QLabel* m_count;
    QToolButton* m_buttons[3]; // back, forward, first page
    QAction* m_actions[3];
    theme::Language m_language;
    bool m_isDark;
    QString m_file; // "picture.zh.md"
    QString m_current;
    QString m_anchor; // where to go once the page is there
    QHash<QString, QString> m_plain; // by file, for searching
    int m_found = 0;
    int m_foundInAll = 0;
    bool m_filling = false;
};

} // namespace connscope::app
