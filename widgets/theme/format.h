// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "base/time.h"

#include <QLocale>
#include <QString>

/// \file
/// Numbers, durations and instants as a reader of the interface's language writes them. Pure functions of the language;
/// what scripts read (command line, files) is written elsewhere and is the same in every language.

namespace connscope::theme {

enum class Language : std::uint8_t { English, Chinese };

class Format {
public:
    explicit Format(Language language = Language::English);

    Language language() const { return m_language; }
    const QLocale& locale() const { return m_locale; }

    /// Exact, with the language's grouping: "3,214".
    QString number(std::int64_t n) const;
    /// Rounded where it would be long: "3,214", "12.3 k", "4.5 M"; Chinese: "1.2 万", "3.4 亿".
    QString shortNumber(std::int64_t n) const;
    /// For what counts up in sight: exact to "999,999", then three digits: "2.14 M", "21.4 M"; Chinese: "214 万", "1.23 亿".
    QString counter(std::int64_t n) const;
    /// "1,024 B", "12.3 kB".
    QString bytes(std::uint64_t n) const;
    /// At most two units, cut below: "8 min 51 s", "1 h 30 min", "1.062 s", "250 ms", "27 µs"; "8 分 51 秒", "250 毫秒".
    QString duration(Duration d) const;
    /// One unit, for places where room is short: "9 min", "3 s", "0.3 s", "40 ms".
    QString shortDuration(Duration d) const;
    /// "+1.250 s" or "−3 min 2 s".
    QString difference(Duration d) const;
    /// Since the start of the trace: "00:09:03.181", with \a decimals digits (0 to 9), cut. Hours grow as needed.
    QString clock(Instant t, int decimals = 3) const;
    /// The same without leading zeros, for ticks: "9:03.181", "1:02:00", "0.250".
    QString tick(Instant t, int decimals = 3) const;
    /// In UTC as Kafka's log writes it: "2019-05-27 10:09:56,981".
    QString wallClock(std::int64_t epochMs, Instant t) const;
    /// A speed as a ratio: "20×", "0.01×", "10,000×".
    QString ratio(double speed) const;

    /// A node id with a real minus sign, never grouped: "−1", "2147483645"; "–" for none. The same in every language.
    static QString nodeId(NodeId node);

private:
    QString unit(double value, int decimals, int unit) const;

    Language m_language;
    QLocale m_locale;
};

} // namespace connscope::theme
