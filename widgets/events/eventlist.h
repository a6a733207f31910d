// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"
#include "view/item.h"

#include <QTimer>
#include <QWidget>

#include <memory>

namespace connscope::events {

class EventModel;
class EventRows;
class EventSearch;
class RowSet;
class RowsView;
class SearchBar;

/// The trace as a list: one row an event, in the words of the interface. The playhead is a line between what has happened
/// and what has not; choosing a row selects the event and takes the playhead there. What the shared filter leaves out is
/// not listed.
class EventList : public QWidget {
    Q_OBJECT

public:
    explicit EventList(const view::Context& context, QWidget* parent = nullptr);
    ~EventList() override;

    EventModel& model() const { return *m_model; }
    RowsView& rows() const;
    SearchBar& searchBar() const { return *m_bar; }

    /// Searches on without waiting for the event loop: tests, benchmarks.
    void finishSearch();

public slots:
    void focusSearch();
    /// To the next (1) or the last (-1) event that the search found, from the row that is current.
    void stepMatch(int direction);
    void copy() const;
    void copyCsv() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void chosen(int row);
    void follow();
    void search(const QString& text);
    void searchSome();
    void searchUntil(std::size_t events);
    void showFound();
    void refresh();

    view::Context m_context;
    EventModel* m_model;
    EventRows* m_rows;
    SearchBar* m_bar;
    std::unique_ptr<EventSearch> m_search;
    std::unique_ptr<RowSet> m_matches; // by event
    QTimer m_timer;
    bool m_stale = true; // something moved while nobody looked
};

} // namespace connscope::events
