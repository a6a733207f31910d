// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/entryname.h"

namespace connscope::trace {

std::string_view entryName(const Trace& trace, const Event& created)
{
    constexpr std::string_view kStart = "start client ";
    constexpr std::string_view kAnew = "recreate-client "; // NAME KEY=VALUE …
    if (!created.cause.isValid() || created.cause.value >= trace.size())
        return {};
    const Event& cause = trace[created.cause];
    const std::string_view text = trace.text(cause.text);
    if (cause.kind != EventKind::Action)
        return {};
    if (text.starts_with(kStart))
        return text.substr(kStart.size());
    if (!text.starts_with(kAnew))
        return {};
    const std::string_view rest = text.substr(kAnew.size());
    const std::string_view name = rest.substr(0, rest.find(' '));
    return name == "*" ? std::string_view {} : name;
}

} // namespace connscope::trace
