// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/eventrows.h"

#include "events/eventmodel.h"
#include "events/rowset.h"
#include "theme/badge.h"
#include "theme/contrast.h"
#include "theme/look.h"
#include "theme/runmark.h"
#include "view/marks.h"
#include "view/selection.h"

#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace connscope::events {

namespace {

constexpr int kGap = 8; // between a cell's edge and its text
constexpr int kLeastWords = 34; // characters of the event column that are shown in any case
constexpr std::size_t kLeastClient = 8; // characters
constexpr std::size_t kMostClient = 24;
constexpr int kStripe = 3; // at the left of rows that belong to the selection

} // namespace

EventRows::EventRows(const view::Context& context, EventModel& model, QWidget* parent)
    : RowsView(context.look, parent)
    , m_context(context)
    , m_model(model)
    , m_header(new QHeaderView(Qt::Horizontal, this))
{
    m_header->setModel(&model);
    m_header->setSectionsMovable(true);
    m_header->setHighlightSections(false);
    m_header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_header->setMinimumSectionSize(40);
    m_header->setSectionResizeMode(EventModel::Event, QHeaderView::Stretch); // words take what ids and clocks leave
    setHeader(m_header);
    fitColumns();
    connect(&model, &QAbstractItemModel::modelReset, this, &EventRows::rowsChanged);
    connect(&context.document, &view::Document::replaced, this, &EventRows::fitColumns);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &EventRows::rowsChanged);
    if (context.marks)
        connect(context.marks, &view::Marks::changed, this, [this] { viewport()->update(); });
    connect(&context.document, &view::Document::grown, this, [this] {
        if (m_header->isSectionHidden(EventModel::Client) != isOfOneClient())
            fitColumns();
    });
}

bool EventRows::isOfOneClient() const
{
    const std::uint32_t all = m_context.document.trace().clientCount();
    const trace::Twofold* twofold = m_context.document.twofold();
    if (!twofold)
        return all <= 1;
    std::uint32_t shown = 0;
    for (std::uint32_t c = 0; c < all; ++c)
        shown += twofold->isShown(ClientId {c}) ? 1U : 0U;
    return shown <= 1;
}

void EventRows::fitColumns()
{
    const QFontMetrics mono(look().mono());
    const QFontMetrics text(look().text());
    m_header->resizeSection(EventModel::At, mono.horizontalAdvance(QStringLiteral("00:00:00.000000")) + 2 * kGap);
    const auto client
        = static_cast<int>(std::clamp(m_context.document.names().clientWidth() + 2, kLeastClient, kMostClient));
    m_header->resizeSection(EventModel::Client, text.averageCharWidth() * client + 2 * kGap);
    m_header->setSectionHidden(EventModel::Client, isOfOneClient()); // its name in every row would tell nothing
    m_header->resizeSection(
        EventModel::Node, mono.horizontalAdvance(QStringLiteral("2147483647")) + rowHeight() + 2 * kGap);
    m_header->resizeSection(EventModel::Rule, text.averageCharWidth() * 26);
    int known = 0;
    for (const auto v : {trace::Vantage::Observed, trace::Vantage::Sampled, trace::Vantage::Inferred})
        known = std::max(known, text.horizontalAdvance(theme::vantageWord(v)));
    m_header->resizeSection(EventModel::Known, known + 2 * kGap);
    m_header->setSectionHidden(EventModel::Known, !m_model.shows(EventModel::Known));
    // The letter of the run stands first: it is looked for down the edge.
    if (m_header->visualIndex(EventModel::Run) != 0)
        m_header->moveSection(m_header->visualIndex(EventModel::Run), 0);
    m_header->resizeSection(EventModel::Run,
        std::max(
            text.horizontalAdvance(m_model.headerData(EventModel::Run, Qt::Horizontal, Qt::DisplayRole).toString()),
            text.height())
            + 2 * kGap);
    m_header->setSectionHidden(EventModel::Run, !m_model.shows(EventModel::Run));
    rowsChanged();
}

int EventRows::rows() const { return m_model.rows(); }
QString EventRows::rowText(int row) const
{
    const QString text = m_model.rowText(row);
    const EventId id = m_model.event(row);
    const bool isOfTwo = m_context.document.twofold() != nullptr; // its letter is a cell
    return !isOfTwo && m_context.marks && id.isValid() && m_context.marks->of(id) != view::Mark::None
        ? text + QStringLiteral("\t") + tr("only in this run")
        : text;
}
int EventRows::contentWidth() const { return rowLines() > 1 ? 0 : columnsWidth(); }

int EventRows::rowLines() const { return width() < columnsWidth() ? 2 : 1; }

int EventRows::columnsWidth() const
{
    int width = QFontMetrics(look().text()).averageCharWidth() * kLeastWords;
    for (int column = 0; column < EventModel::ColumnCount; ++column)
        width += column == EventModel::Event ? 0 : m_header->sectionSize(column);
    return width;
}

void EventRows::setMatches(const RowSet* matches, const QStringList& words)
{
    m_matches = matches;
    m_words = words;
    viewport()->update();
}

bool EventRows::belongsToSelection(const trace::Event& e) const
{
    const view::Item item = m_context.selection.current();
    switch (item.kind) {
    case view::Item::Kind::Connection:
        return e.connection == item.connection();
    case view::Item::Kind::Lane: {
        const trace::ConnectionLife* lane = m_context.document.life(item.connection());
        const trace::ConnectionLife* life = m_context.document.life(e.connection);
        return lane && life && lane->client == life->client && lane->node == life->node;
    }
    case view::Item::Kind::Group: {
        const view::Group* group = m_context.selection.group(item);
        return group && (group->contains(e.connection) || group->contains(e.client) || group->contains(e.broker));
    }
    case view::Item::Kind::Client:
        return e.client == item.client();
    case view::Item::Kind::Broker:
        return e.broker == item.broker();
    case view::Item::Kind::Request: {
        if (item.id >= m_context.document.trace().size())
            return false; // of a trace that is gone
        const trace::Event& sent = m_context.document.trace()[item.event()];
        return e.connection == sent.connection && e.correlation == sent.correlation && e.correlation >= 0;
    }
    default:
        return false;
    }
}

void EventRows::paintRow(QPainter& painter, int row, const QRect& rect, const RowState& state) const
{
    const theme::Theme& theme = look().theme();
    const EventId id = m_model.event(row);
    if (!id.isValid())
        return;
    forgetOldLook();
    const trace::Event& e = m_context.document.trace()[id];
    if (state.isCurrent || state.isMarked)
        painter.fillRect(rect, theme.selection);
    else if (state.isHovered)
        painter.fillRect(rect, theme.hover);
    if (belongsToSelection(e))
        painter.fillRect(QRect(0, rect.top(), kStripe, rect.height()), theme.role(m_model.role(e)).mark);
    const bool isOfTwo = m_context.document.twofold() != nullptr;
    if (!isOfTwo && m_context.marks && m_context.marks->of(id) != view::Mark::None)
        theme::paintMark(
            painter, QPointF(kStripe + 3.5, rect.center().y() + 0.5), 3.2, theme::Badge::Mark::Filled, look());
    const bool isMatch = m_matches && m_matches->contains(id.value);
    if (rowLines() > 1)
        paintLines(painter, id, rect, state, isMatch);
    for (int column = 0; rowLines() == 1 && column < EventModel::ColumnCount; ++column) {
        const QRect cell(rect.left() + m_header->sectionPosition(column), rect.top(), m_header->sectionSize(column),
            rect.height());
        if (cell.isEmpty() || cell.right() < 0 || cell.left() > viewport()->width())
            continue;
        if (column == EventModel::Run) {
            theme::paintRunMark(painter, QRectF(cell).center() + QPointF(0, 0.5),
                theme::runMarkSize(look(), theme::Type::Body).width() * 0.9,
                view::runOf(m_context.document.twofold(), id), look(), state.isFuture);
            continue;
        }
        const QString text = m_model.cell(id, static_cast<EventModel::Column>(column));
        const bool isNode = column == EventModel::Node && !text.isEmpty();
        if (isNode) {
            const qreal radius = rect.height() * 0.34;
            paintDisc(painter, QPointF(cell.left() + kGap + radius, cell.center().y() + 0.5), radius, m_model.role(e),
                state.isFuture);
        }
        const int indent = column == EventModel::Node ? rect.height() : 0;
        painter.setPen(state.isFuture          ? theme.secondary
                : isNode                       ? theme.role(m_model.role(e)).text
                : column == EventModel::Event  ? theme.ink
                : column == EventModel::Client ? theme.ink
                                               : theme.secondary);
        paintCell(painter, column, cell.adjusted(kGap + indent, 0, -kGap / 2, 0), text, state, isMatch);
    }
    if (state.isPlayhead)
        painter.fillRect(QRect(0, rect.bottom(), viewport()->width(), 1), theme.accent);
}

/// The node and the event's words; below them, quieter, what the other columns say.
void EventRows::paintLines(
    QPainter& painter, EventId id, const QRect& rect, const RowState& state, bool isMatch) const
{
    const theme::Theme& theme = look().theme();
    const trace::Event& e = m_context.document.trace()[id];
    const int line = rect.height() / 2;
    const qreal radius = line * 0.4;
    const int indent = kGap + static_cast<int>(2 * radius) + kGap;
    int left = rect.left() + kGap;
    theme::paintRunMark(painter, QPointF(left + radius, rect.top() + line * 1.5 - 1),
        theme::runMarkSize(look(), theme::Type::Small).width(), view::runOf(m_context.document.twofold(), id), look(),
        state.isFuture);
    if (const QString node = m_model.cell(id, EventModel::Node); !node.isEmpty()) {
        paintDisc(
            painter, QPointF(left + radius, rect.top() + line / 2 + 1.5), radius, m_model.role(e), state.isFuture);
        left = rect.left() + indent;
        painter.setPen(state.isFuture ? theme.secondary : theme.role(m_model.role(e)).text);
        const int wide = QFontMetrics(look().mono()).horizontalAdvance(node);
        paintCell(painter, EventModel::Node, QRect(left, rect.top() + 1, wide + 2, line), node, state, isMatch);
        left += wide + kGap;
    } else {
        left = rect.left() + indent;
    }
    painter.setPen(state.isFuture ? theme.secondary : theme.ink);
    paintCell(painter, EventModel::Event, QRect(left, rect.top() + 1, rect.right() - kGap / 2 - left, line),
        m_model.cell(id, EventModel::Event), state, isMatch);
    const QString at = m_model.cell(id, EventModel::At);
    const QRect below(
        rect.left() + indent, rect.top() + line - 1, rect.right() - kGap / 2 - rect.left() - indent, line);
    painter.setPen(theme.secondary);
    paintCell(painter, EventModel::At, below, at, state, isMatch);
    QStringList rest;
    for (const EventModel::Column column : {EventModel::Client, EventModel::Rule, EventModel::Known}) {
        if (m_header->isSectionHidden(column))
            continue;
        if (const QString text = m_model.cell(id, column); !text.isEmpty())
            rest << text;
    }
    const int clock = QFontMetrics(look().mono()).horizontalAdvance(at) + kGap;
    paintCell(
        painter, EventModel::Rule, below.adjusted(clock, 0, 0, 0), rest.join(QStringLiteral(" · ")), state, isMatch);
}

void EventRows::paintCell(
    QPainter& painter, int column, const QRect& cell, const QString& text, const RowState&, bool isMatch) const
{
    const bool isFixed = column == EventModel::At || column == EventModel::Node;
    const QFont font = isFixed ? look().mono() : look().text();
    painter.setFont(font);
    const QStaticText& fitted = this->shown(text, font, isFixed, std::max(cell.width(), 0));
    const QString shown = fitted.text();
    if (isMatch) {
        const QFontMetrics metrics(font);
        for (const QString& word : m_words) {
            const auto at = shown.indexOf(word, 0, Qt::CaseInsensitive);
            if (at < 0)
                continue;
            const int from = metrics.horizontalAdvance(shown, static_cast<int>(at));
            const int to = metrics.horizontalAdvance(shown, static_cast<int>(at + word.size()));
            const QRectF behind(cell.left() + from - 1.5, cell.center().y() - metrics.height() / 2.0, to - from + 3,
                metrics.height());
            QPainterPath box;
            box.addRoundedRect(behind, 3, 3);
            painter.fillPath(box, look().theme().selection);
            painter.strokePath(box, QPen(look().theme().outline, 1));
        }
    }
    const QRectF all(cell);
    const qreal top = all.top() + (all.height() - fitted.size().height()) / 2;
    if (!isFixed || fitted.size().width() <= all.width()) {
        painter.drawStaticText(QPointF(all.left(), top), fitted);
        return;
    }
    painter.save();
    painter.setClipRect(cell, Qt::IntersectClip);
    painter.drawStaticText(QPointF(all.left(), top), fitted);
    painter.restore();
}

void EventRows::forgetOldLook() const
{
    constexpr qsizetype kMost = 5000;
    const qreal ratio = devicePixelRatioF();
    if (m_kept.theme == &look().theme() && m_kept.ratio == ratio && m_kept.text == look().text()
        && m_kept.mono == look().mono()) {
        if (m_kept.texts.size() > kMost)
            m_kept.texts.clear();
        return;
    }
    m_kept = {look().text(), look().mono(), &look().theme(), ratio, {}, {}};
}

const QStaticText& EventRows::shown(const QString& text, const QFont& font, bool isFixed, int room) const
{
    const std::pair key(text, isFixed ? -1 : room);
    const auto known = m_kept.texts.constFind(key);
    if (known != m_kept.texts.constEnd())
        return *known;
    const QFontMetrics metrics(font);
    QStaticText fitted(
        !isFixed && metrics.horizontalAdvance(text) > room ? metrics.elidedText(text, Qt::ElideRight, room) : text);
    fitted.setTextFormat(Qt::PlainText);
    fitted.setPerformanceHint(QStaticText::AggressiveCaching);
    fitted.prepare({}, font);
    return *m_kept.texts.insert(key, fitted);
}

void EventRows::paintDisc(QPainter& painter, QPointF centre, qreal radius, connscope::Role role, bool faded) const
{
    // Centred on the middle of a pixel, as the rows' centres are; so one image serves all rows.
    const int half = static_cast<int>(std::ceil(radius)) + 2;
    const QPoint corner(
        static_cast<int>(std::floor(centre.x())) - half, static_cast<int>(std::floor(centre.y())) - half);
    QImage& image = m_kept.discs[static_cast<int>(role) * 2 + (faded ? 1 : 0)];
    if (image.isNull()) {
        const int side = static_cast<int>(std::ceil((2 * half + 1) * m_kept.ratio));
        image = QImage(side, side, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(m_kept.ratio);
        image.fill(Qt::transparent);
        QPainter on(&image);
        theme::paintRoleLetter(on, centre - corner, radius, role, look(), faded);
    }
    painter.drawImage(corner, image);
}

void EventRows::extendMenu(QMenu& menu)
{
    QAction* csv = menu.addAction(tr("Copy as C&SV"), this, &EventRows::copyCsvWanted);
    csv->setEnabled(marked().has_value());
}

} // namespace connscope::events
