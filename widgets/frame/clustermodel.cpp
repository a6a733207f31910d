// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/clustermodel.h"

#include "theme/look.h"
#include "view/document.h"

#include <algorithm>

namespace connscope::frame {

using Power = trace::BrokerState::Power;

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(ClusterModel)
};

} // namespace

QString powerWord(Power power)
{
    switch (power) {
    case Power::Up:
        return Words::tr("up");
    case Power::Down:
        return Words::tr("down");
    case Power::Paused:
        return Words::tr("paused");
    }
    return {};
}

ClusterModel::ClusterModel(const view::Context& context, QObject* parent)
    : QAbstractTableModel(parent)
    , m_context(context)
{
    connect(&context.document, &view::Document::replaced, this, &ClusterModel::restart);
    connect(&context.document, &view::Document::grown, this, &ClusterModel::grow);
    connect(&context.look, &theme::Look::changed, this, [this] {
        emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    });
}

void ClusterModel::setBrokers(const std::vector<std::pair<BrokerId, QString>>& brokers)
{
    beginResetModel();
    m_rows.clear();
    for (const auto& [broker, address] : brokers) {
        Row row;
        row.broker = broker;
        row.address = address;
        m_rows.push_back(row);
    }
    endResetModel();
    restart();
}

void ClusterModel::restart()
{
    m_openAt.clear();
    m_open.clear();
    m_landmarks = 0;
    if (m_rows.empty())
        return;
    for (const trace::ConnectionLife& life : m_context.document.lives())
        take(life.id);
    show();
}

void ClusterModel::grow()
{
    if (m_rows.empty())
        return;
    for (const ConnectionId id : m_context.document.changedLives())
        take(id);
    show();
}

void ClusterModel::take(ConnectionId connection)
{
    const trace::ConnectionLife* life = m_context.document.life(connection);
    if (connection.value >= m_openAt.size())
        m_openAt.resize(std::size_t {connection.value} + 1);
    BrokerId& known = m_openAt[connection.value];
    const BrokerId now = life && !life->closed ? life->broker : BrokerId {};
    if (known == now)
        return;
    if (known.isValid())
        --m_open[known];
    if (now.isValid())
        ++m_open[now];
    known = now;
}

void ClusterModel::show()
{
    const trace::WorldState& world = m_context.document.index().end();
    if (const std::size_t landmarks = m_context.document.landmarks().all().size(); landmarks != m_landmarks) {
        m_landmarks = landmarks;
        m_leaders.clear();
        world.forEachLeader([this](TextId, BrokerId broker) { ++m_leaders[broker]; });
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Row row = m_rows[i];
        if (const trace::BrokerState* state = world.broker(row.broker))
            row.power = state->power;
        row.connections = m_open[row.broker];
        row.leaders = m_leaders[row.broker];
        if (row == m_rows[i])
            continue;
        m_rows[i] = row;
        const int at = static_cast<int>(i);
        emit dataChanged(index(at, 0), index(at, ColumnCount - 1));
    }
}

int ClusterModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ClusterModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant ClusterModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const theme::Format& format = m_context.look.format();
    const auto column = static_cast<Column>(index.column());
    if (role == Qt::TextAlignmentRole && (column == Connections || column == Leaders))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole && column == State && row.power != Power::Up)
        return m_context.look.theme().error;
    if (role != Qt::DisplayRole && role != ValueRole)
        return {};
    const bool raw = role == ValueRole;
    switch (column) {
    case Broker:
        return raw ? QVariant(row.broker.value) : QVariant(QString::number(row.broker.value));
    case State:
        return raw ? QVariant(static_cast<int>(row.power)) : QVariant(powerWord(row.power));
    case Address:
        return row.address;
    case Connections:
        return raw ? QVariant(row.connections) : QVariant(format.number(row.connections));
    case Leaders:
        return raw ? QVariant(row.leaders) : QVariant(format.number(row.leaders));
    case ColumnCount:
        break;
    }
    return {};
}

QVariant ClusterModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && (section == Connections || section == Leaders))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Broker:
        return tr("Broker");
    case State:
        return tr("State");
    case Address:
        return tr("Address");
    case Connections:
        return tr("Open");
    case Leaders:
        return tr("Leads");
    default:
        return {};
    }
}

} // namespace connscope::frame
