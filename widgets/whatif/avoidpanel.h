// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sweep/search.h"
#include "view/context.h"
#include "view/item.h"
#include "whatif/runner.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTextBrowser;

namespace connscope::whatif {

/// "What would avoid this?": looks for the single setting that avoids a connection, its end, its time in CLOSE-WAIT or a
/// finding, and tells what it found with what it costs. Only a simulation can be tried again.
class AvoidPanel : public QWidget {
    Q_OBJECT

public:
    explicit AvoidPanel(const view::Context& context, QWidget* parent = nullptr);
    ~AvoidPanel() override;

    /// What can be avoided of a connection, the one that a person most likely means first.
    static std::vector<sweep::Goal> goalsOf(const view::Document& document, ConnectionId connection);
    /// Of what is selected: a connection, a lane, an event of a connection. The event says which of its goals is meant.
    static std::vector<sweep::Goal> goalsOf(const view::Document& document, view::Item item);

    /// Begins to look for what avoids the first; the others can be chosen. Nothing for an empty list.
    void look(const std::vector<sweep::Goal>& goals);
    void cancel() { m_runner.cancel(); }
    bool isRunning() const { return m_runner.isRunning(); }
    const std::optional<sweep::Search>& result() const { return m_result; }
    QTextBrowser& page() const { return *m_page; }

signals:
    /// The scenario is to be run with this: "NAME.KEY=VALUE", or "profile=P".
    void tryWanted(const QString& setting);
    void changed(); ///< a search began or ended

private:
    void begin();
    void write();
    void retranslate();
    QString goalText(const sweep::Goal& goal) const;

    view::Context m_context;
    Runner m_runner;
    QComboBox* m_goal;
    QLabel* m_head;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QTextBrowser* m_page;
    std::vector<sweep::Goal> m_goals;
    std::optional<sweep::Search> m_result;
    QString m_error;
    bool m_isAgain = false; // another goal was chosen while one was looked for
};

} // namespace connscope::whatif
