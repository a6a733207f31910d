// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "theme/linkstate.h"
#include "trace/event.h"

#include <QPen>
#include <QPointF>
#include <QRectF>
#include <QString>

class QPainter;

/// \file
/// Small marks that several views draw: the ring that runs down to an idle close, the cap at the end of a life, the fill
/// of a lane's segment, the pen of a link, the dots that travel.

namespace connscope::theme {

class Look;

/// The time left at one end until its idle check may close a connection.
struct Countdown {
    Duration left {};
    Duration whole {}; ///< the limit: connections.max.idle.ms
    trace::Side who = trace::Side::Client; ///< whose check it is
};
/// What stands in the ring: "3 s", "9 min"; below ten seconds with one decimal.
QString countdownText(const Countdown& countdown, const Look& look);
/// A full ring is the whole limit; it empties clockwise from the top. The client's end has a round ring, the broker's a
/// square one.
void paintCountdown(QPainter& painter, QPointF centre, qreal radius, const Countdown& countdown, const Look& look);

/// The cap at the end of a life, its shape by closer; \a at is the end's place on the lane's axis.
void paintCap(QPainter& painter, QPointF at, qreal height, trace::Side closer, const Look& look);

/// Fills a segment of a lane as its state looks: \a strip is the lane's whole strip, the state takes its share of the height.
void paintSegment(
    QPainter& painter, const QRectF& strip, LinkState state, Role role, trace::Side closer, const Look& look);
/// The colour of a state in its role, over the card: Theme::handshake or the closer's hue where the state is not the role's.
QColor stateColour(LinkState state, Role role, trace::Side closer, const Theme& theme);
/// How a strip is filled where its state is not a plain colour: a connection that is being made. The ground and the pattern on
/// it may be pale, the edge around them is seen on \a surface whatever is inside.
struct StripFill {
    QColor ground;
    QColor pattern;
    QColor edge; ///< 3:1
};
/// Of Connecting (a pale hatch) and CheckingVersions (pale in the colour of the role).
StripFill handshakeFill(LinkState state, Role role, const Theme& theme, const QColor& surface);
/// The pen of a link: width and strength of the state, dashes of the role, round caps.
QPen linkPen(LinkState state, Role role, trace::Side closer, const Theme& theme);

/// A request (filled) or a response (hollow) on its way.
void paintDot(QPainter& painter, QPointF centre, qreal radius, Role role, bool isResponse, const Look& look);

} // namespace connscope::theme
