// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

/// \file
/// The catalogue of patterns from which sentences are made: one row a pattern, both languages side by side. A pattern has
/// named slots ("{client} is closed") and no grammar; where a language needs another form, it is another row.

namespace connscope::analysis {

enum class Phrase : std::uint8_t {
    // names
    AClient,
    ABroker,
    ANode,
    ClientNumber,
    BrokerNumber,
    NodePlace,
    NodePlaceRemote,
    BootstrapAddress,
    CoordinatorNode,
    BrokerTransaction,
    // lengths of time, limits, errors
    Seconds,
    Milliseconds,
    Microseconds,
    Nanoseconds,
    NoTimeLimit,
    TimeLimit,
    ErrorNumber,
    // lists
    Comma,
    And,
    WithText,
    // numbers of things: English "one|many"
    Nodes,
    Brokers,
    Records,
    Partitions,
    Members,
    Bytes,
    Causes,
    Connections,
    Requests,
    Answers,
    // ends of a connection
    ClientsEnd,
    BrokersEnd,
    TheNetwork,
    OneEnd,
    TheBroker,
    // events
    ScenarioBegins,
    ClientCreatedKind,
    ClientCreated,
    CloseCalled,
    ClientClosed,
    ClientKilled,
    ClientPaused,
    ClientResumed,
    AppCall,
    AppReturn,
    ConnectStarted,
    Connected,
    Authenticated,
    Ready,
    ConnectFailed,
    Disconnected,
    BackoffStarted,
    IdleExpired,
    NodeInferred,
    ProtocolError,
    AuthenticationFailed,
    TcpState,
    SynDropped,
    FinSent,
    FinReceived,
    ResetSent,
    ResetReceived,
    Closed,
    RequestQueued,
    RequestSent,
    RequestReceived,
    ResponseSent,
    ResponseReceived,
    RequestCancelled,
    RequestTimedOut,
    NodeChosen,
    NodeNotFound,
    MetadataRequested,
    MetadataUpdated,
    MetadataFailed,
    CoordinatorFound,
    CoordinatorLost,
    CoordinatorLostOf,
    GroupJoined,
    PartitionsAssigned,
    PartitionsRevoked,
    NoPartitions,
    GroupLeft,
    FetchPositionReset,
    RecordsDelivered,
    RecordsDeliveredFor,
    RecordsFailed,
    BatchReady,
    BatchReadyFor,
    TransactionState,
    BrokerUp,
    BrokerDown,
    BrokerDownHow,
    BrokerPaused,
    BrokerResumed,
    BrokerSlow,
    BrokerFast,
    LeaderMoved,
    LeaderNone,
    CoordinatorMoved,
    TopicCreated,
    LinkCut,
    LinkHealed,
    FlowForgotten,
    PacketDropped,
    GroupRebalancing,
    MemberRemoved,
    Action,
    ConfigChanged,
    Mark,
    Stopped,
    EventsDropped,
    WholeFromHere,
    EarlierRequests,
    EarlierAnswers,
    // details: what an event list's other columns do not say
    UntilAgain,
    SinceLastUse,
    From,
    Attempt,
    AtTheBroker,
    AfterSent,
    OfNodes,
    InFlightThere,
    UntilItTries,
    Version,
    Generation,
    Offset,
    NoLonger,
    MoreForEach,
    Idle,
    // words that sessions write into the text of events
    Killed,
    StoppedWell,
    TransactionBegin,
    TransactionCommit,
    TransactionFatal,
    TransactionAbortable,
    TransactionComplete,
    TransactionAbort,
    BrokerList,
    LeaderOf,
    StartClient,
    // why-chains
    MoreCauses,
    // captions and alternative texts (caption.cpp); "one|many" where a number decides
    NumberWords,
    Minutes,
    Hours,
    AfterTheStart,
    AtTheStart,
    Clients,
    Lanes,
    ProducerNamed,
    ConsumerNamed,
    AdminNamed,
    ClientNamed,
    ClientWithArticle,
    Holds,
    HoldsNone,
    NoClient,
    ClientHas,
    ClientHasNone,
    ToBootstrap,
    ToCoordinator,
    ToBroker,
    ToUnknown,
    NodeRange,
    NodesBetween,
    NextId,
    LastId,
    Orphaned,
    NotUsedFor,
    HalfClosed,
    HalfClosedOf,
    Opens,
    OpensNone,
    OpenBefore,
    EndedBy,
    OpenAtEnd,
    NoneOpenAtEnd,
    Sends,
    SendsNone,
    OpenedMeanwhile,
    ClosedMeanwhile,
    SentOf,
    AltTopology,
    AltTimeline,
    AltSequence,
    AltLink,
    AltLane,
    AltMore,
    AltUnused,
    AltOpened,
    AltReady,
    AltLastUsed,
    AltClosedBy,
    AltStillOpen,
    AltNoRequests,
    ChannelNone,
    ChannelConnecting,
    ChannelAuthenticating,
    ChannelCheckingApiVersions,
    ChannelReady,
    ChannelDisconnected,
    ChannelBackingOff,
    Sentence,
    // diagrams and tables for documents (sequence.cpp, report_markdown.cpp)
    BrokerAt,
    SequenceLabel,
    SequenceConnect,
    SequenceConnected,
    SequenceNoConnection,
    SequenceClose,
    SequenceWithRule,
    SequenceFromTo,
    SequenceLater,
    TableClient,
    TableNode,
    TableRole,
    TableRemote,
    TableOpened,
    TableOpenRule,
    TableReady,
    TableLastUsed,
    TableClosed,
    TableCloser,
    TableCloseRule,
    TableRequests,
    TableUsedLater,
    TimelineNothing,
    TimelineScale,
    TimelineOpen,
    LegendOpened,
    LegendOpening,
    LegendOpen,
    LegendRequest,
    LegendInFlight,
    LegendHalfClosed,
    LegendClosed,
    LegendFolded,
};
inline constexpr int kPhraseCount = static_cast<int>(Phrase::LegendFolded) + 1;

/// The pattern as the catalogue has it.
std::string_view pattern(Phrase phrase, Language language);

/// What stands in a slot, by its name.
using Slots = std::function<std::string(std::string_view)>;
/// A pattern with its slots filled. In Chinese no blank is left between two Chinese words.
std::string say(Language language, Phrase phrase, const Slots& slots);
/// A pattern with one slot, whatever its name.
std::string say(Language language, Phrase phrase, std::string_view value = {});
/// A pattern "one|many", of which \a count chooses the half.
std::string say(Language language, Phrase phrase, std::uint64_t count, const Slots& slots);
/// "1 node", "2 nodes"; "2 个节点". \a phrase is one of those for numbers of things.
std::string counted(Language language, Phrase phrase, std::uint64_t count);

/// The same for the patterns of another room's catalogue.
std::string fillPattern(Language language, std::string_view pattern, const Slots& slots);
std::string countedPattern(std::string_view words, std::uint64_t count);

/// A rule in Chinese (rules_zh.cpp).
struct RuleWords {
    trace::RuleId id;
    std::string_view name;
    std::string_view sentence;
};
const RuleWords& chineseRule(trace::RuleId id);

} // namespace connscope::analysis
