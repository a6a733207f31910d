// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/event.h"

#include <cstdint>
#include <string_view>

/// \file
/// The languages in which a trace is told. Files, queries and the command line's reports are English; the window speaks
/// the language of its user. Kafka's own words (config keys, request names, client ids, node ids) and TCP's states are
/// the same in both. The words themselves: phrases.cpp (sentences), language.cpp (single words), rules_zh.cpp.

namespace connscope::analysis {

enum class Language : std::uint8_t { English, Chinese };
inline constexpr int kLanguageCount = 2;

/// "request sent", "已发送请求": what an event list calls a kind.
std::string_view kindWord(trace::EventKind kind, Language language);
/// "client idle expiry", "客户端空闲到期".
std::string_view ruleName(trace::RuleId rule, Language language);
/// What the rule says, one sentence with its full stop.
std::string_view ruleSentence(trace::RuleId rule, Language language);
/// "bootstrap", "data", "coordinator", …
std::string_view roleWord(Role role, Language language);
/// "client", "broker", "network"; "" for None.
std::string_view sideWord(trace::Side side, Language language);
/// "producer", "consumer", "admin", "other".
std::string_view clientKindWord(trace::ClientKind kind, Language language);

} // namespace connscope::analysis
