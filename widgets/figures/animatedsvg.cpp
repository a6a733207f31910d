// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of all frames as one sequence in which each frame's keep their order, so that what lies over what stays so;
// and for each the frames in which it is seen.
#include "figures/animation.h"
#include "vector/pathtext.h"
#include "vector/svgdevice.h"

#include <QHash>
#include <QPainter>

#include <cmath>
#include <list>
#include <utility>

namespace connscope::figures {

namespace {

struct Shown {
    QByteArray element;
    std::vector<std::pair<std::size_t, std::size_t>> spans; ///< frames [from, to), ascending
    double order = 0;
};

class Merger {
public:
    void add(const QByteArrayList& elements, std::size_t frame)
    {
        auto after = m_all.begin(); // where the next may go
        double last = -1;
        for (const QByteArray& element : elements) {
            const auto known = find(element, last, frame);
            if (known != m_all.end()) {
                if (known->spans.back().second == frame)
                    ++known->spans.back().second;
                else
                    known->spans.emplace_back(frame, frame + 1);
                last = known->order;
                after = std::next(known);
                continue;
            }
            const auto inserted = m_all.insert(after, Shown {element, {{frame, frame + 1}}, 0});
            inserted->order = orderBetween(last, after);
            last = inserted->order;
            m_byText[element].push_back(inserted);
        }
    }

    const std::list<Shown>& all() const { return m_all; }

private:
    using Place = std::list<Shown>::iterator;

    /// One that lies behind what was drawn last and that this frame has not used yet.
    Place find(const QByteArray& element, double last, std::size_t frame)
    {
        const auto found = m_byText.constFind(element);
        if (found == m_byText.constEnd())
            return m_all.end();
        for (const Place& place : *found) {
            if (place->order > last && place->spans.back().second <= frame)
                return place;
        }
        return m_all.end();
    }
    double orderBetween(double& last, Place after)
    {
        const double next = after == m_all.end() ? last + 2e6 : after->order;
        const double middle = last + (next - last) / 2;
        if (middle - last > 1e-3 && next - middle > 1e-3)
            return middle;
        // Room has run out between two: all are numbered anew.
        double order = 0;
        double own = 0;
        for (auto it = m_all.begin(); it != m_all.end(); ++it) {
            it->order = order += 1e6;
            if (std::next(it) == after)
                own = order;
        }
        last = own - 1e6;
        return own;
    }

    std::list<Shown> m_all;
    QHash<QByteArray, std::vector<Place>> m_byText;
};

/// When something is seen, for the style sheet: visible from the start of each span to its end.
QByteArray keyframes(const std::vector<std::pair<std::size_t, std::size_t>>& spans, std::size_t frames)
{
    QByteArray out;
    const auto key = [&](std::size_t frame, bool visible) {
        // Finer than hundredths of a percent, or long animations would miss their frames.
        const auto millionths = static_cast<std::uint64_t>(
            std::llround(static_cast<double>(frame) * 1e6 / static_cast<double>(frames)));
        out += QByteArray::number(static_cast<qulonglong>(millionths / 10'000));
        if (const auto rest = millionths % 10'000; rest > 0)
            out += '.' + QByteArray::number(static_cast<qulonglong>(rest)).rightJustified(4, '0');
        out += visible ? "%{visibility:visible}" : "%{visibility:hidden}";
    };
    if (spans.front().first > 0)
        key(0, false);
    for (const auto& [from, to] : spans) {
        key(from, true);
        if (to < frames)
            key(to, false);
    }
    return out;
}

} // namespace

QByteArray animatedSvgFile(Figure& figure, const theme::Look& look, const std::vector<FrameTime>& frames,
    const AnimationOptions& animation, const FileOptions& options)
{
    vector::SvgDefs defs;
    Merger merger;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (animation.progress && !animation.progress(static_cast<double>(i) / static_cast<double>(frames.size())))
            return {};
        figure.setFrame(frames[i].at, frames[i].folded, frames[i].rate);
        vector::SvgDevice device(figure.options().size, &defs);
        QPainter painter(&device);
        figure.paint(painter);
        painter.end();
        merger.add(device.elements(), i);
    }

    // Neighbours that come and go together are a group.
    QByteArray body;
    QByteArray styles;
    QHash<QByteArray, int> known;
    QByteArray open; // the group's class
    QByteArray seconds;
    vector::appendNumber(seconds, static_cast<double>(frames.size()) / animation.framesPerSecond);
    for (const Shown& shown : merger.all()) {
        QByteArray name;
        if (shown.spans.front() != std::pair<std::size_t, std::size_t>(0, frames.size())) {
            const QByteArray keys = keyframes(shown.spans, frames.size());
            auto number = known.constFind(keys);
            if (number == known.constEnd()) {
                number = known.insert(keys, static_cast<int>(known.size()));
                const QByteArray k = 'k' + QByteArray::number(*number);
                styles += "@keyframes " + k + '{' + keys + "}." + k + "{animation-name:" + k + "}\n";
            }
            name = 'k' + QByteArray::number(*number);
        }
        if (name != open) {
            if (!open.isEmpty())
                body += "</g>\n";
            // An attribute gives way to an animation, and is all that a program without animations knows (Inkscape, a
            // converter, a reader of mail): there, and for who prefers reduced motion, the first frame is seen.
            if (!name.isEmpty())
                body += "<g class=\"k " + name
                    + (shown.spans.front().first > 0 ? "\" visibility=\"hidden\">\n" : "\">\n");
            open = name;
        }
        body += shown.element;
    }
    if (!open.isEmpty())
        body += "</g>\n";
    styles += ".k{animation-duration:" + seconds + "s;animation-timing-function:step-end;animation-iteration-count:"
        + (animation.loops ? QByteArray("infinite") : QByteArray("1;animation-fill-mode:forwards")) + "}\n"
        + "@media (prefers-reduced-motion:reduce){.k{animation:none}}\n";

    vector::SvgSheet sheet;
    sheet.size = figure.options().size;
    sheet.printed = options.printed;
    sheet.title = options.title;
    sheet.description = options.description;
    sheet.language = look.language() == theme::Language::Chinese ? QStringLiteral("zh-CN") : QStringLiteral("en");
    return vector::svgFile(sheet, defs, body, styles);
}

} // namespace connscope::figures
