// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "findings/findings.h"
#include "view/context.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QTextBrowser;
class QUrl;

namespace connscope::whatif {

/// What an engineer would remark about the trace, with evidence that can be gone to. It looks only while somebody sees it:
/// a long trace in pieces between the window's other work, a trace that grows once a second by its new events.
class FindingsPanel : public QWidget {
    Q_OBJECT

public:
    explicit FindingsPanel(const view::Context& context, QWidget* parent = nullptr);
    ~FindingsPanel() override;

    /// What was found when it last looked; whether that was all of the trace.
    const std::vector<findings::Finding>& found() const { return m_found; }
    bool isUpToDate() const { return !m_isStale && !m_timer.isActive(); }
    /// Looks to the end, at once, whether or not it is seen.
    void lookNow();
    /// Selects the first evidence of a kind and moves the playhead there; false where there is none.
    bool goTo(findings::Kind kind);
    /// Looks at once, and scrolls to the first finding of a kind as soon as the page has its place.
    void scrollTo(findings::Kind kind);
    QTextBrowser& page() const { return *m_page; }
    QString summary() const;

    static constexpr int kRefreshMs = 1000; ///< of a trace that grows
    static constexpr std::size_t kPiece = 100'000; ///< events between two looks at the window's other work

signals:
    /// What would avoid it?
    void avoidWanted(connscope::findings::Kind kind);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void restart();
    void look();
    void write();
    void follow(const QUrl& url);
    void retranslate();

    view::Context m_context;
    QLabel* m_head;
    QComboBox* m_least;
    QTextBrowser* m_page;
    QTimer m_timer; // the next piece
    QTimer m_pause; // of a trace that grows
    std::unique_ptr<findings::Observer> m_observer;
    std::vector<findings::Finding> m_found;
    std::vector<bool> m_isOpen;
    QString m_html; // as it is shown
    bool m_isStale = true;
};

} // namespace connscope::whatif
