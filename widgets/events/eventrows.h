// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "events/rowsview.h"
#include "theme/theme.h"
#include "view/context.h"

#include <QFont>
#include <QHash>
#include <QImage>
#include <QStaticText>
#include <QStringList>

#include <utility>

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
    /// Two where the columns do not fit beside each other: what happened, and below it when, to whom and by which rule.
    int rowLines() const override;

    /// What a search found, to be marked; nullptr = none. \a words are marked inside the cells.
    void setMatches(const RowSet* matches, const QStringList& words);
    /// Columns as wide as their fonts want them.
    void fitColumns();
    bool isOfOneClient() const;
    QHeaderView& header() const { return *m_header; }

signals:
    void copyCsvWanted();

protected:
    void extendMenu(QMenu& menu) override;

private:
    int columnsWidth() const;
    void paintLines(QPainter& painter, EventId id, const QRect& rect, const RowState& state, bool isMatch) const;
    void paintCell(QPainter& painter, int column, const QRect& cell, const QString& text, const RowState& state,
        bool isMatch) const;
    bool belongsToSelection(const trace::Event& event) const;
    void paintDisc(QPainter& painter, QPointF centre, qreal radius, connscope::Role role, bool faded) const;
    const QStaticText& shown(const QString& text, const QFont& font, bool isFixed, int room) const;
    void forgetOldLook() const;

    // Texts as they fit their columns, and discs: kept, since the same rows are painted again and again.
    struct Kept {
        QFont text;
        QFont mono;
        const theme::Theme* theme = nullptr;
        qreal ratio = 0;
        QHash<std::pair<QString, int>, QStaticText> texts; // with the room; -1 = in the fixed font
        QHash<int, QImage> discs;
    };
    mutable Kept m_kept;
    view::Context m_context;
    EventModel& m_model;
    QHeaderView* m_header;
    const RowSet* m_matches = nullptr;
    QStringList m_words;
};

} // namespace connscope::events
