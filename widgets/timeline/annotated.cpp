// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/annotated.h"

#include "annotation/anchors.h"
#include "timeline/layout.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace connscope::timeline {

using scenario::Annotation;

namespace {

constexpr std::size_t kMostTaken = 600; // where there are more strips, words cover some anyway

/// From pixel to pixel.
struct Stretch {
    double from = 0;
    double to = 0;
};

class Placer {
public:
    Placer(const Frame& frame, const Layout& layout)
        : m_frame(frame)
        , m_layout(layout)
    {
        for (std::size_t i = 0; i < frame.rows.size(); ++i) {
            const QRectF& strip = layout.rows[i].strip;
            if (frame.rows[i].kind == Row::Kind::Lane && strip.top() >= layout.lanes.top() - 1
                && strip.bottom() <= layout.lanes.bottom() + 1)
                m_rowOf.emplace(frame.rows[i].lane, i);
        }
    }

    annotation::Place place(const Annotation& annotation, const std::vector<Annotated::Target>& targets) const
    {
        annotation::Place out;
        const QRectF& lanes = m_layout.lanes;
        out.clip = QRectF(lanes.left(), m_layout.open.top(), lanes.width(), lanes.bottom() - m_layout.open.top());
        const bool isBox = annotation.kind == Annotation::Kind::Box;
        if (annotation.anchors.empty()) {
            if (!annotation.from)
                return out;
            const auto stretch = seen({x(*annotation.from), x(annotation.to.value_or(*annotation.from))}, isBox);
            if (!stretch)
                return out;
            if (isBox) {
                out.rects.emplace_back(stretch->from, lanes.top(), stretch->to - stretch->from, lanes.height());
            } else {
                out.rects.emplace_back(stretch->from, lanes.top(), 0, 1);
                out.guide = QLineF(stretch->from, m_layout.open.top(), stretch->from, lanes.bottom());
            }
            return out;
        }
        for (const Annotated::Target& target : targets) {
            const auto row = m_rowOf.find(target.lane);
            if (row == m_rowOf.end())
                continue;
            if (const auto stretch = seen(stretchOf(annotation, target), isBox)) {
                const QRectF& strip = m_layout.rows[row->second].strip;
                out.rects.emplace_back(stretch->from, strip.top(), stretch->to - stretch->from, strip.height());
            }
        }
        return out;
    }

    annotation::Room room() const
    {
        annotation::Room out;
        const QRectF& lanes = m_layout.lanes;
        out.rect = QRectF(lanes.left(), m_layout.open.top(), lanes.width(), lanes.bottom() - m_layout.open.top())
                       .adjusted(2, 2, -2, -2);
        for (const OpenStrip& strip : m_layout.strips)
            out.taken.push_back(strip.rect);
        for (const Label& label : contentLabels(m_frame, m_layout))
            out.taken.push_back(label.rect);
        for (const trace::ConnectionLife& life : m_frame.data->document().lives()) {
            if (out.taken.size() >= kMostTaken)
                break;
            const auto row = m_rowOf.find(m_frame.data->lanes().of(life.id));
            if (row == m_rowOf.end())
                continue;
            const QRectF& strip = m_layout.rows[row->second].strip;
            const double from = std::max(x(life.opened), lanes.left());
            const double to = std::min(x(life.gone.value_or(end())), lanes.right());
            if (to > from)
                out.taken.emplace_back(from, strip.top(), to - from, strip.height());
        }
        return out;
    }

private:
    double x(Instant t) const { return m_layout.scale.toPixel(m_frame.axis->toAxis(t)); }
    Instant end() const { return m_frame.data->document().end(); }

    Stretch stretchOf(const Annotation& annotation, const Annotated::Target& target) const
    {
        const view::Document& document = m_frame.data->document();
        const bool isBox = annotation.kind == Annotation::Kind::Box;
        if (annotation.from)
            return {x(*annotation.from), x(isBox ? annotation.to.value_or(*annotation.from) : *annotation.from)};
        const trace::ConnectionLife* first = document.life(target.first);
        const trace::ConnectionLife* last = document.life(target.last);
        if (!first || !last)
            return {x(kStart), x(kStart)};
        const double opened = x(first->opened);
        return {opened, isBox ? x(last->gone.value_or(end())) : opened};
    }
    /// As much of it as is in view; nothing where none is.
    std::optional<Stretch> seen(Stretch stretch, bool mayBeCut) const
    {
        const double left = m_layout.lanes.left();
        const double right = m_layout.lanes.right();
        if (stretch.to < left - 0.5 || stretch.from > right + 0.5 || (!mayBeCut && stretch.from < left - 0.5))
            return std::nullopt;
        return Stretch {std::max(stretch.from, left), std::min(stretch.to, right)};
    }

    const Frame& m_frame;
    const Layout& m_layout;
    std::unordered_map<LaneId, std::size_t> m_rowOf; // rows that are in view whole
};

} // namespace

Annotated::Annotated(const TimelineData& data, std::span<const Annotation> annotations)
    : m_annotations(annotations.begin(), annotations.end())
    , m_targets(annotations.size())
{
    if (annotations.empty())
        return;
    const annotation::Anchors anchors(data.document());
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        if (annotations[i].view != Annotation::View::Timeline)
            continue;
        const auto add = [&](LaneId lane, ConnectionId connection) {
            auto& targets = m_targets[i];
            const auto known = std::find_if(
                targets.begin(), targets.end(), [lane](const Target& target) { return target.lane == lane; });
            if (known == targets.end())
                targets.push_back({lane, connection, connection});
            else
                known->last = connection;
        };
        for (const std::string& text : annotations[i].anchors) {
            const auto anchor = anchors.find(text);
            if (!anchor)
                continue;
            for (const ConnectionId connection : anchor->connections)
                add(data.lanes().of(connection), connection);
            if (anchor->kind != scenario::AnchorName::Kind::Client)
                continue;
            for (const trace::ConnectionLife& life : data.document().lives()) {
                if (life.client == anchor->client)
                    add(data.lanes().of(life.id), life.id);
            }
        }
    }
}

std::vector<annotation::Mark> marksOf(const Frame& frame, const Layout& layout)
{
    if (!frame.annotated || frame.annotated->annotations().empty())
        return {};
    const std::vector<Annotation>& all = frame.annotated->annotations();
    const Placer placer(frame, layout);
    std::vector<annotation::Place> places(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].view == Annotation::View::Timeline)
            places[i] = placer.place(all[i], frame.annotated->targetsOf(i));
    }
    return annotation::layOutMarks(all, places, placer.room(), *frame.look);
}

} // namespace connscope::timeline
