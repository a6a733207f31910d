// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/model.h"

#include <array>
#include <string_view>

/// \file
/// The words of actions and what belongs to each. Reader and writer share the table.

namespace connscope::scenario {

/// What an action may or must say beside when it happens.
enum ActionField : unsigned {
    NoField = 0,
    BrokerField = 1, ///< broker: 2
    ClientField = 2, ///< client: consumer
    PartitionField = 4, ///< partition: t4-0
    TopicField = 8, ///< topic: t4
    CountsField = 16, ///< partitions: 3, replication: 2
    RecordsField = 32, ///< records: 10
    GroupField = 64, ///< group: test
    TransactionField = 128, ///< transactional-id: tx
    ForField = 256, ///< for: 10s
    ByField = 512, ///< by: 200ms
    ConfigField = 1024, ///< config: {…}
    StepsField = 2048, ///< steps: […]
    TextField = 4096, ///< text: …
    ConnectionField = 8192, ///< connection: 2147483645, or a query
};

struct ActionWord {
    std::string_view word;
    Action::Kind kind;
    unsigned needs;
    unsigned may;
};

inline constexpr std::array<ActionWord, 27> kActionWords {{
    {"kill-broker", Action::Kind::KillBroker, BrokerField, NoField},
    {"stop-broker", Action::Kind::StopBroker, BrokerField, NoField},
    {"start-broker", Action::Kind::StartBroker, BrokerField, NoField},
    {"restart-broker", Action::Kind::RestartBroker, BrokerField, ForField},
    {"pause-broker", Action::Kind::PauseBroker, BrokerField, ForField},
    {"resume-broker", Action::Kind::ResumeBroker, BrokerField, NoField},
    {"slow-broker", Action::Kind::SlowBroker, BrokerField | ByField, NoField},
    {"cut-link", Action::Kind::CutLink, NoField, ClientField | BrokerField | ForField},
    {"heal-link", Action::Kind::HealLink, NoField, ClientField | BrokerField},
    {"reset-connection", Action::Kind::ResetConnection, NoField, ClientField | BrokerField | ConnectionField},
    {"drop-syn", Action::Kind::DropSyn, BrokerField, ForField},
    {"accept-syn", Action::Kind::AcceptSyn, BrokerField, NoField},
    {"refuse-connections", Action::Kind::RefuseConnections, BrokerField, ForField},
    {"accept-connections", Action::Kind::AcceptConnections, BrokerField, NoField},
    {"move-leader", Action::Kind::MoveLeader, PartitionField | BrokerField, NoField},
    {"move-coordinator", Action::Kind::MoveCoordinator, GroupField | BrokerField, NoField},
    {"move-transaction-coordinator", Action::Kind::MoveTransactionCoordinator, TransactionField | BrokerField,
        NoField},
    {"create-topic", Action::Kind::CreateTopic, TopicField, CountsField},
    {"append-records", Action::Kind::AppendRecords, PartitionField, RecordsField},
    {"kill-client", Action::Kind::KillClient, ClientField, NoField},
    {"pause-client", Action::Kind::PauseClient, ClientField, ForField},
    {"resume-client", Action::Kind::ResumeClient, ClientField, NoField},
    {"close-client", Action::Kind::CloseClient, ClientField, NoField},
    {"recreate-client", Action::Kind::RecreateClient, ClientField, ConfigField},
    {"run-steps", Action::Kind::RunSteps, ClientField | StepsField, NoField},
    {"set-broker-config", Action::Kind::SetBrokerConfig, BrokerField | ConfigField, NoField},
    {"mark", Action::Kind::Mark, TextField, NoField},
}};

struct ActionFieldWord {
    unsigned field;
    std::string_view key;
};
inline constexpr std::array<ActionFieldWord, 15> kActionFieldWords {{
    {BrokerField, "broker"},
    {ClientField, "client"},
    {PartitionField, "partition"},
    {TopicField, "topic"},
    {CountsField, "partitions"},
    {CountsField, "replication"},
    {RecordsField, "records"},
    {GroupField, "group"},
    {TransactionField, "transactional-id"},
    {ForField, "for"},
    {ByField, "by"},
    {ConfigField, "config"},
    {StepsField, "steps"},
    {TextField, "text"},
    {ConnectionField, "connection"},
}};

inline const ActionWord& wordOf(Action::Kind kind)
{
    for (const ActionWord& word : kActionWords) {
        if (word.kind == kind)
            return word;
    }
    return kActionWords.back();
}

} // namespace connscope::scenario
