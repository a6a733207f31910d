// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/eventmodel.h"

#include "analysis/sentences.h"
#include "events/words.h"
#include "theme/runmark.h"
#include "view/filter.h"
#include "view/marks.h"

#include <QElapsedTimer>

#include <algorithm>
#include <limits>

namespace connscope::events {

namespace {

constexpr qint64 kSliceMs = 6; // of a frame's sixteen
constexpr std::size_t kTurn = 4096; // events, as Filter keeps them
constexpr int kMaxRows = std::numeric_limits<int>::max();

} // namespace

EventModel::EventModel(const view::Context& context, QObject* parent)
    : QAbstractTableModel(parent)
    , m_context(context)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &EventModel::scanSome);
    connect(&context.document, &view::Document::replaced, this, &EventModel::restart);
    connect(&context.document, &view::Document::grown, this, &EventModel::grow);
    connect(&context.filter, &view::Filter::changed, this, &EventModel::restart);
    connect(&context.look, &theme::Look::changed, this, [this] {
        emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
        if (m_rows > 0)
            emit dataChanged(index(0, 0), index(m_rows - 1, ColumnCount - 1), {Qt::DisplayRole});
    });
    restart();
}

void EventModel::restart()
{
    beginResetModel();
    m_in.clear();
    const trace::Twofold* twofold = m_context.document.twofold();
    m_filtered = m_context.filter.isActive() || (twofold && !twofold->isSame());
    m_rows = m_filtered ? 0 : static_cast<int>(std::min<std::size_t>(m_context.document.trace().size(), kMaxRows));
    endResetModel();
    if (m_filtered)
        m_timer.start();
    else
        m_timer.stop();
    emit scannedChanged();
}

void EventModel::grow()
{
    if (m_filtered) {
        m_timer.start();
        return;
    }
    const int rows = static_cast<int>(std::min<std::size_t>(m_context.document.trace().size(), kMaxRows));
    if (rows <= m_rows)
        return;
    beginInsertRows({}, m_rows, rows - 1);
    m_rows = rows;
    endInsertRows();
}

void EventModel::scan(std::size_t events)
{
    const std::size_t end = std::min(m_context.document.trace().size(), m_in.size() + events);
    // Rows are counted before they are announced: a model says how many come.
    RowSet& in = m_in;
    const auto before = static_cast<int>(in.count());
    std::vector<bool> found;
    int more = 0;
    for (std::size_t i = in.size(); i < end; ++i) {
        const EventId id {static_cast<std::uint32_t>(i)};
        found.push_back(isListed(id) && m_context.filter.matches(id));
        more += found.back() ? 1 : 0;
    }
    if (more > 0)
        beginInsertRows({}, before, before + more - 1);
    for (const bool isIn : found)
        in.append(isIn);
    if (more > 0) {
        m_rows = before + more;
        endInsertRows();
    }
    if (in.size() >= m_context.document.trace().size())
        m_timer.stop();
    emit scannedChanged();
}

void EventModel::scanSome()
{
    QElapsedTimer clock;
    clock.start();
    while (m_timer.isActive() && clock.elapsed() < kSliceMs)
        scan(kTurn);
}

double EventModel::scanned() const
{
    const std::size_t all = m_context.document.trace().size();
    return !m_filtered || all == 0 ? 1 : static_cast<double>(m_in.size()) / static_cast<double>(all);
}

int EventModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_rows; }
bool EventModel::shows(Column column) const
{
    if (column == Known)
        return m_context.document.trace().header().vantage != trace::Vantage::Simulated;
    return column != Run || m_context.document.twofold();
}

bool EventModel::isListed(EventId event) const
{
    const trace::Twofold* twofold = m_context.document.twofold();
    return !twofold || twofold->isShown(event);
}

int EventModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

EventId EventModel::event(int row) const
{
    if (row < 0 || row >= m_rows)
        return {};
    const auto k = static_cast<std::size_t>(row);
    return EventId {static_cast<std::uint32_t>(m_filtered ? m_in.select(k) : k)};
}

int EventModel::rowAtOrBefore(EventId event) const
{
    if (!event.isValid())
        return -1;
    if (m_filtered)
        return static_cast<int>(m_in.rank(std::size_t {event.value} + 1)) - 1;
    return std::min(static_cast<int>(std::min<std::uint32_t>(event.value, kMaxRows)), m_rows - 1);
}

int EventModel::rowOf(EventId event) const
{
    if (const trace::Twofold* twofold = m_context.document.twofold(); twofold && event.isValid())
        event = twofold->shown(event);
    const int row = rowAtOrBefore(event);
    return row >= 0 && this->event(row) == event ? row : -1;
}

connscope::Role EventModel::role(const trace::Event& e) const
{
    if (const trace::ConnectionLife* life = m_context.document.life(e.connection))
        return life->role;
    return e.node.role();
}

NodeId EventModel::nodeOf(const trace::Event& e) const
{
    if (e.node.isValid())
        return e.node;
    const trace::ConnectionLife* life = m_context.document.life(e.connection);
    return life ? life->node : m_context.document.names().node(e.connection); // as it was learnt
}

QString EventModel::cell(EventId id, Column column) const
{
    const trace::Trace& trace = m_context.document.trace();
    const analysis::Names& names = m_context.document.names();
    const analysis::Language language = languageOf(m_context.look);
    const trace::Event& e = trace[id];
    switch (column) {
    case At:
        return m_context.look.format().clock(e.at, 6);
    case Client:
        return QString::fromStdString(names.client(e.client, language));
    case Node: {
        const NodeId node = nodeOf(e);
        return node.isValid() ? theme::Format::nodeId(node) : QString();
    }
    case Event: {
        const QString kind = toText(analysis::kindWord(e.kind, language));
        const std::string more = analysis::details(trace, e, language);
        return more.empty() ? kind : kind + QStringLiteral("  ") + QString::fromStdString(more);
    }
    case Rule:
        return e.rule == trace::RuleId::None ? QString() : toText(analysis::ruleName(e.rule, language));
    case Known:
        return theme::vantageWord(e.vantage);
    case Run:
        return theme::runLetter(view::runOf(m_context.document.twofold(), id));
    case ColumnCount:
        break;
    }
    return {};
}

QVariant EventModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const EventId id = event(index.row());
    const trace::Event& e = m_context.document.trace()[id];
    switch (role) {
    case Qt::DisplayRole:
        return cell(id, static_cast<Column>(index.column()));
    case EventRole:
        return id.value;
    case ConnectionRole:
        return e.connection.isValid() ? QVariant(e.connection.value) : QVariant();
    case ConnectionRoleRole:
        return static_cast<int>(this->role(e));
    case Qt::ToolTipRole:
        return index.column() == Known ? QVariant(theme::vantageTip(e.vantage))
            : index.column() == Run && !cell(id, Run).isEmpty()
            ? QVariant(tr("Only run %1 has this event").arg(cell(id, Run)))
            : QVariant();
    case ValueRole:
        break;
    default:
        return {};
    }
    switch (static_cast<Column>(index.column())) {
    case At:
        return static_cast<qlonglong>(toNs(e.at));
    case Client:
        return e.client.isValid() ? QVariant(e.client.value) : QVariant();
    case Node: {
        const NodeId node = nodeOf(e);
        return node.isValid() ? QVariant(node.value) : QVariant();
    }
    case Event:
        return static_cast<int>(e.kind);
    case Rule:
        return static_cast<int>(e.rule);
    case Known:
        return static_cast<int>(e.vantage);
    case Run:
        return static_cast<int>(view::runOf(m_context.document.twofold(), id));
    case ColumnCount:
        break;
    }
    return {};
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case At:
        return tr("Instant");
    case Client:
        return tr("Client");
    case Node:
        return tr("Node");
    case Event:
        return tr("Event");
    case Rule:
        return tr("Rule");
    case Known:
        return tr("Known");
    case Run:
        return tr("Run");
    default:
        return {};
    }
}

QString EventModel::rowText(int row) const
{
    const EventId id = event(row);
    if (!id.isValid())
        return {};
    QString text = cell(id, At);
    for (int c = Client; c < ColumnCount; ++c) {
        if (shows(static_cast<Column>(c)))
            text += u'\t' + cell(id, static_cast<Column>(c));
    }
    return text;
}

QString EventModel::rowCsv(int row) const
{
    const EventId id = event(row);
    if (!id.isValid())
        return {};
    QString text;
    for (int c = At; c < ColumnCount; ++c) {
        if (!shows(static_cast<Column>(c)))
            continue;
        QString cell = this->cell(id, static_cast<Column>(c));
        if (cell.contains(u'"') || cell.contains(u',') || cell.contains(u'\n'))
            cell = u'"' + cell.replace(u'"', QStringLiteral("\"\"")) + u'"';
        text += (c == At ? QString() : QStringLiteral(",")) + cell;
    }
    return text;
}

} // namespace connscope::events
