// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/format.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace connscope::theme {

namespace {

enum Unit { Nanosecond, Microsecond, Millisecond, Second, Minute, Hour, Day };
constexpr std::array<std::int64_t, 7> kLength {
    1, 1'000, 1'000'000, 1'000'000'000, 60'000'000'000, 3'600'000'000'000, 86'400'000'000'000};
constexpr std::array<const char16_t*, 7> kEnglish {u"ns", u"µs", u"ms", u"s", u"min", u"h", u"d"};
constexpr std::array<const char16_t*, 7> kChinese {u"纳秒", u"微秒", u"毫秒", u"秒", u"分", u"小时", u"天"};

constexpr QChar kMinus = QChar(0x2212);
constexpr QChar kNoBreak = QChar(0x00A0);

Unit largestUnit(std::int64_t ns)
{
    for (int unit = Day; unit > Nanosecond; --unit) {
        if (ns >= kLength[static_cast<std::size_t>(unit)])
            return static_cast<Unit>(unit);
    }
    return Nanosecond;
}

/// Cut, not rounded, so that 59.9996 s never reads as 60 s. At most \a decimals, without zeros at the end.
double cut(double value, int decimals)
{
    const double factor = std::pow(10, decimals);
    return std::floor(value * factor + 1e-9) / factor;
}

QString padded(std::int64_t n, int width) { return QString::number(n).rightJustified(width, u'0'); }

QString fraction(std::int64_t ns, int decimals)
{
    return decimals <= 0 ? QString() : u'.' + padded(ns, 9).left(decimals);
}

} // namespace

Format::Format(Language language)
    : m_language(language)
    , m_locale(language == Language::Chinese ? QLocale(QLocale::Chinese, QLocale::China)
                                             : QLocale(QLocale::English, QLocale::UnitedStates))
{
}

QString Format::number(std::int64_t n) const
{
    const auto bits = static_cast<qulonglong>(n);
    const QString text = m_locale.toString(n < 0 ? 0 - bits : bits); // also for the number that has no positive twin
    return n < 0 ? kMinus + text : text;
}

QString Format::shortNumber(std::int64_t n) const
{
    const std::int64_t size = std::abs(n);
    if (size < 10'000)
        return number(n);
    struct Step {
        double size;
        const char16_t* word;
    };
    static constexpr std::array<Step, 3> english {{{1e9, u"G"}, {1e6, u"M"}, {1e3, u"k"}}};
    static constexpr std::array<Step, 2> chinese {{{1e8, u"亿"}, {1e4, u"万"}}};
    const auto spell = [&](const auto& steps) -> QString {
        for (const Step& step : steps) {
            if (static_cast<double>(size) >= step.size)
                return (n < 0 ? QString(kMinus) : QString())
                    + m_locale.toString(
                        cut(static_cast<double>(size) / step.size, 1), 'g', QLocale::FloatingPointShortest)
                    + kNoBreak + QString::fromUtf16(step.word);
        }
        return number(n);
    };
    return m_language == Language::Chinese ? spell(chinese) : spell(english);
}

QString Format::counter(std::int64_t n) const
{
    if (n < 1'000'000)
        return number(n);
    struct Step {
        double size;
        const char16_t* word;
    };
    static constexpr std::array<Step, 3> english {{{1e12, u"T"}, {1e9, u"G"}, {1e6, u"M"}}};
    static constexpr std::array<Step, 3> chinese {{{1e12, u"万亿"}, {1e8, u"亿"}, {1e4, u"万"}}};
    for (const Step& step : m_language == Language::Chinese ? chinese : english) {
        const double value = static_cast<double>(n) / step.size;
        if (value < 1)
            continue;
        // Cut and not rounded: what counts up has not been there before.
        const int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        const double shown = value < 1000 ? cut(value, decimals) : std::floor(value / 10) * 10;
        return m_locale.toString(shown, 'f', decimals) + kNoBreak + QString::fromUtf16(step.word);
    }
    return number(n);
}

QString Format::bytes(std::uint64_t n) const
{
    static constexpr std::array<const char16_t*, 5> units {u"B", u"kB", u"MB", u"GB", u"TB"};
    std::size_t unit = 0;
    auto value = static_cast<double>(n);
    while (value >= 10'000 && unit + 1 < units.size()) {
        value /= 1000;
        ++unit;
    }
    const QString digits
        = unit == 0 ? m_locale.toString(static_cast<qulonglong>(n)) : m_locale.toString(cut(value, 1), 'f', 1);
    return digits + kNoBreak + QString::fromUtf16(units[unit]);
}

QString Format::unit(double value, int decimals, int unit) const
{
    QString digits = m_locale.toString(cut(value, decimals), 'f', decimals);
    if (decimals > 0) {
        const QString point = m_locale.decimalPoint();
        while (digits.endsWith(u'0'))
            digits.chop(1);
        if (digits.endsWith(point))
            digits.chop(point.size());
    }
    const auto& words = m_language == Language::Chinese ? kChinese : kEnglish;
    return digits + kNoBreak + QString::fromUtf16(words[static_cast<std::size_t>(unit)]);
}

QString Format::duration(Duration d) const
{
    const std::int64_t ns = d.count();
    if (ns < 0)
        return kMinus + duration(Duration {-std::max(ns, -std::numeric_limits<std::int64_t>::max())});
    if (ns == 0)
        return unit(0, 0, Second);
    const Unit large = largestUnit(ns);
    if (large < Minute)
        return unit(static_cast<double>(ns) / static_cast<double>(kLength[large]), 3, large);
    const auto small = static_cast<Unit>(large - 1);
    const std::int64_t whole = ns / kLength[large];
    const std::int64_t rest = ns % kLength[large] / kLength[small];
    QString text = unit(static_cast<double>(whole), 0, large);
    if (rest > 0)
        text += kNoBreak + unit(static_cast<double>(rest), 0, small);
    return text;
}

QString Format::shortDuration(Duration d) const
{
    const std::int64_t ns = std::max<std::int64_t>(d.count(), 0);
    if (ns == 0)
        return unit(0, 0, Second);
    const Unit large = largestUnit(ns);
    const double value = static_cast<double>(ns) / static_cast<double>(kLength[large]);
    return unit(value, value < 10 && large == Second ? 1 : 0, large);
}

QString Format::difference(Duration d) const { return d.count() < 0 ? duration(d) : u'+' + duration(d); }

QString Format::clock(Instant t, int decimals) const
{
    const std::int64_t ns = std::max<std::int64_t>(toNs(t), 0);
    const std::int64_t seconds = ns / kLength[Second];
    return padded(seconds / 3600, 2) + u':' + padded(seconds / 60 % 60, 2) + u':' + padded(seconds % 60, 2)
        + fraction(ns % kLength[Second], decimals);
}

QString Format::tick(Instant t, int decimals) const
{
    const std::int64_t ns = std::max<std::int64_t>(toNs(t), 0);
    const std::int64_t seconds = ns / kLength[Second];
    const QString tail = fraction(ns % kLength[Second], decimals);
    if (seconds >= 3600)
        return QString::number(seconds / 3600) + u':' + padded(seconds / 60 % 60, 2) + u':' + padded(seconds % 60, 2)
            + tail;
    if (seconds >= 60)
        return QString::number(seconds / 60) + u':' + padded(seconds % 60, 2) + tail;
    return QString::number(seconds) + tail;
}

QString Format::wallClock(std::int64_t epochMs, Instant t) const
{
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(epochMs + toNs(t) / 1'000'000, Qt::UTC);
    return QLocale::c().toString(at, QStringLiteral("yyyy-MM-dd HH:mm:ss,zzz"));
}

QString Format::ratio(double speed) const
{
    int most = 3;
    if (speed > 0 && speed < 1) { // two digits that count
        most = std::clamp(1 - static_cast<int>(std::floor(std::log10(speed) + 1e-9)), 2, 9);
        const double scale = std::pow(10, most);
        speed = std::round(speed * scale) / scale;
    }
    int decimals = 0;
    for (double rest = speed; decimals < most && std::abs(rest - std::round(rest)) > 1e-6 * std::min(speed, 1.0);
         rest *= 10)
        ++decimals;
    return m_locale.toString(speed, 'f', decimals) + QChar(0x00D7);
}

QString Format::nodeId(NodeId node)
{
    if (!node.isValid())
        return QString(QChar(0x2013));
    return node.value < 0 ? kMinus + QString::number(-static_cast<std::int64_t>(node.value))
                          : QString::number(node.value);
}

} // namespace connscope::theme
