// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/clientlog.h"

#include "analysis/logwriter.h"

namespace connscope::analysis {

bool writeClientLog(const trace::Trace& trace, TextSink& sink, const ClientLogOptions& options)
{
    return LogWriter(trace, sink, options).write() && sink.flush();
}

} // namespace connscope::analysis
