// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/logformat.h"

#include <array>
#include <cassert>

namespace connscope::protocol {

namespace {

constexpr std::array kReleases {kV2_1, kV2_2, kV2_3, kV2_8, kV3_9, kV4_0};
constexpr std::size_t kReleaseCount = kReleases.size();

constexpr std::string_view kNetworkClient = "org.apache.kafka.clients.NetworkClient";
constexpr std::string_view kSelector = "org.apache.kafka.common.network.Selector";
constexpr std::string_view kConnectionStates = "org.apache.kafka.clients.ClusterConnectionStates";
constexpr std::string_view kClientUtils = "org.apache.kafka.clients.ClientUtils";
constexpr std::string_view kMetadata = "org.apache.kafka.clients.Metadata";
constexpr std::string_view kAbstractCoordinator = "org.apache.kafka.clients.consumer.internals.AbstractCoordinator";
constexpr std::string_view kConsumerCoordinator = "org.apache.kafka.clients.consumer.internals.ConsumerCoordinator";
constexpr std::string_view kListenerInvoker
    = "org.apache.kafka.clients.consumer.internals.ConsumerRebalanceListenerInvoker";
constexpr std::string_view kConsumerNetworkClient
    = "org.apache.kafka.clients.consumer.internals.ConsumerNetworkClient";
constexpr std::string_view kFetcher = "org.apache.kafka.clients.consumer.internals.Fetcher";
constexpr std::string_view kAbstractFetch = "org.apache.kafka.clients.consumer.internals.AbstractFetch";
constexpr std::string_view kOffsetFetcher = "org.apache.kafka.clients.consumer.internals.OffsetFetcher";
constexpr std::string_view kOffsetFetcherUtils = "org.apache.kafka.clients.consumer.internals.OffsetFetcherUtils";
constexpr std::string_view kSubscriptionState = "org.apache.kafka.clients.consumer.internals.SubscriptionState";
constexpr std::string_view kConsumer = "org.apache.kafka.clients.consumer.KafkaConsumer";
constexpr std::string_view kClassicConsumer = "org.apache.kafka.clients.consumer.internals.ClassicKafkaConsumer";
constexpr std::string_view kProducer = "org.apache.kafka.clients.producer.KafkaProducer";
constexpr std::string_view kSender = "org.apache.kafka.clients.producer.internals.Sender";
constexpr std::string_view kTransactions = "org.apache.kafka.clients.producer.internals.TransactionManager";

using Lines = std::array<int, kReleaseCount>; // 0: this release does not print it

struct Row {
    LogTemplate id;
    std::string_view logger;
    LogLevel level;
    Lines lines;
    std::string_view text;
    // From these releases on (0 = never): another text, level or logger; below this one no prefix.
    std::size_t textFrom = kReleaseCount;
    std::string_view laterText {};
    std::size_t levelFrom = kReleaseCount;
    LogLevel laterLevel = LogLevel::Info;
    std::size_t loggerFrom = kReleaseCount;
    std::string_view laterLogger {};
    std::size_t prefixFrom = 0;

    constexpr Row text2(std::size_t release, std::string_view later) const
    {
        Row r = *this;
        r.textFrom = release;
        r.laterText = later;
        return r;
    }
    constexpr Row level2(std::size_t release, LogLevel later) const
    {
        Row r = *this;
        r.levelFrom = release;
        r.laterLevel = later;
        return r;
    }
    constexpr Row logger2(std::size_t release, std::string_view later) const
    {
        Row r = *this;
        r.loggerFrom = release;
        r.laterLogger = later;
        return r;
    }
    constexpr Row prefixSince(std::size_t release) const
    {
        Row r = *this;
        r.prefixFrom = release;
        return r;
    }
};

constexpr std::size_t k22 = 1, k23 = 2, k28 = 3, k39 = 4; // indexes into kReleases

using T = LogTemplate;
using L = LogLevel;

/// A message of the group coordinator: from 3.0 on the logger is that of the class that runs.
constexpr Row coordinator(T id, L level, Lines lines, std::string_view text)
{
    return Row {id, kAbstractCoordinator, level, lines, text}.logger2(k39, kConsumerCoordinator);
}

constexpr std::array kRows {
    Row {T::InitializeConnection, kNetworkClient, L::Debug, {1049, 1089, 1113, 1157, 1263, 1265},
        "Initialize connection to node {} for sending metadata request"},
    Row {T::InitiatingConnection, kNetworkClient, L::Debug, {878, 919, 944, 986, 1076, 1078},
        "Initiating connection to node {} using address {}"},
    Row {
        T::ErrorConnecting, kNetworkClient, L::Warn, {888, 929, 950, 992, 1082, 1084}, "Error connecting to node {}"},
    Row {T::CompletedConnection, kNetworkClient, L::Debug, {838, 879, 902, 953, 1038, 1040},
        "Completed connection to node {}. Fetching API versions."},
    Row {T::InitiatingApiVersions, kNetworkClient, L::Debug, {852, 893, 916, 967, 1052, 1054},
        "Initiating API versions fetch from node {}."},
    Row {T::NoVersionInformation, kNetworkClient, L::Trace, {453, 465, 466, 493, 525, 525},
        "No version information found when sending {} with correlation id {} to node {}. Assuming version {}."},
    Row {T::ApiVersionsRecorded, kNetworkClient, L::Debug, {806, 847, 870, 0, 0, 0},
        "Recorded API versions for node {}: {}"},
    Row {T::FinalizedFeatures, kNetworkClient, L::Debug, {0, 0, 0, 922, 1003, 1005},
        "Node {} has finalized features epoch: -1, finalized features: [], supported features: [], API versions: {}."}
        .text2(k39,
            "Node {} has finalized features epoch: -1, finalized features: [], supported features: [], ZK migration "
            "ready: "
            "false, API versions: {}."),
    Row {T::SendingRequest, kNetworkClient, L::Trace, {480, 492, 496, 0, 0, 0},
        "Sending {} {} with correlation id {} to node {}"},
    Row {T::UsingOlderVersion, kNetworkClient, L::Debug, {483, 495, 499, 0, 0, 0},
        "Using older server API v{} to send {} {} with correlation id {} to node {}"},
    Row {T::SendingRequestWithHeader, kNetworkClient, L::Debug, {0, 0, 0, 522, 556, 556},
        "Sending {} request with header {} and timeout {} to node {}: {}"},
    Row {T::CompletedReceive, kNetworkClient, L::Trace, {774, 814, 837, 0, 0, 0},
        "Completed receive from node {} for {} with correlation id {}, received {}"},
    Row {T::ReceivedResponse, kNetworkClient, L::Debug, {0, 0, 0, 880, 954, 954},
        "Received {} response from node {} for request with header {}: {}"},
    Row {T::SendingMetadataRequest, kNetworkClient, L::Debug, {1033, 1073, 1097, 1140, 1246, 1248},
        "Sending metadata request {} to node {}"},
    Row {T::GiveUpMetadata, kNetworkClient, L::Debug, {931, 972, 1001, 1042, 1160, 1162},
        "Give up sending metadata request since no node is available"},
    Row {T::LeastLoadedReady, kNetworkClient, L::Trace, {621, 657, 666, 690, 736, 736},
        "Found least loaded node {} connected with no in-flight requests"},
    Row {T::LeastLoadedAny, kNetworkClient, L::Trace, {634, 670, 0, 0, 0, 0}, "Found least loaded node {}"},
    Row {T::LeastLoadedInFlight, kNetworkClient, L::Trace, {0, 0, 686, 714, 760, 760},
        "Found least loaded node {} with {} inflight requests"},
    Row {T::LeastLoadedConnecting, kNetworkClient, L::Trace, {0, 0, 689, 717, 763, 763},
        "Found least loaded connecting node {}"},
    Row {T::LeastLoadedUnconnected, kNetworkClient, L::Trace, {0, 0, 692, 720, 766, 766},
        "Found least loaded node {} with no active connection"},
    Row {T::LeastLoadedNone, kNetworkClient, L::Trace, {636, 672, 695, 723, 769, 769},
        "Least loaded node selection failed to find an available node"},
    Row {T::NodeDisconnected, kNetworkClient, L::Debug, {818, 859, 882, 936, 1021, 1023}, "Node {} disconnected."}
        .level2(k39, L::Info),
    Row {T::IdleNodeDisconnected, kNetworkClient, L::Debug, {0, 0, 0, 0, 1019, 1021},
        "Idle connection to node {} disconnected."},
    Row {T::CouldNotBeEstablished, kNetworkClient, L::Warn, {685, 725, 748, 776, 849, 849},
        "Connection to node {} ({}) could not be established. Broker may not be available."}
        .text2(k39, "Connection to node {} ({}) could not be established. Node may not be available."),
    Row {T::BootstrapDisconnected, kNetworkClient, L::Warn, {949, 990, 1019, 1060, 1178, 1180},
        "Bootstrap broker {} disconnected"},
    Row {T::CancelledRequest, kNetworkClient, L::Trace, {691, 731, 754, 347, 0, 0},
        "Cancelled request {} {} with correlation id {} due to node {} being disconnected"},
    Row {T::CancelledInFlight, kNetworkClient, L::Debug, {0, 0, 0, 0, 358, 358},
        "Cancelled in-flight {} request with correlation id {} due to node {} being disconnected (elapsed time since "
        "creation: {}ms, elapsed time since send: {}ms, throttle time: 0ms, request timeout: {}ms): {}"},
    Row {T::RequestTimeout, kNetworkClient, L::Debug, {712, 752, 775, 798, 871, 871},
        "Disconnecting from node {} due to request timeout."}
        .level2(k39, L::Info),
    Row {T::SetupTimeout, kNetworkClient, L::Debug, {0, 0, 0, 820, 893, 893},
        "Disconnecting from node {} due to socket connection setup timeout. The timeout value is {} ms."}
        .level2(k39, L::Info),
    Row {T::ManuallyDisconnected, kNetworkClient, L::Debug, {314, 325, 326, 0, 0, 0},
        "Manually disconnected from {}. Removed requests: {}."},
    Row {T::ClientRequestedDisconnect, kNetworkClient, L::Info, {0, 0, 0, 0, 344, 344},
        "Client requested disconnect from node {}"},
    Row {T::MetadataError, kNetworkClient, L::Warn, {983, 1023, 1051, 1100, 1218, 1220},
        "Error while fetching metadata with correlation id {} : {}"}
        .text2(
            k39, "The metadata response from the cluster reported a recoverable issue with correlation id {} : {}"),

    Row {T::CreatedSocket, kSelector, L::Debug, {519, 524, 535, 531, 551, 536},
        "Created socket with SO_RCVBUF = {}, SO_SNDBUF = {}, SO_TIMEOUT = 0 to node {}"},
    Row {T::AboutToCloseIdle, kSelector, L::Trace, {705, 736, 747, 794, 819, 804},
        "About to close the idle connection from {} due to being idle for {} millis"},
    Row {T::ConnectionLost, kSelector, L::Debug, {575, 596, 607, 606, 626, 611}, "Connection with {} disconnected"},
    Row {T::ResolvedHostAs, kClientUtils, L::Debug, {0, 0, 0, 0, 128, 128}, "Resolved host {} as {}"}.prefixSince(
        kReleaseCount),
    Row {
        T::ResolvedHostTo, kConnectionStates, L::Debug, {0, 0, 0, 0, 538, 538}, "Resolved host {} to addresses [{}]"},
    Row {T::BootstrapUnresolved, kClientUtils, L::Warn, {72, 76, 74, 75, 90, 90}, "{}"}.prefixSince(kReleaseCount),
    Row {T::CanonicalUnresolved, kClientUtils, L::Warn, {64, 68, 66, 67, 82, 82}, "{}"}.prefixSince(kReleaseCount),
    Row {T::HostnameChanged, kConnectionStates, L::Info, {0, 124, 136, 155, 158, 158},
        "Hostname for node {} changed from {} to {}."},

    Row {T::ClusterId, kMetadata, L::Info, {285, 365, 266, 279, 365, 365}, "Cluster ID: {}"}.prefixSince(k23),
    Row {T::UpdatedMetadata, kMetadata, L::Debug, {290, 370, 270, 283, 369, 369},
        "Updated cluster metadata version {} to {}"}
        .text2(k23, "Updated cluster metadata updateVersion {} to {}")
        .prefixSince(k23),
    Row {T::RequestingMetadataForTopic, kMetadata, L::Debug, {0, 0, 325, 343, 532, 532},
        "Requesting metadata update for topic {} due to error {}"},
    Row {T::Rebootstrapping, kMetadata, L::Info, {0, 0, 0, 0, 314, 314}, "Rebootstrapping with {}"},

    coordinator(T::SendingFindCoordinator, L::Debug, {628, 649, 699, 820, 905, 905},
        "Sending FindCoordinator request to broker {}"),
    coordinator(T::NoBrokerForFindCoordinator, L::Debug, {260, 264, 278, 282, 328, 328},
        "No broker available to send FindCoordinator request"),
    coordinator(T::CoordinatorDiscoveryFailed, L::Debug, {240, 244, 258, 256, 301, 301},
        "Coordinator discovery failed, refreshing metadata"),
    coordinator(
        T::ReceivedFindCoordinator, L::Debug, {639, 660, 713, 834, 918, 918}, "Received FindCoordinator response {}"),
    coordinator(
        T::DiscoveredGroupCoordinator, L::Info, {654, 675, 728, 848, 937, 937}, "Discovered group coordinator {}"),
    coordinator(T::CoordinatorUnavailable, L::Info, {706, 727, 780, 0, 0, 0},
        "Group coordinator {} is unavailable or invalid, will attempt rediscovery"),
    coordinator(T::CoordinatorUnavailableDueTo, L::Info, {0, 0, 0, 911, 1000, 1000},
        "Group coordinator {} is unavailable or invalid due to cause: {}.isDisconnected: {}. Rediscovery will be "
        "attempted.")
        .text2(k39,
            "Group coordinator {} is unavailable or invalid due to cause: {}. isDisconnected: {}. Rediscovery will "
            "be "
            "attempted."),
    coordinator(T::RequestingDisconnect, L::Info, {0, 0, 0, 0, 1013, 1013},
        "Requesting disconnect from last known coordinator {}"),
    coordinator(T::RejoiningGroup, L::Info, {486, 491, 505, 538, 605, 605}, "(Re-)joining group"),
    Row {T::JoiningWithSubscription, kConsumerCoordinator, L::Debug, {0, 0, 181, 215, 261, 261},
        "Joining group with current subscription: [{}]"},
    coordinator(
        T::SendingJoinGroup, L::Debug, {494, 499, 517, 550, 618, 618}, "Sending JoinGroup ({}) to coordinator {}"),
    coordinator(
        T::ReceivedJoinGroup, L::Debug, {509, 514, 532, 574, 646, 646}, "Received successful JoinGroup response: {}"),
    coordinator(
        T::JoinedGroup, L::Info, {450, 455, 469, 594, 666, 666}, "Successfully joined group with generation {}"),
    coordinator(T::SyncedGroup, L::Info, {0, 0, 0, 758, 843, 843}, "Successfully synced group in generation {}"),
    coordinator(T::SendingLeaderSync, L::Debug, {574, 595, 642, 0, 793, 793},
        "Sending leader SyncGroup to coordinator {}: {}"),
    coordinator(T::SendingLeaderSyncAtGeneration, L::Debug, {0, 0, 0, 713, 0, 0},
        "Sending leader SyncGroup to coordinator {} at generation {}: {}"),
    coordinator(T::SendingFollowerSync, L::Debug, {562, 583, 615, 0, 760, 760},
        "Sending follower SyncGroup to coordinator {}: {}"),
    coordinator(T::SendingFollowerSyncAtGeneration, L::Debug, {0, 0, 0, 684, 0, 0},
        "Sending follower SyncGroup to coordinator {} at generation {}: {}"),
    coordinator(
        T::SendingHeartbeat, L::Debug, {809, 849, 910, 0, 0, 0}, "Sending Heartbeat request to coordinator {}"),
    coordinator(T::SendingHeartbeatWithGeneration, L::Debug, {0, 0, 0, 1088, 1220, 1220},
        "Sending Heartbeat request with generation {} and member id {} to coordinator {}"),
    coordinator(
        T::HeartbeatReceived, L::Debug, {822, 862, 927, 1111, 1243, 1243}, "Received successful Heartbeat response"),
    coordinator(T::HeartbeatRebalancing, L::Info, {831, 871, 936, 1123, 0, 0},
        "Attempt to heartbeat failed since group is rebalancing"),
    coordinator(T::HeartbeatNoCoordinator, L::Info, {826, 866, 931, 1115, 1247, 1247},
        "Attempt to heartbeat failed since coordinator {} is either not started or not valid.")
        .text2(k28, "Attempt to heartbeat failed since coordinator {} is either not started or not valid"),
    coordinator(T::HeartbeatStaleGeneration, L::Info, {835, 875, 940, 0, 0, 0},
        "Attempt to heartbeat failed since generation {} is not current"),
    coordinator(T::HeartbeatUnknownMember, L::Info, {839, 879, 947, 0, 0, 0},
        "Attempt to heartbeat failed for since member id {} is not valid."),
    coordinator(T::HeartbeatResetsGeneration, L::Info, {0, 0, 0, 1134, 1267, 1267},
        "Attempt to heartbeat with {} and group instance id {} failed due to {}, resetting generation"),
    coordinator(T::PollTimeoutExpired, L::Warn, {1011, 1051, 1119, 0, 1148, 1148},
        "This member will leave the group because consumer poll timeout has expired. This means the time between "
        "subsequent calls to poll() was longer than the configured max.poll.interval.ms, which typically implies "
        "that the "
        "poll loop is spending too much time processing messages. You can address this either by increasing "
        "max.poll.interval.ms or by reducing the maximum size of batches returned in poll() with max.poll.records.")
        .text2(k39,
            "consumer poll timeout has expired. This means the time between subsequent calls to poll() was longer "
            "than the "
            "configured max.poll.interval.ms, which typically implies that the poll loop is spending too much time "
            "processing messages. You can address this either by increasing max.poll.interval.ms or by reducing the "
            "maximum "
            "size of batches returned in poll() with max.poll.records."),
    coordinator(T::SendingLeaveGroup, L::Info, {782, 0, 0, 0, 0, 0}, "Sending LeaveGroup request to coordinator {}"),
    coordinator(
        T::MemberLeaves, L::Info, {0, 822, 879, 0, 0, 0}, "Member {} sending LeaveGroup request to coordinator {}"),
    coordinator(T::MemberLeavesDueTo, L::Info, {0, 0, 0, 1042, 1174, 1174},
        "Member {} sending LeaveGroup request to coordinator {} due to {}"),
    coordinator(
        T::LeaveGroupReturned, L::Debug, {798, 838, 899, 0, 0, 0}, "LeaveGroup request returned successfully"),
    coordinator(T::HeartbeatThreadStarted, L::Debug, {978, 1018, 1086, 1348, 1482, 1482}, "Heartbeat thread started"),
    coordinator(T::HeartbeatThreadEnabled, L::Debug, {946, 986, 1054, 1316, 1450, 1450}, "Enabling heartbeat thread"),
    coordinator(
        T::HeartbeatThreadDisabled, L::Debug, {955, 995, 1063, 1325, 1459, 1459}, "Disabling heartbeat thread"),
    coordinator(
        T::HeartbeatThreadClosed, L::Debug, {1071, 1111, 1182, 1450, 1579, 1579}, "Heartbeat thread has closed"),
    coordinator(T::CloseTimedOut, L::Warn, {769, 809, 862, 1023, 1141, 1141},
        "Close timed out with {} pending requests to coordinator, terminating client connections"),
    Row {T::SettingPartitions, kConsumerCoordinator, L::Info, {289, 290, 283, 0, 0, 0},
        "Setting newly assigned partitions {}"}
        .text2(k22, "Setting newly assigned partitions: {}"),
    Row {T::AddingPartitions, kConsumerCoordinator, L::Info, {0, 0, 0, 288, 58, 58},
        "Adding newly assigned partitions: {}"}
        .logger2(k39, kListenerInvoker),
    Row {T::RevokingPartitions, kConsumerCoordinator, L::Info, {458, 459, 476, 307, 80, 80},
        "Revoking previously assigned partitions [{}]"}
        .text2(k28, "Revoke previously assigned partitions {}")
        .logger2(k39, kListenerInvoker),
    Row {T::FetchingCommittedOffsets, kConsumerCoordinator, L::Debug, {870, 870, 931, 1288, 1439, 1439},
        "Fetching committed offsets for partitions: [{}]"},
    Row {T::AsyncAutoCommit, kConsumerCoordinator, L::Debug, {696, 696, 727, 1039, 1190, 1190},
        "Sending asynchronous auto-commit of offsets {}"},
    Row {T::SyncAutoCommit, kConsumerCoordinator, L::Debug, {720, 720, 751, 1060, 1143, 1143},
        "Sending synchronous auto-commit of offsets {}"},

    Row {T::SendingListOffsets, kFetcher, L::Debug, {741, 743, 905, 983, 397, 398},
        "Sending ListOffsetRequest {} to broker {}"}
        .logger2(k39, kOffsetFetcher),
    Row {T::SendingFetch, kFetcher, L::Debug, {218, 218, 246, 265, 305, 305}, "Sending {} {} to broker {}"}
        .text2(k39, "Sending read_uncommitted {} to broker {}")
        .logger2(k39, kAbstractFetch),
    Row {T::HandlingListOffsets, kFetcher, L::Debug, {797, 799, 961, 1035, 133, 133},
        "Handling ListOffsetResponse response for {}. Fetched offset {}, timestamp -1"}
        .logger2(k39, kOffsetFetcherUtils),
    Row {T::ResettingOffset, kFetcher, L::Info, {583, 584, 348, 398, 407, 405},
        "Resetting offset for partition {} to offset {}."}
        .text2(k28,
            "Resetting offset for partition {} to position FetchPosition{offset={}, offsetEpoch=Optional.empty, "
            "currentLeader=LeaderAndEpoch{leader={}, epoch=absent}}.")
        .logger2(k23, kSubscriptionState),
    Row {T::CancelledWithHeader, kConsumerNetworkClient, L::Debug, {569, 569, 572, 596, 611, 611},
        "Cancelled request with header {} due to node {} being disconnected"},

    Row {T::SendingTransactional, kSender, L::Debug, {433, 435, 455, 0, 0, 0},
        "Sending transactional request {} to node {}"},
    Row {T::SendingTransactionalWithCorrelation, kSender, L::Debug, {0, 0, 0, 476, 512, 512},
        "Sending transactional request {} to node {} with correlation ID {}"},
    Row {T::DiscoveredCoordinator, kTransactions, L::Info, {0, 0, 0, 1545, 1507, 1525},
        "Discovered {} coordinator {}"},

    Row {T::IdempotentProducer, kProducer, L::Info, {527, 526, 534, 541, 623, 624},
        "Instantiated an idempotent producer."},
    Row {T::TransactionalProducer, kProducer, L::Info, {525, 524, 532, 539, 621, 622},
        "Instantiated a transactional producer."},
    Row {T::SenderStarting, kSender, L::Debug, {228, 230, 233, 237, 243, 243}, "Starting Kafka producer I/O thread."},
    Row {T::ProducerStarted, kProducer, L::Debug, {426, 425, 428, 435, 471, 472}, "Kafka producer started"},
    Row {T::ProducerClosing, kProducer, L::Info, {1136, 1139, 1153, 1204, 1382, 1383},
        "Closing the Kafka producer with timeoutMillis = {} ms."},
    Row {T::ProducerForcedClose, kProducer, L::Info, {1162, 1165, 1179, 1230, 1416, 1417},
        "Proceeding to force close the producer since pending requests could not be completed within timeout {} ms."},
    Row {T::SenderStopping, kSender, L::Debug, {239, 241, 244, 248, 257, 257},
        "Beginning shutdown of Kafka producer I/O thread, sending remaining records."},
    Row {T::SenderStopped, kSender, L::Debug, {263, 265, 286, 290, 307, 307},
        "Shutdown of Kafka producer I/O thread has completed."},
    Row {T::ProducerClosed, kProducer, L::Debug, {1181, 1184, 1205, 1256, 1444, 1445},
        "Kafka producer has been closed"},
    Row {T::ConsumerInitializing, kConsumer, L::Debug, {670, 682, 699, 696, 169, 170},
        "Initializing the Kafka consumer"}
        .logger2(k39, kClassicConsumer),
    Row {T::ConsumerInitialized, kConsumer, L::Debug, {799, 806, 822, 815, 262, 263}, "Kafka consumer initialized"}
        .logger2(k39, kClassicConsumer),
    Row {T::ConsumerSubscribed, kConsumer, L::Debug, {927, 936, 964, 965, 481, 493}, "Subscribed to topic(s): {}"}
        .level2(k22, L::Info)
        .logger2(k39, kClassicConsumer),
    Row {T::ConsumerAssigned, kConsumer, L::Debug, {1078, 1090, 1114, 1120, 579, 591},
        "Subscribed to partition(s): {}"}
        .level2(k22, L::Info)
        .text2(k39, "Assigned to partition(s): {}")
        .logger2(k39, kClassicConsumer),
    Row {T::ConsumerClosed, kConsumer, L::Debug, {2138, 2181, 2220, 2379, 1163, 1151},
        "Kafka consumer has been closed"}
        .logger2(k39, kClassicConsumer),
};

static_assert(kRows.size() == static_cast<std::size_t>(kLogTemplateCount));
static_assert(
    [] {
        for (std::size_t i = 0; i < kRows.size(); ++i) {
            if (static_cast<std::size_t>(kRows[i].id) != i)
                return false;
        }
        return true;
    }(),
    "rows are found by their number");

} // namespace

std::string_view logLevelName(LogLevel level)
{
    constexpr std::array<std::string_view, 4> kNames {"TRACE", "DEBUG", "INFO", "WARN"};
    return kNames[static_cast<std::size_t>(level)];
}

std::optional<LogMessage> logMessage(LogTemplate which, KafkaVersion version)
{
    std::size_t release = 0;
    for (std::size_t i = 1; i < kReleaseCount; ++i) {
        if (version >= kReleases[i])
            release = i;
    }
    const Row& row = kRows[static_cast<std::size_t>(which)];
    if (row.lines[release] == 0)
        return std::nullopt;
    LogMessage message;
    message.text = release >= row.textFrom ? row.laterText : row.text;
    message.logger = release >= row.loggerFrom ? row.laterLogger : row.logger;
    message.level = release >= row.levelFrom ? row.laterLevel : row.level;
    message.line = row.lines[release];
    message.prefixed = release >= row.prefixFrom;
    return message;
}

std::string fillIn(std::string_view text, std::initializer_list<std::string_view> arguments)
{
    std::string out;
    auto argument = arguments.begin();
    while (!text.empty()) {
        const std::size_t hole = argument == arguments.end() ? std::string_view::npos : text.find("{}");
        if (hole == std::string_view::npos) {
            out += text;
            break;
        }
        out += text.substr(0, hole);
        out += *argument++;
        text.remove_prefix(hole + 2);
    }
    return out;
}

} // namespace connscope::protocol
