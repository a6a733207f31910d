// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/rowset.h"
#include "view/context.h"
#include "view/document.h"

#include <QAbstractTableModel>
#include <QTimer>

namespace connscope::events {

/// The events of a trace as rows, all of them or those that pass the shared filter. Nothing is kept for a row but, while
/// a filter is active, one bit; the bits are found a few thousand events at a time, so that nobody waits for them.
class EventModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// Known: how the event is known; of interest where not all is simulated. Run: which of two runs that are laid over each
    /// other alone has it.
    enum Column { At, Client, Node, Event, Rule, Known, Run, ColumnCount };
    enum Role {
        /// The raw value: ns since the start, client id, node id, kind, rule, vantage; invalid where there is none.
        ValueRole = Qt::UserRole,
        EventRole, ///< the event's id
        ConnectionRole, ///< its connection's id; invalid for none
        ConnectionRoleRole, ///< connscope::Role of that connection, as int
    };

    explicit EventModel(const view::Context& context, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole is the text of the cell in the interface's language.
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    // -- without QVariant, for the painter --

    int rows() const { return m_rows; }
    /// Not Known where all is simulated: it would say the same in every row. Not Run where there is one.
    bool shows(Column column) const;
    /// Whether an event stands in the list for itself: of two runs' halves the first's does for both.
    bool isListed(EventId event) const;
    EventId event(int row) const;
    /// The row of an event, or of the last one before it that is shown; -1 = none.
    int rowAtOrBefore(EventId event) const;
    /// The row of exactly that event; -1 where the filter leaves it out.
    int rowOf(EventId event) const;
    connscope::Role role(const trace::Event& event) const;
    QString cell(EventId event, Column column) const;
    /// The whole row for copying and reading aloud; a tab between cells.
    QString rowText(int row) const;
    /// The same, quoted as RFC 4180 wants it.
    QString rowCsv(int row) const;

    /// Whether rows are still being looked for; the share that has been looked at, 0 to 1.
    bool isScanning() const { return m_timer.isActive(); }
    double scanned() const;
    /// Looks at the next \a events events. For tests and benchmarks; else a timer does it.
    void scan(std::size_t events);

signals:
    void scannedChanged();

private:
    NodeId nodeOf(const trace::Event& event) const;
    void restart();
    void grow();
    void scanSome();

    view::Context m_context;
    RowSet m_in; // while the filter is active, or two runs are laid over each other
    bool m_filtered = false;
    int m_rows = 0;
    QTimer m_timer;
};

} // namespace connscope::events
