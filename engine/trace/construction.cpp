// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/construction.h"

namespace connscope::trace {

namespace {

constexpr std::string_view kWords = " is not constructed: ";

} // namespace

std::string notConstructedText(std::string_view name, std::string_view reason)
{
    std::string text(name);
    text += kWords;
    text += reason;
    return text;
}

std::optional<NotConstructed> notConstructed(const Trace& trace, EventId event)
{
    const Event& e = trace[event];
    if (e.kind != EventKind::Mark || e.client.isValid()
        || (e.rule != RuleId::UnresolvedHost && e.rule != RuleId::ConfigValue))
        return std::nullopt;
    const std::string_view text = trace.text(e.text);
    const std::size_t at = text.find(kWords);
    if (at == std::string_view::npos)
        return std::nullopt;
    const bool isKind = e.value >= 0 && e.value <= static_cast<std::int64_t>(ClientKind::Other);
    return NotConstructed {event, text.substr(0, at), text.substr(at + kWords.size()),
        isKind ? static_cast<ClientKind>(e.value) : ClientKind::Other};
}

std::vector<NotConstructed> allNotConstructed(const Trace& trace)
{
    std::vector<NotConstructed> found;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (trace[i].kind != EventKind::Mark)
            continue;
        if (auto one = notConstructed(trace, EventId {static_cast<std::uint32_t>(i)}))
            found.push_back(*one);
    }
    return found;
}

} // namespace connscope::trace
