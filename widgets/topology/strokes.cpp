// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/strokes.h"

#include "theme/contrast.h"
#include "theme/linkstate.h"
#include "theme/marks.h"
#include "theme/rolelook.h"

#include <algorithm>
#include <cmath>

namespace connscope::topology {

using theme::LinkState;
using theme::StateLook;

double ribbonWidth(std::uint32_t open) { return open == 0 ? 1.2 : std::min(2.4 + 1.25 * std::log2(open), 16.0); }

std::vector<Stroke> strokesOf(
    const LinkPicture& picture, bool bundle, const theme::Theme& theme, bool thin, double gap)
{
    if (!picture.isVisible())
        return {};
    const StateLook look = theme::stateLook(picture.state);
    QColor colour = theme::stateColour(picture.state, picture.role, picture.closer, theme);
    if (picture.ghost > 0)
        colour = theme::mixed(theme.card, colour, std::max(0.0, 1 - std::round(picture.ghost * 16) / 16));
    if (picture.isOver)
        colour = theme::mixed(theme.card, colour, 0.35);
    if (picture.dimmed)
        colour = theme::mixed(theme.card, colour, 0.25);
    const QVector<qreal> dash = theme::roleDash(picture.role);
    const double scale = thin ? 0.6 : 1;
    const double width = look.width * scale;

    if (bundle) {
        if (picture.open == 0)
            return {{0, 1, 1, 0, colour, dash}};
        const double ribbon = ribbonWidth(picture.open);
        const QColor mark = theme.role(picture.role).mark;
        const double busy = picture.idle == picture.open ? 0.16 : 0.32;
        return {{0, 1, ribbon, 0, theme::mixed(theme.card, mark, picture.dimmed ? 0.12 : busy), {}},
            {0, 1, 1.6, 0, picture.dimmed ? colour : mark, dash}};
    }
    if (picture.forgotten > 0 && picture.closer == trace::Side::None) // the line of its state, with a gap
        return {{0, gap - 0.04, width, 0, colour, dash}, {gap + 0.04, 1, width, 0, colour, dash}};
    switch (look.stroke) {
    case StateLook::Stroke::Full:
    case StateLook::Stroke::Thin:
    case StateLook::Stroke::Trace:
        return {{0, 1, width, 0, colour, dash}};
    case StateLook::Stroke::Growing:
        return {{0, picture.handshake, width, 0, colour, {2, 2}}};
    case StateLook::Stroke::Double:
        return {{0, 1, width, -1.7 * scale, colour, {}}, {0, 1, width, 1.7 * scale, colour, {}}};
    case StateLook::Stroke::HalfFromClient:
        return {{0, 0.5, 0.9 * scale, 0, colour, {}}, {0.5, 1, width + 0.6, 0, colour, {}}};
    case StateLook::Stroke::HalfFromBroker:
        return {{0, 0.5, width + 0.6, 0, colour, {}}, {0.5, 1, 0.9 * scale, 0, colour, {}}};
    case StateLook::Stroke::Broken:
        return {{0, gap - 0.04, width, 0, colour, {}}, {gap + 0.04, 1, width, 0, colour, {}}};
    case StateLook::Stroke::Stub:
        return {{0, 0.16, width, 0, colour, {}}};
    }
    return {};
}

} // namespace connscope::topology
