// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/actionmarks.h"

#include "timeline/layout.h"
#include "timeline/picture.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace connscope::timeline {

namespace {

constexpr double kPennant = 9;
constexpr double kLeastText = 34; // narrower than this a verb says nothing
constexpr double kMostText = 220;
constexpr double kBetween = 4;

} // namespace

std::vector<ActionFlag> actionFlags(const Frame& frame, const Layout& l)
{
    std::vector<ActionFlag> out;
    for (std::size_t i = 0; i < frame.actions.size(); ++i) {
        const view::Position before {frame.actions[i].at, 0};
        const double x = l.scale.toPixel(frame.axis->kind() == AxisKind::ByEvent
                ? frame.axis->toAxis(view::Position {before.at, frame.data->document().trace().lowerBound(before.at)})
                : frame.axis->toAxis(before));
        if (x >= l.lanes.left() - 1 && x <= l.lanes.right() + 1)
            out.push_back({i, x, {}, {}});
    }
    std::stable_sort(out.begin(), out.end(), [](const ActionFlag& a, const ActionFlag& b) { return a.x < b.x; });
    const QFont font = frame.look->text(theme::Type::Small);
    const QFontMetricsF metrics(font);
    const std::vector<BookmarkFlag> bookmarks = out.empty() ? std::vector<BookmarkFlag>() : bookmarkFlags(frame, l);
    for (std::size_t i = 0; i < out.size(); ++i) {
        ActionFlag& flag = out[i];
        const QString& words = frame.actions[flag.mark].words;
        const double wanted = std::min(metrics.horizontalAdvance(words) + 10, kMostText);
        double y = l.open.top() + 3;
        // A bookmark's flag flies above it.
        for (const BookmarkFlag& bookmark : bookmarks) {
            if (bookmark.cloth.right() > flag.x - 2 && bookmark.cloth.left() < flag.x + wanted)
                y = std::max(y, bookmark.cloth.bottom() + 2);
        }
        const double next = i + 1 < out.size() ? out[i + 1].x - kBetween : l.lanes.right();
        double room = std::min(wanted, next - flag.x);
        double left = flag.x;
        if (i + 1 == out.size() && room < wanted) {
            // At the end of the view it flies to the left, where nothing is.
            const double taken = i > 0 ? std::max(out[i - 1].rect.right(), out[i - 1].x) + kBetween : l.lanes.left();
            if (const double other = std::min(wanted, flag.x - taken); other > room) {
                room = other;
                left = flag.x - room;
            }
        }
        if (room >= kLeastText)
            flag.text = metrics.elidedText(words, Qt::ElideRight, room - 10);
        flag.rect = flag.text.isEmpty() ? QRectF(flag.x, y, kPennant, kPennant)
                                        : QRectF(left, y, room, metrics.height() + 2);
    }
    return out;
}

void paintActionFlags(QPainter& painter, const Frame& frame, const Layout& l)
{
    if (frame.actions.empty())
        return;
    const theme::Theme& t = frame.look->theme();
    const QFont font = frame.look->text(theme::Type::Small);
    const double ratio = frame.pixelRatio;
    painter.save();
    for (const ActionFlag& flag : actionFlags(frame, l)) {
        const double x = (std::floor(flag.x * ratio) + 0.5) / ratio;
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(t.secondary, 1 / ratio, Qt::DashDotLine));
        painter.drawLine(QPointF(x, flag.rect.top()), QPointF(x, l.axis.top()));
        painter.setRenderHint(QPainter::Antialiasing);
        if (flag.text.isEmpty()) {
            painter.setPen(QPen(t.card, 1.5));
            painter.setBrush(t.ink);
            painter.drawPolygon(QPolygonF {
                {flag.rect.topLeft(), QPointF(flag.rect.right(), flag.rect.center().y()), flag.rect.bottomLeft()}});
            continue;
        }
        painter.setPen(QPen(t.outline, 1));
        painter.setBrush(t.raised);
        painter.drawRoundedRect(flag.rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter.setFont(font);
        painter.setPen(t.ink);
        painter.drawText(flag.rect.adjusted(5, -1, -3, 1),
            Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine | Qt::TextDontClip, flag.text);
    }
    painter.restore();
}

} // namespace connscope::timeline
