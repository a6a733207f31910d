// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/knownhow.h"

#include <algorithm>

namespace connscope::analysis {

using trace::ConnectionLife;
using trace::Trace;
using trace::Vantage;

bool hasRealEvents(const Trace& trace)
{
    if (trace.header().vantage != Vantage::Simulated)
        return true;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        if (trace[i].vantage != Vantage::Simulated)
            return true;
    }
    return false;
}

bool isOpenedUnseen(const Trace& trace, const ConnectionLife& life)
{
    return life.openEvent.isValid() && isUnseen(trace[life.openEvent]);
}

bool isClosedUnseen(const Trace& trace, const ConnectionLife& life)
{
    return life.closed && life.closeEvent.isValid() && isUnseen(trace[life.closeEvent]);
}

std::string_view unseenWords(const trace::Event& event)
{
    return event.vantage == Vantage::Sampled ? " (sampled)" : event.vantage == Vantage::Inferred ? " (inferred)" : "";
}

std::string_view unseenNote(Language language)
{
    return language == Language::Chinese
        ? "并非由当事的程序所见：根据到达 Broker "
          "的内容推断（打开的时间带此记号时，节点、就绪和最后使用的时间也是推断的），"
          "或从内核的套接字表采样得到"
        : "not seen by the program that did it: inferred from what arrived at a broker (where it stands at opened, "
          "node, ready "
          "and last used are, too), or sampled from the kernel's table of sockets";
}

std::string_view inferredClientWords(Language language)
{
    return language == Language::Chinese ? "根据到达 Broker 的内容推断" : "inferred from what arrived at the brokers";
}

} // namespace connscope::analysis
