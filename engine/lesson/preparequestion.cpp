// SPDX-License-Identifier: GPL-3.0-or-later
// What a question offers, and which of it is right.
#include "lesson/preparing.h"

#include "base/text.h"
#include "trace/life.h"
#include "trace/query.h"

#include <algorithm>
#include <numeric>

namespace connscope::lesson {

namespace {

constexpr std::size_t kFewestNumbers = 3;

bool isEqual(const scenario::Text& a, const scenario::Text& b) { return a.en == b.en || a.zh == b.zh; }

} // namespace

PreparedQuestion Preparing::question(const Question& question)
{
    PreparedQuestion out;
    out.kind = question.kind;
    out.reveal = m_reveal;
    out.text = words(question.text);
    out.hint = words(question.hint);
    out.explain = words(question.explain);
    switch (question.kind) {
    case Question::Kind::Count:
    case Question::Kind::Number:
        numbers(question, out);
        break;
    case Question::Kind::Choice:
        options(question, out);
        break;
    case Question::Kind::Pick:
        picks(question, out);
        break;
    case Question::Kind::Order:
        happenings(question, out);
        break;
    case Question::Kind::Closer:
        closers(question, out);
        break;
    }
    refuseEqualChoices(question, out);
    out.why = why(question.why);
    return out;
}

void Preparing::numbers(const Question& question, PreparedQuestion& out)
{
    out.answer = value(question.answer, question.place);
    const auto choice = [](std::int64_t number) {
        const std::string text = std::to_string(number);
        return Choice {{text, text}, number, false, {}};
    };
    out.choices.push_back(choice(out.answer));
    out.choices.back().isRight = true;
    for (const Misconception& wrong : question.wrong) {
        const std::int64_t number = value(wrong.value, wrong.place);
        const bool isThere = std::any_of(
            out.choices.begin(), out.choices.end(), [number](const Choice& known) { return known.value == number; });
        // Where the set-up is drawn, two ways of thinking may lead to one number; in a lesson as written that is a mistake.
        if (isThere && m_lesson.hasParameters())
            continue;
        if (isThere) {
            error(wrong.place,
                number == out.answer ? "this wrong answer is the right one: " + std::to_string(number)
                                     : "two choices are equal: " + std::to_string(number));
            continue;
        }
        out.choices.push_back(choice(number));
        out.choices.back().because = words(wrong.because);
    }
    if (m_lesson.hasParameters() && question.kind == Question::Kind::Count)
        fillUp(out);
    std::stable_sort(
        out.choices.begin(), out.choices.end(), [](const Choice& a, const Choice& b) { return a.value < b.value; });
}

/// Numbers near the answer, where what was drawn left too few misconceptions.
void Preparing::fillUp(PreparedQuestion& out)
{
    for (std::int64_t distance = 1; out.choices.size() < kFewestNumbers; ++distance) {
        for (const std::int64_t number : {out.answer + distance, out.answer - distance}) {
            const bool isThere = std::any_of(out.choices.begin(), out.choices.end(),
                [number](const Choice& known) { return known.value == number; });
            if (number >= 0 && !isThere && out.choices.size() < kFewestNumbers) {
                const std::string text = std::to_string(number);
                out.choices.push_back({{text, text}, number, false, {}});
            }
        }
    }
}

void Preparing::options(const Question& question, PreparedQuestion& out)
{
    int right = 0;
    for (const Option& option : question.options) {
        Choice choice;
        choice.text = words(option.words);
        choice.because = words(option.because);
        choice.isRight = value(option.when, option.place) != 0;
        right += choice.isRight ? 1 : 0;
        if (choice.isRight && right > 1)
            error(option.place, "a second one of the options is true; a question has one right answer");
        out.choices.push_back(std::move(choice));
    }
    if (right == 0 && m_errors.empty())
        error(question.place, "none of the options is true");
    m_rng.shuffle(out.choices);
}

void Preparing::happenings(const Question& question, PreparedQuestion& out)
{
    struct Found {
        EventId event;
        Choice choice;
    };
    std::vector<Found> found;
    for (const Happening& happening : question.happenings) {
        const auto events = trace::findEvents(m_played.index, happening.when, kStart, m_reveal.at, 1);
        if (events.empty()) {
            error(happening.place, "this never happens before the answer shows");
            continue;
        }
        for (const Found& other : found) {
            if (other.event == events.front())
                error(happening.place,
                    "this is the same event as one of the items above (event " + std::to_string(other.event.value)
                        + ")");
        }
        found.push_back({events.front(), {words(happening.words), std::nullopt, true, {}}});
    }
    std::vector<Found> shuffled = found;
    m_rng.shuffle(shuffled);
    const auto earlier = [](const Found& a, const Found& b) { return a.event < b.event; };
    if (std::is_sorted(shuffled.begin(), shuffled.end(), earlier))
        std::rotate(shuffled.begin(), shuffled.begin() + (shuffled.empty() ? 0 : 1), shuffled.end());
    out.order.resize(shuffled.size());
    std::iota(out.order.begin(), out.order.end(), std::size_t {0});
    std::sort(out.order.begin(), out.order.end(),
        [&shuffled](std::size_t a, std::size_t b) { return shuffled[a].event < shuffled[b].event; });
    for (Found& one : shuffled)
        out.choices.push_back(std::move(one.choice));
}

void Preparing::closers(const Question& question, PreparedQuestion& out)
{
    const trace::WorldState world = m_played.world(m_reveal);
    const std::vector<ConnectionId> found = trace::findConnections(world, question.connection);
    if (found.empty()) {
        error(question.place,
            "connection: nothing matches '" + printable(question.connection.text()) + "' at "
                + formatDuration(m_reveal.at.time_since_epoch()));
        return;
    }
    const trace::Side closer = world.connection(found.front()).closer;
    for (const ConnectionId id : found) {
        if (world.connection(id).closer != closer) {
            error(question.place,
                "connection: " + std::to_string(found.size())
                    + " match, and not all are closed by the same side; a narrower query finds one");
            return;
        }
    }
    const auto add = [&](trace::Side side, std::string en, std::string zh) {
        out.choices.push_back({{std::move(en), std::move(zh)}, std::nullopt, side == closer, {}});
    };
    add(trace::Side::Client, "The client", "客户端");
    add(trace::Side::Broker, "The broker", "Broker");
    add(trace::Side::Network, "The network between them", "两者之间的网络");
    add(trace::Side::None, "Nobody: it stays open", "没有谁：它一直开着");
}

void Preparing::picks(const Question& question, PreparedQuestion& out)
{
    out.picks = things(question.pick, m_played.world(m_reveal));
    if (out.picks.empty())
        error(question.pick.place,
            "pick: there is no such thing in the picture at " + formatDuration(m_pause.at.time_since_epoch()));
    else if (out.picks.size() > 1 && !question.anyOf)
        error(question.pick.place,
            "pick: " + std::to_string(out.picks.size())
                + " things are right; make the query narrower, or say any: true if each of them will do");
}

EventId Preparing::why(const Question::Why& why)
{
    if (why.kind == Question::Why::Kind::Event) {
        const auto events = trace::findEvents(m_played.index, why.query, kStart, m_reveal.at, 1);
        if (!events.empty())
            return events.front();
        error(why.place, "why: no event matches before the answer shows");
        return {};
    }
    const trace::WorldState world = m_played.world(m_reveal);
    for (const ConnectionId id : trace::findConnections(world, why.query)) {
        const trace::ConnectionState c = world.connection(id);
        if (why.kind == Question::Why::Kind::Opened)
            return c.opened;
        if (c.closing.isValid())
            return c.closing;
    }
    error(why.place,
        why.kind == Question::Why::Kind::Opened ? "why: no connection matches when the answer shows"
                                                : "why: no connection that matches was closed when the answer shows");
    return {};
}

void Preparing::refuseEqualChoices(const Question& question, const PreparedQuestion& out)
{
    if (!m_errors.empty())
        return;
    for (std::size_t i = 0; i < out.choices.size(); ++i) {
        for (std::size_t k = i + 1; k < out.choices.size(); ++k) {
            if (!isEqual(out.choices[i].text, out.choices[k].text))
                continue;
            const scenario::Text& text = out.choices[i].text;
            error(question.place,
                "two choices read the same: " + printable(text.en == out.choices[k].text.en ? text.en : text.zh));
        }
    }
}

} // namespace connscope::lesson
