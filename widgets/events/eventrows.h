// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/rowsview.h"
#include "view/context.h"

#include <QStringList>

class QHeaderView;

namespace connscope::trace {
struct Event;
}

namespace connscope::events {

class EventModel;
class RowSet;

/// The rows of the event list: the chip of the role, the node id in its colour, words.
class EventRows : public RowsView {
    Q_OBJECT

public:
    EventRows(const view::Context& context, EventModel& model, QWidget* parent = nullptr);

    int rows() const override;
    QString rowText(int row) const override;
    void paintRow(QPainter& painter, int row, const QRect& rect, const RowState& state) const override;
    int contentWidth() const override;

    /// What a search found, to be marked; nullptr = none. \a words are marked inside the cells.
    void setMatches(const RowSet* matches, const QStringList& words);
    /// Columns as wide as their fonts want them.
    void fitColumns();
    QHeaderView& header() const { return *m_header; }

signals:
    void copyCsvWanted();

protected:
    void extendMenu(QMenu& menu) override;

private:
    void paintCell(QPainter& painter, int column, const QRect& cell, const QString& text, const RowState& state,
        bool isMatch) const;
    bool belongsToSelection(const trace::Event& event) const;

    view::Context m_context;
    EventModel& m_model;
    QHeaderView* m_header;
    const RowSet* m_matches = nullptr;
    QStringList m_words;
};

} // namespace connscope::events
