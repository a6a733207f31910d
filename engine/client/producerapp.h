// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/accumulator.h"
#include "client/context.h"
#include "client/metadata.h"
#include "client/transactions.h"

#include <cstdint>
#include <deque>
#include <vector>

/// \file
/// The application thread of a producer: it runs the script, blocks where KafkaProducer's calls block (metadata in send(),
/// acknowledgements in send().get() and flush(), initTransactions() and commits) and wakes the Sender where they do.

namespace connscope::client {

class ProducerApp {
public:
    ProducerApp(Context& context, Metadata& metadata, Accumulator& accumulator, Transactions& transactions,
        std::vector<Step> script, EventId constructed);

    /// How many calls of send() fit into one poll of the brain, and those to the end of a round. A loop without pauses at a
    /// call that comes back at once would never end, and nobody could stop it: behind that many the brain gives control back
    /// and goes on at the same instant.
    static constexpr std::int64_t kSendsAtOnce = 10'000;
    /// The same of records, for calls that stand for many: in the middle of a round too.
    static constexpr std::int64_t kRecordsAtOnce = 1'000'000;
    /// The brain is polled: the application has kSendsAtOnce calls.
    void beginPoll()
    {
        m_sendsLeft = kSendsAtOnce;
        m_recordsLeft = kRecordsAtOnce;
    }
    /// Runs until the application blocks or has had its calls. Returns true when it woke the Sender.
    bool run();
    /// When it wants to run again by itself.
    Instant wake() const { return m_wake; }

    void append(std::vector<Step> steps);
    void replace(std::vector<Step> steps, EventId cause);
    /// \a count sends were acknowledged or given up; \a told: the event that says so.
    void completed(std::int64_t count, EventId told)
    {
        m_done += count;
        m_lastDone = told;
    }
    std::int64_t outstanding() const { return m_sends - m_done; }

    bool isClosing() const { return m_closing; }
    EventId closeCause() const { return m_closeCall; }
    Instant closeDeadline() const { return m_closeDeadline; }

private:
    bool runStep(); // true when the step is done
    bool runSend(const Step& step);
    bool isKnown(const std::string& topic, std::int32_t partition) const;
    bool haveMetadata(const std::string& topic, std::int32_t partition);
    bool transactionIsOver(const std::string& name, bool isOver, bool isLimited);
    bool refuses(Step& step); // true when its call throws at once; it is over then
    EventId call(const std::string& text, std::int64_t value = 0);
    /// The call under way comes back. \a why: the event that let it; where that is older than the call, or nothing, the call
    /// itself did: it had not to wait.
    void returned(std::string_view text, std::int64_t error = 0, EventId why = {});

    Context& m_context;
    Metadata& m_metadata;
    Accumulator& m_accumulator;
    Transactions& m_transactions;
    std::deque<Step> m_script;
    EventId m_origin; // what caused the script: construction or an action
    EventId m_call; // the call under way
    EventId m_closeCall;
    Instant m_wake {};
    bool m_wokeSender = false;
    std::int64_t m_sendsLeft = kSendsAtOnce;
    std::int64_t m_recordsLeft = kRecordsAtOnce;
    bool m_initialized = false; // initTransactions() has returned

    // of the step under way
    bool m_begun = false;
    Instant m_stepStart {};
    std::int64_t m_round = 0;
    std::size_t m_target = 0; // position in the round's partitions
    bool m_inRound = false;
    bool m_waitsForMetadata = false;
    int m_metadataVersion = -1;
    Instant m_blockDeadline {};
    bool m_waitsForAck = false;
    bool m_awaitsTransaction = false; // a call waits for the transaction manager, at most to m_blockDeadline
    std::int64_t m_waitFor = 0; // sends that must be done

    std::int64_t m_sends = 0;
    std::int64_t m_done = 0;
    EventId m_lastDone; // told of the last of them
    bool m_closing = false;
    Instant m_closeDeadline = kNever;
};

} // namespace connscope::client
