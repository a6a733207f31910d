// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/clientlog.h"
#include "events/loglines.h"
#include "events/rowset.h"
#include "view/context.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QProgressBar;

namespace connscope::events {

class LogRows;
class RowsView;
class SearchBar;

/// The lines that the clients themselves would print, with every logger at its most talkative. Choosing a line selects its
/// event and takes the playhead there; the playhead and a selected event lead to their line. Lines are made a few
/// milliseconds at a time from when the view is first seen; a trace that grows adds to them.
class LogView : public QWidget {
    Q_OBJECT

public:
    explicit LogView(const view::Context& context, QWidget* parent = nullptr);
    ~LogView() override;

    const LogLines& lines() const { return *m_lines; }
    RowsView& rows() const;
    SearchBar& searchBar() const { return *m_bar; }
    /// Whether lines are still being made; how far it is, 0 to 1.
    bool isMaking() const { return m_reader && !m_complete; }
    double made() const;
    /// How often lines were made from the first event on; for tests of what growing costs.
    int restarts() const { return m_restarts; }
    /// Makes and searches the rest without waiting for the event loop.
    void finish();

public slots:
    void focusSearch();
    void stepMatch(int direction);
    void copy() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void restart();
    void grow();
    void work();
    void workOn(std::size_t events, std::size_t lines);
    void chosen(int row);
    void follow();
    void search(const QString& text);
    void showFound();
    void refresh();

    view::Context m_context;
    std::unique_ptr<LogLines> m_lines;
    std::unique_ptr<analysis::ClientLogReader> m_reader;
    LogRows* m_rows;
    SearchBar* m_bar;
    QProgressBar* m_progress;
    RowSet m_matches; // by line
    QStringList m_words;
    QTimer m_timer;
    bool m_complete = false; // the reader is at the end of the trace
    int m_restarts = 0;
};

} // namespace connscope::events
