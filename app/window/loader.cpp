// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/loader.h"

#include "app/window/savedactions.h"
#include "app/window/unveiling.h"
#include "base/text.h"
#include "scenario/overrides.h"
#include "scenario/reader.h"
#include "sim/simulation.h"
#include "timeline/timelinedata.h"
#include "topology/exchanges.h"
#include "trace/construction.h"
#include "trace/jsonl.h"

#include <QCoreApplication>
#include <QMetaObject>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

namespace connscope::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = std::size_t {1} << 20;
constexpr std::chrono::milliseconds kTellEvery {10};
constexpr int kSlices = 200; // of a run's virtual time, between two looks at the progress

LoadResult failed(std::string file, std::string message)
{
    LoadResult out;
    Error error;
    error.file = std::move(file);
    error.message = std::move(message);
    out.errors.push_back(std::move(error));
    return out;
}

LoadResult failed(Error error)
{
    LoadResult out;
    out.errors.push_back(std::move(error));
    return out;
}

LoadResult cancelled()
{
    LoadResult out;
    out.cancelled = true;
    return out;
}

/// Of preparing, the trace's own part.
std::function<void(double)> firstHalf(const LoadProgress& progress)
{
    return [&progress](double share) { progress(LoadPhase::Indexing, share / 2); };
}

/// What views compute of a whole trace is computed here, so that the window's thread only shows it.
void finish(LoadResult& result, const LoadProgress& progress)
{
    progress(LoadPhase::Indexing, 0.5);
    topology::prepare(*result.content);
    progress(LoadPhase::Indexing, 0.75);
    timeline::prepare(*result.content);
    progress(LoadPhase::Indexing, 1);
}

LoadResult loadTrace(const LoadRequest& request, std::ifstream& in, std::uintmax_t size, std::string piece,
    const std::atomic<bool>& cancel, const LoadProgress& progress)
{
    trace::JsonlReader reader(request.file);
    std::uintmax_t done = 0;
    while (!piece.empty()) {
        if (cancel)
            return cancelled();
        if (const auto fed = reader.feed(piece); !fed)
            return failed(fed.error());
        done += piece.size();
        progress(LoadPhase::Reading, size > 0 ? static_cast<double>(done) / static_cast<double>(size) : -1);
        piece.resize(kPiece);
        in.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        piece.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    }
    auto read = reader.finish();
    if (!read)
        return failed(read.error());
    LoadResult out;
    if (!read->report.message.empty()) {
        Error warning;
        warning.file = request.file;
        warning.line = read->report.lostLine;
        warning.message = read->report.message;
        out.warnings.push_back(std::move(warning));
    }
    progress(LoadPhase::Indexing, 0);
    view::Source source;
    source.notes = scenario::fromJsonl(read->report.notes, request.file, out.warnings);
    source.title = read->trace.header().title;
    source.simulated = read->trace.header().vantage == trace::Vantage::Simulated;
    source.world = source.simulated ? view::World::Simulation : view::World::Evidence;
    source.profile = read->trace.header().profile;
    source.seed = read->trace.header().seed;
    source.fileName = QString::fromStdString(request.file);
    out.content = std::make_unique<view::Content>(
        std::move(source), std::move(read->trace), std::nullopt, read->report.end, firstHalf(progress));
    if (cancel)
        return cancelled();
    finish(out, progress);
    return out;
}

/// Puts what a person did behind the scenario's own actions and returns it. Where the file's end is no longer what was
/// saved, what was saved is no longer ours.
std::vector<scenario::Action> addTo(scenario::Scenario& scenario, const LoadRequest& request, bool& ours)
{
    ours = leaveOut(scenario.actions, request.saved);
    std::vector<scenario::Action> added = request.added;
    if (!ours)
        added.erase(
            added.begin(), added.begin() + static_cast<std::ptrdiff_t>(commonStart(request.added, request.saved)));
    scenario.actions.insert(scenario.actions.end(), added.begin(), added.end());
    return added;
}

Result<void> applySettings(scenario::Scenario& scenario, const LoadRequest& request)
{
    for (const std::string& setting : request.settings) {
        if (auto applied = scenario::applySetting(scenario, setting, request.profile); !applied)
            return applied;
    }
    return {};
}

/// The scenario of the request with its settings; nothing, and errors, where it cannot be had.
scenario::ReadResult readFor(const LoadRequest& request)
{
    scenario::ReadResult read;
    if (request.scenario) {
        read.scenario = *request.scenario;
        return read;
    }
    read
        = request.text ? scenario::tryScenario(*request.text, request.file) : scenario::tryScenarioFile(request.file);
    if (!read.scenario)
        return read;
    if (auto applied = applySettings(*read.scenario, request); !applied) {
        read.errors.push_back(std::move(applied.error()));
        read.scenario.reset();
    }
    return read;
}

LoadResult runScenarioFile(const LoadRequest& request, const std::atomic<bool>& cancel, const LoadProgress& progress)
{
    LoadResult out;
    scenario::ReadResult read = readFor(request);
    out.errors = std::move(read.errors);
    out.warnings = std::move(read.warnings);
    if (!read.scenario)
        return out;
    scenario::Scenario& scenario = *read.scenario;
    bool ours = false;
    std::vector<scenario::Action> added = addTo(scenario, request, ours);
    sim::Options options;
    options.seed = request.seed;
    options.profile = request.profile;
    options.wakeLateness = request.wakeLateness;
    options.cancel = &cancel;
    auto simulation = sim::makeSimulation(scenario, options);
    if (!simulation) {
        out.errors.push_back(simulation.error());
        return out;
    }
    progress(LoadPhase::Running, 0);
    for (int slice = 1; slice <= kSlices; ++slice) {
        const bool goesOn = (*simulation)->runUntil(kStart + scenario.until * slice / kSlices);
        if (cancel)
            return cancelled();
        progress(LoadPhase::Running, goesOn ? static_cast<double>(slice) / kSlices : 1.0);
        if (!goesOn)
            break;
    }
    progress(LoadPhase::Indexing, 0);
    view::Source source;
    source.title = scenario.title.en;
    source.profile = request.profile;
    source.seed = request.seed.value_or(scenario.seed);
    source.fileName = QString::fromStdString(request.file);
    source.settings = request.settings;
    source.added = std::move(added);
    if (ours)
        source.saved = request.saved;
    source.text = request.text;
    const bool early = (*simulation)->statistics().stoppedEarly;
    const Instant end = early ? (*simulation)->now() : kStart + scenario.until;
    trace::Trace trace = (*simulation)->takeTrace();
    if (request.shown)
        trace = beginningOf(trace, request.shown->applied);
    out.content = std::make_unique<view::Content>(std::move(source), std::move(trace), std::move(*read.scenario),
        request.shown ? request.shown->at : end, firstHalf(progress));
    for (const trace::NotConstructed& client : trace::allNotConstructed(out.content->trace)) {
        constexpr std::size_t kMost = 5;
        Error warning;
        warning.file = request.file;
        warning.message = printable(client.name, 200) + " was not constructed: " + printable(client.reason, 400);
        out.warnings.push_back(std::move(warning));
        if (out.warnings.size() >= kMost)
            break;
    }
    if (cancel)
        return cancelled();
    finish(out, progress);
    return out;
}

} // namespace

Result<scenario::Scenario> prepared(scenario::Scenario read, const LoadRequest& request)
{
    if (auto applied = applySettings(read, request); !applied)
        return fail(std::move(applied.error()));
    bool ours = false;
    addTo(read, request, ours);
    return read;
}

LoadResult load(const LoadRequest& request, const std::atomic<bool>& cancel, const LoadProgress& progress)
{
    if (request.scenario || request.text)
        return runScenarioFile(request, cancel, progress);
    std::error_code problem;
    const fs::path path(request.file);
    if (!fs::exists(path, problem))
        return failed(request.file, "there is no such file");
    if (!fs::is_regular_file(path, problem))
        return failed(request.file,
            "this is not a file that can be opened; expected a scenario (YAML) or a trace (JSON Lines)");
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return failed(request.file, std::string("cannot be read: ") + std::strerror(errno));
    // No more than there is: what a start reads is a few kilobytes, and a megabyte is touched page by page.
    const auto size = fs::file_size(path, problem);
    std::string first(problem ? kPiece : static_cast<std::size_t>(std::clamp<std::uintmax_t>(size, 1, kPiece)), '\0');
    in.read(first.data(), static_cast<std::streamsize>(first.size()));
    first.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    if (first.empty())
        return failed(request.file, "the file is empty; expected a scenario (YAML) or a trace (JSON Lines)");
    if (first.find('\0') != std::string::npos)
        return failed(request.file, "this is no text; expected a scenario (YAML) or a trace (JSON Lines)");
    // A trace is JSON Lines, so it begins with a brace; a scenario never does.
    const std::size_t start = first.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (start != std::string::npos && first[start] == '{')
        return loadTrace(request, in, fs::file_size(path, problem), std::move(first), cancel, progress);
    return runScenarioFile(request, cancel, progress);
}

Loader::Loader(QObject* parent)
    : QObject(parent)
{
}

Loader::~Loader()
{
    cancel();
    for (Running& running : m_threads)
        running.thread.join();
}

void Loader::joinEnded()
{
    std::erase_if(m_threads, [](Running& running) {
        if (!running.job->ended)
            return false;
        running.thread.join();
        return true;
    });
}

void Loader::cancel()
{
    if (m_job)
        m_job->cancel = true;
}

bool Loader::settleWithin(std::chrono::milliseconds most)
{
    if (!m_running)
        return true;
    if (m_job->told.try_acquire_for(most)) {
        m_job->told.release();
        QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
    }
    return !m_running;
}

void Loader::startAhead(const std::string& file)
{
    m_ahead = file;
    LoadRequest request;
    request.file = file;
    begin(std::move(request));
}

void Loader::start(LoadRequest request)
{
    const bool plain = request.profile.empty() && !request.seed && request.settings.empty() && request.added.empty()
        && request.saved.empty() && !request.scenario && !request.text && !request.shown
        && request.wakeLateness == Duration {};
    if (const std::string ahead = std::exchange(m_ahead, {}); ahead.empty() || !plain || ahead != request.file)
        begin(std::move(request));
    m_running = true;
}

void Loader::begin(LoadRequest request)
{
    // The old one is told to stop and not waited for: it looks at that only now and then.
    cancel();
    joinEnded();
    m_job = std::make_shared<Job>();
    const std::uint64_t number = ++m_number;
    m_threads.push_back(
        {m_job, std::thread([this, job = m_job, number, request = std::move(request)] {
             std::chrono::steady_clock::time_point toldAt {};
             const LoadProgress progress = [this, &job, &toldAt, number](LoadPhase phase, double share) {
                 const std::int64_t told = static_cast<std::int64_t>(phase) * 1000 + std::llround(share * 100);
                 // No more often than anybody could see it: each wakes the window's thread.
                 const auto now = std::chrono::steady_clock::now();
                 const bool samePhase = job->lastTold / 1000 == told / 1000;
                 if (job->lastTold == told || (samePhase && now - toldAt < kTellEvery))
                     return;
                 job->lastTold = told;
                 toldAt = now;
                 QMetaObject::invokeMethod(
                     this,
                     [this, number, phase, share] {
                         if (number == m_number && m_running)
                             emit progressed(phase, share);
                     },
                     Qt::QueuedConnection);
             };
             const auto result = std::make_shared<LoadResult>(load(request, job->cancel, progress));
             QMetaObject::invokeMethod(
                 this,
                 [this, number, result] {
                     if (number != m_number)
                         return; // a newer one has taken its place
                     m_ahead.clear();
                     if (!m_running)
                         return; // nobody asked for it
                     m_running = false;
                     emit finished(result);
                 },
                 Qt::QueuedConnection);
             job->told.release();
             job->ended = true;
         })});
}

} // namespace connscope::app
