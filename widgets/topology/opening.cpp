// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/opening.h"

#include <algorithm>

namespace connscope::topology {

namespace {

constexpr qreal kMargin = 16; // px of the scene around what is looked at
constexpr qreal kShare = 0.4; // of the view's width that the group takes at least, where it is that wide
constexpr qreal kAbove = 0.3; // of the view's height above the group at most
constexpr qreal kLegend = 40; // px of the widget at its foot

} // namespace

Glance lookAtOpened(const Placement& placement, std::uint32_t node, QSizeF widget, double least, double most)
{
    const PlacedNode& group = placement.nodes[node];
    const QSizeF whole(widget.width(), std::max(1.0, widget.height() - kLegend));
    const QSizeF largest = whole / least; // that can be seen at once
    // Of the group what is nearest to its links, and of what they lead to all, as far as it goes.
    QRectF head = group.rect;
    head.setHeight(std::min(head.height(), largest.height() * 0.9));
    const qreal width = std::min(head.width(), largest.width() * kShare);
    head = group.isClientSide() ? QRectF(head.right() - width, head.top(), width, head.height())
                                : QRectF(head.left(), head.top(), width, head.height());
    QRectF wanted = head;
    qreal others = head.bottom();
    for (const std::uint32_t link : group.links) {
        const PlacedLink& l = placement.links[link];
        const QRectF other = placement.nodes[group.isClientSide() ? l.end : l.client].rect;
        wanted.setLeft(std::min(wanted.left(), other.left()));
        wanted.setRight(std::max(wanted.right(), other.right()));
        others = std::min(others, other.top());
        const qreal top = std::min(wanted.top(), other.top());
        const qreal bottom = std::max(wanted.bottom(), other.bottom());
        if (bottom - top <= largest.height()) {
            wanted.setTop(top);
            wanted.setBottom(bottom);
        }
    }
    wanted.adjust(-kMargin, -kMargin, kMargin, kMargin);
    Glance look;
    look.zoom = std::clamp(
        std::min(whole.width() / wanted.width(), whole.height() / wanted.height()), least, std::max(least, most));
    const QSizeF seen = whole / look.zoom;
    // Room that is left over is the group's.
    look.origin.setX(
        group.isClientSide() || wanted.width() > seen.width() ? wanted.right() - seen.width() : wanted.left());
    if (group.isClientSide() && wanted.width() > seen.width())
        look.origin.setX(wanted.left());
    // The top of the group, and where it is near, that of what its links lead to.
    const qreal top = std::max(std::min(head.top(), others), head.top() - seen.height() * kAbove) - kMargin;
    look.origin.setY(std::min(top, wanted.center().y() - seen.height() / 2));
    look.origin.setY(std::max(look.origin.y(), std::min(placement.bounds.top(), wanted.top())));
    return look;
}

} // namespace connscope::topology
