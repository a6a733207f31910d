// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/entryname.h"

namespace connscope::analysis {

std::string_view entryName(const trace::Trace& trace, const trace::Event& created)
{
    constexpr std::string_view kStart = "start client ";
    constexpr std::string_view kAnew = "recreate-client "; // NAME KEY=VALUE …
    if (!created.cause.isValid() || created.cause.value >= trace.size())
        return {};
    const trace::Event& cause = trace[created.cause];
    const std::string_view text = trace.text(cause.text);
    if (cause.kind != trace::EventKind::Action)
        return {};
    if (text.starts_with(kStart))
        return text.substr(kStart.size());
    if (!text.starts_with(kAnew))
        return {};
    const std::string_view rest = text.substr(kAnew.size());
    const std::string_view name = rest.substr(0, rest.find(' '));
    return name == "*" ? std::string_view {} : name;
}

} // namespace connscope::analysis
