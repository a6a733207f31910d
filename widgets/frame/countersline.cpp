// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/countersline.h"

#include "theme/badge.h"
#include "theme/look.h"
#include "theme/marks.h"
#include "view/document.h"
#include "view/playback.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace connscope::frame {

namespace {

constexpr int kSlack = 40; // what may stay empty before the line takes less

} // namespace

const std::array<CountersLine::Form, 4> CountersLine::kForms {{
    {theme::Type::Title, theme::Type::Body, false, 22},
    {theme::Type::Title, theme::Type::Small, false, 12},
    {theme::Type::Title, theme::Type::Small, true, 12},
    {theme::Type::Strong, theme::Type::Small, true, 8},
}};

std::vector<CounterText> counterTexts(const view::Counters& c, const theme::Look& look)
{
    const theme::Format& format = look.format();
    std::vector<CounterText> out;
    // Where room is short the letter of a role and the cap of a closer say enough.
    const QString open = QCoreApplication::translate("CountersLine", "open now");
    out.push_back({format.number(c.open), open, open});
    out.back().isNow = true;
    for (const Role role : {Role::Bootstrap, Role::Coordinator, Role::Data, Role::Transaction, Role::Unknown}) {
        const std::uint32_t n = c.openByRole[static_cast<std::size_t>(role)];
        const bool always = role == Role::Bootstrap || role == Role::Coordinator || role == Role::Data;
        if (n > 0 || always)
            out.push_back({format.number(n), theme::roleWord(role), {}, role, true, trace::Side::None, false, true});
    }
    const QString opened = QCoreApplication::translate("CountersLine", "opened");
    out.push_back({format.number(c.opened), opened, opened});
    out.push_back({format.counter(static_cast<std::int64_t>(c.reused)),
        QCoreApplication::translate("CountersLine", "requests on reused connections"),
        QCoreApplication::translate("CountersLine", "reused")});
    const auto closed = [&c](trace::Side side) { return c.closedBy[static_cast<std::size_t>(side)]; };
    const auto add = [&](trace::Side side, const QString& words) {
        CounterText text {format.number(closed(side)), words, {}};
        text.closer = side;
        out.push_back(text);
    };
    add(trace::Side::Client, QCoreApplication::translate("CountersLine", "closed by client"));
    add(trace::Side::Broker, QCoreApplication::translate("CountersLine", "by broker"));
    add(trace::Side::Network, QCoreApplication::translate("CountersLine", "by network"));
    CounterText wait {format.number(c.closeWait), QStringLiteral("CLOSE-WAIT"), QStringLiteral("CLOSE-WAIT")};
    wait.loud = c.closeWait > 0;
    wait.isNow = true;
    out.push_back(wait);
    return out;
}

std::vector<CounterText> counterTexts(
    const view::Counters& first, const view::Counters& second, const theme::Look& look)
{
    // A role that one run alone has is named in both, so that the texts go together.
    view::Counters a = first;
    view::Counters b = second;
    std::vector<CounterText> out;
    for (std::size_t role = 0; role < a.openByRole.size(); ++role) {
        if ((a.openByRole[role] == 0) != (b.openByRole[role] == 0)) {
            a.openByRole[role] = std::max(a.openByRole[role], 1U);
            b.openByRole[role] = std::max(b.openByRole[role], 1U);
        }
    }
    const std::vector<CounterText> shape = counterTexts(a, look);
    const std::vector<CounterText> other = counterTexts(b, look);
    const theme::Format& format = look.format();
    for (std::size_t i = 0; i < shape.size() && i < other.size(); ++i) {
        CounterText text = shape[i];
        QString one = text.number;
        QString two = other[i].number;
        if (text.hasRole) {
            one = format.number(first.openByRole[static_cast<std::size_t>(text.role)]);
            two = format.number(second.openByRole[static_cast<std::size_t>(text.role)]);
        }
        // What is now is not there any more in a run that has ended; what has been is counted.
        if (text.isNow && first.isOver)
            one = QStringLiteral("–");
        if (text.isNow && second.isOver)
            two = QStringLiteral("–");
        text.number = one == two ? one : one + QStringLiteral(" | ") + two;
        text.loud = shape[i].loud || other[i].loud;
        out.push_back(text);
    }
    return out;
}

QString countersTip(const QStringList& counters)
{
    return counters.join(QStringLiteral(", ")) + QStringLiteral("\n\n")
        + QCoreApplication::translate("CountersLine",
            "Open: connect() was called, and neither end has sent a FIN or a reset yet. So a connection does not "
            "count any "
            "more when a broker is killed, even while its client, who has not heard of it, is still ESTABLISHED.\n"
            "A connect that nobody answers or that is refused counts until its client gives up or gets the reset; "
            "then it "
            "was closed by the network.");
}

CountersLine::CountersLine(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&m_context.playback, &view::Playback::positionChanged, this, &CountersLine::refresh);
    const auto takeLast = [this] {
        m_last = textsAt(m_context.document.index().end());
        updateGeometry();
    };
    takeLast();
    connect(&m_context.document, &view::Document::replaced, this, takeLast);
    connect(&m_context.document, &view::Document::grown, this, &CountersLine::refresh);
    connect(&m_context.look, &theme::Look::changed, this, [this] {
        m_widths.clear();
        updateGeometry();
        refresh();
    });
    refresh();
}

std::vector<CounterText> CountersLine::textsAt(const trace::WorldState& world) const
{
    const view::Document& document = m_context.document;
    return document.twofold()
        ? counterTexts(document.countersOf(0, world), document.countersOf(1, world), m_context.look)
        : counterTexts(document.countersOf(0, world), m_context.look);
}

int CountersLine::widthInWords() const
{
    double width = 22;
    for (const CounterText& text : m_texts)
        width += widthOf(text, kForms.front()) + kForms.front().gap;
    return static_cast<int>(width);
}

void CountersLine::setShort(bool on)
{
    if (std::exchange(m_short, on) != on)
        updateGeometry();
}

QSize CountersLine::sizeHint() const
{
    const int height = static_cast<int>(QFontMetricsF(m_context.look.text(theme::Type::Title)).height() * 1.7);
    return {m_short ? leastWidth(kForms[2]) : widthInWords(), height};
}

void CountersLine::refresh()
{
    const trace::WorldState world = m_context.playback.world();
    m_counters = m_context.document.countersOf(0, world);
    m_texts = textsAt(world);
    QStringList said;
    for (const CounterText& text : m_texts)
        said << text.number + u' ' + text.words;
    setAccessibleName(said.join(QStringLiteral(", ")));
    const QString tip = countersTip(said);
    setToolTip(m_context.document.twofold()
            ? QCoreApplication::translate("CountersLine", "Run A | run B where they differ.") + u'\n' + tip
            : tip);
    // Only when another digit wants room: a layout a frame would be dear.
    if (const int width = widthInWords(); width > m_width || width < m_width - kSlack) {
        m_width = width;
        updateGeometry();
    }
    update();
}

double CountersLine::widthOf(const CounterText& text, const Form& form) const
{
    const double height = QFontMetricsF(m_context.look.text(form.words)).height();
    const double mark = text.hasRole ? height * 1.2 : text.closer != trace::Side::None ? height * 0.95 : 0;
    return mark + widthOfText(text.number, form.numbers, true) + 5
        + widthOfText(form.isShort ? text.shortly : text.words, form.words, false);
}

double CountersLine::widthOfText(const QString& text, theme::Type type, bool isNumber) const
{
    constexpr qsizetype kMost = 1000; // numbers come and go while it plays
    if (m_widths.size() > kMost)
        m_widths.clear();
    const QString key = QChar(u'0' + static_cast<int>(type)) + QChar(isNumber ? u'n' : u'w') + text;
    const auto known = m_widths.constFind(key);
    if (known != m_widths.constEnd())
        return *known;
    const theme::Look& look = m_context.look;
    const double width = QFontMetricsF(isNumber ? look.mono(type) : look.text(type)).horizontalAdvance(text);
    m_widths.insert(key, width);
    return width;
}

int CountersLine::leastWidth(const Form& form) const
{
    const auto least = [&](const std::vector<CounterText>& texts) {
        double width = 20;
        for (const CounterText& text : texts)
            width += widthOf(text, form) + form.gap;
        return width;
    };
    // What the end of the trace needs, from the start: the panels around are not pushed when a number takes another digit.
    return static_cast<int>(std::max(least(m_texts), least(m_last)));
}

QSize CountersLine::minimumSizeHint() const
{
    return {leastWidth(kForms.back()),
        static_cast<int>(QFontMetricsF(m_context.look.text(theme::Type::Title)).height() * 1.7)};
}

void CountersLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const theme::Look& look = m_context.look;
    const theme::Theme& theme = look.theme();
    // Where room is short the words shrink first, then the figures; what still does not fit stays away from the right end.
    const auto fits = [this](const Form& form) {
        double total = 0;
        for (const CounterText& t : m_texts)
            total += widthOf(t, form) + form.gap;
        return total < width() - 20;
    };
    const Form& form = *std::find_if(kForms.begin(), kForms.end() - 1, fits);
    const QFont numbers = look.mono(form.numbers);
    const QFontMetricsF numberMetrics(numbers);
    const QFont font = look.text(form.words);
    const QFontMetricsF words(font);
    const qreal middle = height() / 2.0;
    const qreal baseline = std::round(middle + numberMetrics.capHeight() / 2); // figures level with discs and caps
    qreal x = 14;
    for (const CounterText& t : m_texts) {
        const qreal w = widthOf(t, form);
        if (x + w > width() - 6)
            break;
        qreal at = x;
        if (t.hasRole) {
            const qreal radius = words.height() * 0.46;
            theme::paintRoleLetter(painter, {at + radius, middle}, radius, t.role, look);
            at += words.height() * 1.2;
        } else if (t.closer != trace::Side::None) {
            theme::paintCap(painter, {at, middle}, words.height() * 0.8, t.closer, look);
            at += words.height() * 0.95;
        }
        painter.setFont(numbers);
        painter.setPen(t.loud ? theme.error : t.hasRole ? theme.role(t.role).text : theme.ink);
        painter.drawText(QPointF(at, baseline), t.number);
        at += widthOfText(t.number, form.numbers, true) + 5;
        painter.setFont(font);
        painter.setPen(t.loud ? theme.error : theme.secondary);
        painter.drawText(QPointF(at, baseline), form.isShort ? t.shortly : t.words);
        x += w + form.gap;
    }
}

} // namespace connscope::frame
