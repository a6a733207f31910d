// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "real/realsession.h"
#include "scenario/overrides.h"
#include "scenario/reader.h"
#include "trace/rules.h"
#include "trace/trace.h"

#include <QEventLoop>
#include <QTest>
#include <QTimer>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// \file
/// A session over real sockets of loopback, for tests that wait for events with a bound.

namespace connscope::test {

class LiveSession {
public:
    using Settings = std::vector<std::string>;

    /// \a settings: as --set has them. \a commandConfig: for every client, as client.properties has them.
    LiveSession(const std::string& yaml, const Settings& settings = {},
        std::vector<std::pair<std::string, std::string>> commandConfig = {}, real::RealOptions options = {},
        const std::function<void(scenario::Scenario&)>& change = {})
    {
        auto scenario = scenario::readScenario(yaml, "test.yaml");
        if (!scenario)
            qFatal("%s", scenario.error().toString().c_str());
        for (const std::string& setting : settings) {
            if (const auto set = scenario::applySetting(*scenario, setting); !set)
                qFatal("%s", set.error().message.c_str());
        }
        for (scenario::ClientEntry& client : scenario->clients)
            client.commandConfig = commandConfig;
        if (change)
            change(*scenario);
        options.mayWrite = true;
        auto made = real::RealSession::make(*scenario, options);
        if (!made) {
            m_error = made.error().message;
            return;
        }
        m_session = std::move(*made);
        m_session->setOnGrown([this] {
            if (m_loop.isRunning() && m_found && m_found())
                m_loop.quit();
        });
        m_session->start();
    }

    /// Why it could not be made.
    const std::string& error() const { return m_error; }
    real::RealSession& session() { return *m_session; }
    const trace::Trace& trace() const { return m_session->trace(); }

    /// The first event that \a isIt; null when there is none in time.
    const trace::Event* wait(const std::function<bool(const trace::Event&)>& isIt, std::size_t from = 0)
    {
        const trace::Event* found = nullptr;
        m_found = [&, at = from]() mutable {
            for (; at < trace().size() && found == nullptr; ++at) {
                if (isIt(trace()[at]))
                    found = &trace()[at];
            }
            return found != nullptr;
        };
        if (!m_found()) {
            QTimer::singleShot(std::chrono::seconds(20), &m_loop, &QEventLoop::quit);
            m_loop.exec();
        }
        m_found = nullptr;
        if (found == nullptr)
            tell();
        return found;
    }
    const trace::Event* wait(trace::EventKind kind)
    {
        return wait([kind](const trace::Event& e) { return e.kind == kind; });
    }
    const trace::Event* waitForRecords()
    {
        return wait(
            [](const trace::Event& e) { return e.kind == trace::EventKind::RecordsDelivered && e.value > 0; });
    }
    std::string text(const trace::Event* event) const
    {
        return event == nullptr ? std::string("nothing") : std::string(trace().text(event->text));
    }
    /// Whether some text of the trace holds it.
    bool says(std::string_view words) const
    {
        for (std::uint32_t i = 0; i < trace().texts().size(); ++i) {
            if (trace().texts().at(TextId {i}).find(words) != std::string_view::npos)
                return true;
        }
        return false;
    }

private:
    /// The last events, for whoever has to find out why a wait was in vain.
    void tell() const
    {
        constexpr std::size_t kLast = 60;
        for (std::size_t i = trace().size() > kLast ? trace().size() - kLast : 0; i < trace().size(); ++i) {
            const trace::Event& e = trace()[i];
            const std::string line = std::to_string(i) + ' ' + formatDuration(e.at.time_since_epoch())
                + " connection " + std::to_string(e.connection.value) + ' ' + std::string(trace::kindName(e.kind))
                + ' ' + std::string(apiName(e.api)) + " [" + std::string(trace::ruleName(e.rule)) + "] " + text(&e);
            qInfo("%s", line.c_str());
        }
    }

    std::string m_error;
    std::unique_ptr<real::RealSession> m_session;
    QEventLoop m_loop;
    std::function<bool()> m_found;
};

} // namespace connscope::test
