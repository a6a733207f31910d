// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/script.h"
#include "trace/event.h"

#include <array>
#include <optional>
#include <string_view>

/// \file
/// The words of scripts: which steps there are, who may take them. Reader, writer and documentation share the table.

namespace connscope::scenario {

struct StepWord {
    enum Who : unsigned { P = 1, C = 2, A = 4, All = 7 };
    std::string_view word; ///< "commit-sync"
    client::Step::Kind kind;
    unsigned who;
    bool bare; ///< may stand without anything behind it
};

inline constexpr std::array<StepWord, 18> kStepWords {{
    {"wait", client::Step::Kind::Wait, StepWord::All, false},
    {"send", client::Step::Kind::Send, StepWord::P, true},
    {"flush", client::Step::Kind::Flush, StepWord::P, true},
    {"begin-transaction", client::Step::Kind::BeginTransaction, StepWord::P, true},
    {"send-offsets", client::Step::Kind::SendOffsetsToTransaction, StepWord::P, false},
    {"commit-transaction", client::Step::Kind::CommitTransaction, StepWord::P, true},
    {"abort-transaction", client::Step::Kind::AbortTransaction, StepWord::P, true},
    {"subscribe", client::Step::Kind::Subscribe, StepWord::C, false},
    {"assign", client::Step::Kind::Assign, StepWord::C, false},
    {"unsubscribe", client::Step::Kind::Unsubscribe, StepWord::C, true},
    {"poll", client::Step::Kind::Poll, StepWord::C, true},
    {"commit-sync", client::Step::Kind::CommitSync, StepWord::C, true},
    {"commit-async", client::Step::Kind::CommitAsync, StepWord::C, true},
    {"describe-cluster", client::Step::Kind::DescribeCluster, StepWord::A, true},
    {"describe-configs", client::Step::Kind::DescribeConfigs, StepWord::A, false},
    {"create-topic", client::Step::Kind::CreateTopic, StepWord::A, false},
    {"close", client::Step::Kind::Close, StepWord::All, true},
    {"mark", client::Step::Kind::Mark, StepWord::All, false},
}};

inline unsigned whoIs(trace::ClientKind kind)
{
    switch (kind) {
    case trace::ClientKind::Producer:
        return StepWord::P;
    case trace::ClientKind::Consumer:
        return StepWord::C;
    case trace::ClientKind::Admin:
        return StepWord::A;
    case trace::ClientKind::Other:
        break;
    }
    return StepWord::All;
}

} // namespace connscope::scenario
