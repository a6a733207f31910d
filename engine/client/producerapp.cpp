// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/producerapp.h"

#include <algorithm>

namespace connscope::client {

using trace::EventKind;
using trace::RuleId;

namespace {
// Closing takes precedence over everything the script still wants.
bool isClose(const Step& step) { return step.kind == Step::Kind::Close; }
} // namespace

ProducerApp::ProducerApp(Context& context, Metadata& metadata, Accumulator& accumulator, Transactions& transactions,
    std::vector<Step> script, EventId constructed)
    : m_context(context)
    , m_metadata(metadata)
    , m_accumulator(accumulator)
    , m_transactions(transactions)
    , m_script(std::make_move_iterator(script.begin()), std::make_move_iterator(script.end()))
    , m_origin(constructed)
    , m_call(constructed)
    , m_wake(context.now)
{
}

void ProducerApp::append(std::vector<Step> steps)
{
    std::move(steps.begin(), steps.end(), std::back_inserter(m_script));
    m_wake = Instant {};
}

void ProducerApp::replace(std::vector<Step> steps, EventId cause)
{
    m_script.assign(std::make_move_iterator(steps.begin()), std::make_move_iterator(steps.end()));
    m_origin = cause;
    m_begun = m_inRound = m_waitsForMetadata = m_waitsForAck = m_awaitsTransaction = false;
    m_accumulator.setFlushing(false);
    m_wake = Instant {};
}

EventId ProducerApp::call(const std::string& text, std::int64_t value)
{
    m_call = m_context.append(EventKind::AppCall, m_origin, RuleId::ApplicationCall, text, value);
    return m_call;
}

void ProducerApp::returned(std::string_view text, std::int64_t error, EventId why)
{
    const bool hasWaited = why.isValid() && m_call < why;
    m_context.append(EventKind::AppReturn, hasWaited ? why : m_call,
        hasWaited ? m_context.trace[why].rule : RuleId::ApplicationCall, text, error);
}

bool ProducerApp::run()
{
    m_wokeSender = false;
    m_wake = kNever;
    if (m_transactions.isTransactional() && !m_initialized && !(!m_script.empty() && isClose(m_script.front()))) {
        if (!m_awaitsTransaction && !m_transactions.isInitializing()) {
            m_transactions.initialize(call("initTransactions()"));
            m_wokeSender = true;
        }
        if (!transactionIsOver("initTransactions()", m_transactions.isInitialized(), true))
            return m_wokeSender;
        m_initialized = true;
    }
    while (!m_script.empty() && !m_closing) {
        if (!m_waitsForAck && !m_waitsForMetadata && refuses(m_script.front())) {
            m_begun = false;
            m_script.pop_front();
            continue;
        }
        if (!m_begun) {
            m_begun = true;
            m_stepStart = m_context.now;
            m_round = 0;
            m_target = 0;
            m_inRound = false;
        }
        if (!runStep())
            break;
        m_begun = false;
        m_script.pop_front();
    }
    return m_wokeSender;
}

// Whether the topic is known, and has this partition.
bool ProducerApp::isKnown(const std::string& topic, std::int32_t partition) const
{
    const protocol::TopicMetadata* known = m_metadata.topic(topic);
    return known != nullptr && (partition < 0 || static_cast<std::size_t>(partition) < known->partitions.size());
}

// KafkaProducer#waitOnMetadata. True when the topic and the partition are known; otherwise the call blocks.
bool ProducerApp::haveMetadata(const std::string& topic, std::int32_t partition)
{
    m_metadata.addTopic(topic, m_call);
    if (isKnown(topic, partition)) {
        m_waitsForMetadata = false;
        return true;
    }
    if (!m_waitsForMetadata) {
        m_waitsForMetadata = true;
        m_blockDeadline = saturatingAdd(m_context.now, m_context.settings.maxBlock);
        m_metadataVersion = -1;
    }
    if (m_metadataVersion != m_metadata.version()) {
        // First time, or an update came without the topic: ask (again) and wait for the next one.
        const bool again = m_metadataVersion != -1;
        m_metadataVersion = m_metadata.version();
        m_metadata.requestUpdateForTopic(topic, again ? m_metadata.lastUpdate() : m_call,
            again ? RuleId::MetadataUnknownTopic : RuleId::MetadataNewTopic);
        m_wokeSender = true;
    }
    m_wake = m_blockDeadline;
    return false;
}

bool ProducerApp::runSend(const Step& step)
{
    for (;;) {
        if (m_waitsForAck) {
            if (outstanding() > 0)
                return false;
            m_waitsForAck = false;
            returned("send().get()", 0, m_lastDone);
        }
        if (!m_inRound) {
            if (step.rounds != kForever && m_round >= step.rounds)
                return true;
            const Instant due = saturatingAdd(m_stepStart, step.every * m_round);
            if (m_context.now < due) {
                m_wake = due;
                return false;
            }
            if (m_sendsLeft <= 0) {
                m_wake = m_context.now;
                return false;
            }
            --m_sendsLeft;
            m_inRound = true;
            m_target = 0;
        }
        // The partition that this record names; -1 = the partitioner chooses among those that there are.
        const auto named = static_cast<std::int64_t>(step.toPartitions.size());
        const std::int32_t wanted = named == 0
            ? -1
            : step.toPartitions[static_cast<std::size_t>(step.roundRobin ? m_round % named : 0) + m_target];
        const bool isTopicKnown = m_metadata.topic(step.topic) != nullptr;
        const auto words = [&] {
            return "send(" + step.topic + (isTopicKnown ? '-' + std::to_string(wanted) : std::string()) + ')';
        };
        if (!m_waitsForMetadata && !isKnown(step.topic, wanted))
            call(words());
        if (!haveMetadata(step.topic, wanted)) {
            const EventId fatal = m_metadata.takeFatal();
            const bool refused = fatal.isValid();
            if (m_context.now < m_blockDeadline && !refused)
                return false;
            // SaslAuthenticationException, UnsupportedVersionException, "Topic t not present in metadata after 60000 ms.", or
            // "Partition 5 of topic t with partition count 1 is not present in metadata after 60000 ms."
            returned(words(),
                static_cast<std::int64_t>(
                    refused ? m_metadata.fatalCode(fatal) : protocol::ErrorCode::RequestTimedOut),
                fatal);
            m_waitsForMetadata = false;
            // Where it is the partition that there is not, the round goes on with its others.
            if (isTopicKnown && !step.roundRobin && static_cast<std::int64_t>(++m_target) < named)
                continue;
            m_inRound = false;
            ++m_round;
            m_stepStart = std::max(m_stepStart, m_context.now - step.every * m_round);
            continue;
        }
        const auto partitions = static_cast<std::int32_t>(m_metadata.topic(step.topic)->partitions.size());
        const auto listed = static_cast<std::int64_t>(
            step.toPartitions.empty() ? static_cast<std::size_t>(partitions) : step.toPartitions.size());
        const std::int64_t first = step.roundRobin ? m_round % std::max<std::int64_t>(listed, 1) : 0;
        const std::int64_t inRound = step.roundRobin ? 1 : listed;
        while (static_cast<std::int64_t>(m_target) < inRound) {
            if (m_recordsLeft <= 0) {
                m_wake = m_context.now;
                return false;
            }
            const auto position = static_cast<std::size_t>(first) + m_target;
            const std::int32_t partition
                = step.toPartitions.empty() ? static_cast<std::int32_t>(position) : step.toPartitions[position];
            if (partition >= partitions)
                break; // it is waited for
            m_recordsLeft -= step.records;
            ++m_target;
            --m_sendsLeft;
            const EventId sendCall = call("send(" + step.topic + '-' + std::to_string(partition) + ')', step.records);
            if (Accumulator::sizeAlone(step.size) > m_context.settings.maxRequestSize) {
                // KafkaProducer#ensureValidRecordSize: RecordTooLargeException, before anything is kept or asked.
                returned("send(" + step.topic + ')', static_cast<std::int64_t>(protocol::ErrorCode::MessageTooLarge));
                continue;
            }
            const std::uint32_t index = m_accumulator.indexOf(step.topic, partition);
            if (m_transactions.isTransactional())
                m_transactions.addPartition(index, m_accumulator.partition(index), sendCall);
            for (std::int32_t i = 0; i < step.records; ++i) {
                if (m_accumulator.append(index, step.size, m_sends, sendCall))
                    m_wokeSender = true;
                ++m_sends;
            }
            if (step.sync) {
                m_waitsForAck = true;
                break;
            }
        }
        if (static_cast<std::int64_t>(m_target) >= inRound) {
            m_inRound = false;
            ++m_round;
        }
        if (m_waitsForAck)
            return false;
    }
}

// TransactionalRequestResult#await. A TimeoutException leaves the request where it is, and the documentation of KafkaProducer
// wants the call repeated: the application does, and waits for the same request (#handleCachedTransactionRequestResult).
bool ProducerApp::transactionIsOver(const std::string& name, bool isOver, bool isLimited)
{
    if (const EventId why = m_metadata.takeFatal(); why.isValid() && !isOver)
        m_transactions.fail(m_metadata.fatalCode(why), why); // TransactionManager#authenticationFailed
    if (isOver || m_transactions.hasFailed()) {
        m_awaitsTransaction = false;
        returned(name, static_cast<std::int64_t>(m_transactions.error()), m_transactions.lastStep());
        return true;
    }
    if (m_awaitsTransaction && isLimited && m_context.now >= m_blockDeadline) {
        returned(name, static_cast<std::int64_t>(protocol::ErrorCode::RequestTimedOut));
        call(name);
        m_awaitsTransaction = false;
    }
    if (!m_awaitsTransaction) {
        m_awaitsTransaction = true;
        m_blockDeadline = saturatingAdd(m_context.now, m_context.settings.maxBlock);
    }
    if (isLimited)
        m_wake = m_blockDeadline;
    return false;
}

// TransactionManager#maybeFailWithError: after a fatal error each call but close() throws it again, and nobody is asked; after
// an abortable one abortTransaction() does not. The application calls that where the commit throws, as the documentation of
// KafkaProducer has it.
bool ProducerApp::refuses(Step& step)
{
    if (!m_transactions.hasFailed() && !m_transactions.isSpoilt())
        return false;
    const char* name = nullptr;
    switch (step.kind) {
    case Step::Kind::Send:
        name = "send()"; // the application does not go through the rest of its loop
        break;
    case Step::Kind::BeginTransaction:
        name = "beginTransaction()";
        break;
    case Step::Kind::SendOffsetsToTransaction:
        name = "sendOffsetsToTransaction()";
        break;
    case Step::Kind::CommitTransaction:
        name = "commitTransaction()";
        break;
    case Step::Kind::AbortTransaction:
        if (m_transactions.isSpoilt())
            return false;
        name = "abortTransaction()";
        break;
    default:
        return false;
    }
    call(name);
    returned(name, static_cast<std::int64_t>(m_transactions.error()));
    if (m_transactions.isSpoilt() && step.kind == Step::Kind::CommitTransaction) {
        step.kind = Step::Kind::AbortTransaction;
        return false;
    }
    return true;
}

bool ProducerApp::runStep()
{
    const Step& step = m_script.front();
    switch (step.kind) {
    case Step::Kind::Wait:
        if (step.duration < Duration::zero())
            return false; // for ever
        if (m_context.now - m_stepStart >= step.duration)
            return true;
        m_wake = m_stepStart + step.duration;
        return false;
    case Step::Kind::Send:
        return runSend(step);
    case Step::Kind::Flush:
        if (!m_waitsForAck) {
            m_waitsForAck = true;
            m_accumulator.setFlushing(true);
            call("flush()");
            m_wokeSender = true;
        }
        if (outstanding() > 0)
            return false;
        m_waitsForAck = false;
        m_accumulator.setFlushing(false);
        returned("flush()", 0, m_lastDone);
        return true;
    case Step::Kind::BeginTransaction:
        m_transactions.begin(call("beginTransaction()"));
        return true;
    case Step::Kind::SendOffsetsToTransaction:
        if (!m_waitsForAck) {
            m_waitsForAck = true;
            m_transactions.sendOffsets(step.group, call("sendOffsetsToTransaction(" + step.group + ')'));
            m_wokeSender = true;
        }
        if (!transactionIsOver("sendOffsetsToTransaction(" + step.group + ')', !m_transactions.hasPending(),
                m_context.profile.limitsTransactionOffsets))
            return false;
        m_waitsForAck = false;
        return true;
    case Step::Kind::CommitTransaction:
    case Step::Kind::AbortTransaction: {
        const bool commit = step.kind == Step::Kind::CommitTransaction;
        const char* name = commit ? "commitTransaction()" : "abortTransaction()";
        if (!m_waitsForAck) {
            m_waitsForAck = true;
            m_transactions.end(commit, call(name));
            m_accumulator.setFlushing(true);
            m_wokeSender = true;
        }
        if (!transactionIsOver(name, !m_transactions.isEnding(), m_context.profile.limitsTransactionEnd))
            return false;
        m_waitsForAck = false;
        m_accumulator.setFlushing(false);
        if (commit && m_transactions.isSpoilt()) {
            m_script.front().kind = Step::Kind::AbortTransaction;
            return runStep();
        }
        return true;
    }
    case Step::Kind::Close:
        m_closing = true;
        m_closeDeadline = step.timeout < Duration::zero() ? kNever : saturatingAdd(m_context.now, step.timeout);
        m_closeCall = m_context.append(EventKind::ClientCloseCalled, m_origin, RuleId::ApplicationCall, "close()",
            step.timeout < Duration::zero() ? -1 : toMs(step.timeout));
        m_accumulator.close();
        m_wokeSender = true;
        return true;
    case Step::Kind::Mark:
        m_context.append(EventKind::Mark, m_origin, RuleId::ApplicationCall, step.text);
        return true;
    default:
        // A call that this kind of client does not have: the reader refuses it, so nothing is lost here.
        return true;
    }
}

} // namespace connscope::client
