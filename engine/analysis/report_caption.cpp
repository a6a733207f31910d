// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/caption.h"
#include "analysis/report.h"

namespace connscope::analysis {

namespace {

bool write(const trace::Trace& trace, TextSink& sink, const ReportOptions& options, decltype(caption)* make)
{
    const trace::Index index(trace);
    const FigureSubject subject {options.figure, options.first(), options.last(trace)};
    sink << make(index, Names(trace), subject, options.language) << '\n';
    return sink.flush();
}

} // namespace

bool writeCaption(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    return write(trace, sink, options, caption);
}

bool writeAlternativeText(const trace::Trace& trace, TextSink& sink, const ReportOptions& options)
{
    return write(trace, sink, options, alternativeText);
}

} // namespace connscope::analysis
