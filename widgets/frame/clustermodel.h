// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/worldstate.h"
#include "view/context.h"

#include <QAbstractTableModel>
#include <QString>

#include <map>
#include <vector>

namespace connscope::frame {

/// The brokers of a loopback cluster as rows, as they are now: not at the playhead but at the end of the trace, since that is
/// what a button acts on. What an event changes is taken from the events that came: O(new events).
class ClusterModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Broker, State, Address, Connections, Leaders, ColumnCount };
    enum Role {
        /// The raw value: broker id, trace::BrokerState::Power, "host:port", counts.
        ValueRole = Qt::UserRole,
    };
    struct Row {
        BrokerId broker;
        QString address;
        trace::BrokerState::Power power = trace::BrokerState::Power::Up;
        int connections = 0; ///< open
        int leaders = 0;
        bool operator==(const Row&) const = default;
    };

    explicit ClusterModel(const view::Context& context, QObject* parent = nullptr);

    /// Who listens where. An empty list where there is no such cluster.
    void setBrokers(const std::vector<std::pair<BrokerId, QString>>& brokers);
    const std::vector<Row>& brokers() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void restart();
    void grow();
    void take(ConnectionId connection);
    void show();

    view::Context m_context;
    std::vector<Row> m_rows;
    std::vector<BrokerId> m_openAt; // by connection: where it is open; invalid = it is not
    std::map<BrokerId, int> m_open;
    std::map<BrokerId, int> m_leaders;
    std::size_t m_landmarks = 0; // those that the leaders are counted for
};

/// "up", "down", "paused".
QString powerWord(trace::BrokerState::Power power);

} // namespace connscope::frame
