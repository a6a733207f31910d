// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/theme.h"

namespace connscope::theme {

namespace {

QColor rgb(unsigned value) { return QColor::fromRgba(0xff000000u | value); }
Hue hue(unsigned mark, unsigned text, unsigned tint) { return {rgb(mark), rgb(text), rgb(tint)}; }

Theme light()
{
    Theme t;
    t.scheme = Scheme::Light;
    t.isDark = false;
    t.paper = rgb(0xF6F5F1);
    t.card = rgb(0xFFFFFF);
    t.raised = rgb(0xF5F3EE);
    t.selection = rgb(0xFFF6DF);
    t.hover = rgb(0xF0EFEA);
    t.ink = rgb(0x1B1F24);
    t.secondary = rgb(0x5F656D);
    t.hairline = rgb(0xDEDCD5);
    t.outline = rgb(0x85888D);
    t.accent = rgb(0x1B1F24);
    t.onAccent = rgb(0xFFFFFF);
    t.handshake = rgb(0x83868C);
    t.positive = rgb(0x177543);
    t.error = rgb(0x9B1C1C);
    t.roles = {
        hue(0x83868C, 0x5F656D, 0xECEBE6), // unknown
        hue(0xA2467E, 0x9C3F78, 0xF6E4EE), // bootstrap
        hue(0x0072B2, 0x006BA8, 0xDCEBF5), // data
        hue(0xC17600, 0x8F5700, 0xFBEBCF), // coordinator
        hue(0x00966C, 0x007355, 0xD8F0E8), // transaction
    };
    t.closers = {
        hue(0x83868C, 0x5F656D, 0xECEBE6), // none
        hue(0x258CC3, 0x1C6C97, 0xDFF0F9), // client
        hue(0xD55E00, 0xA94A00, 0xFBE5D5), // broker
        hue(0x1B1F24, 0x1B1F24, 0xE4E3DE), // network
    };
    return t;
}

Theme dark()
{
    Theme t;
    t.scheme = Scheme::Dark;
    t.isDark = true;
    t.paper = rgb(0x15181C);
    t.card = rgb(0x1E2228);
    t.raised = rgb(0x262B32);
    t.selection = rgb(0x3A321E);
    t.hover = rgb(0x2A2F37);
    t.ink = rgb(0xECEEF1);
    t.secondary = rgb(0xA3ACB7);
    t.hairline = rgb(0x343A42);
    t.outline = rgb(0x7D8590);
    t.accent = rgb(0xECEEF1);
    t.onAccent = rgb(0x15181C);
    t.handshake = rgb(0x828A95);
    t.positive = rgb(0x5FCB8C);
    t.error = rgb(0xFF8A80);
    t.roles = {
        hue(0x828A95, 0xA3ACB7, 0x2E343C),
        hue(0xD978AF, 0xE39CC4, 0x43313D),
        hue(0x4AA8E6, 0x5BB0E8, 0x22384A),
        hue(0xF0A83A, 0xF0A83A, 0x43361F),
        hue(0x54CEA7, 0x54CEA7, 0x1F3D35),
    };
    t.closers = {
        hue(0x828A95, 0xA3ACB7, 0x2E343C),
        hue(0x7CC8F5, 0x7CC8F5, 0x263C4A),
        hue(0xFF8A4C, 0xFF8A4C, 0x47311F),
        hue(0xECEEF1, 0xECEEF1, 0x3A4048),
    };
    return t;
}

Theme highContrastLight()
{
    Theme t = light();
    t.scheme = Scheme::HighContrastLight;
    t.paper = rgb(0xFFFFFF);
    t.card = rgb(0xFFFFFF);
    t.raised = rgb(0xFFFFFF);
    t.selection = rgb(0xFFF3B0);
    t.hover = rgb(0xF0F0F0);
    t.ink = rgb(0x000000);
    t.secondary = rgb(0x2B2B2B);
    t.hairline = rgb(0x767676);
    t.outline = rgb(0x000000);
    t.accent = rgb(0x000000);
    t.handshake = rgb(0x5A5A5A);
    t.positive = rgb(0x00552B);
    t.error = rgb(0x8B0000);
    t.roles = {
        hue(0x4A4A4A, 0x2B2B2B, 0xEDEDED),
        hue(0xA8327C, 0x85245F, 0xFBE8F4),
        hue(0x003D66, 0x003D66, 0xE3F1FB),
        hue(0x7B4300, 0x753F00, 0xFFEFD6),
        hue(0x005C42, 0x005640, 0xE0F7EF),
    };
    t.closers = {
        hue(0x4A4A4A, 0x2B2B2B, 0xEDEDED),
        hue(0x005681, 0x00527B, 0xE0F2FC),
        hue(0x8C3600, 0x863300, 0xFFE9DC),
        hue(0x000000, 0x000000, 0xE6E6E6),
    };
    return t;
}

Theme highContrastDark()
{
    Theme t = dark();
    t.scheme = Scheme::HighContrastDark;
    t.paper = rgb(0x000000);
    t.card = rgb(0x000000);
    t.raised = rgb(0x000000);
    t.selection = rgb(0x33330A);
    t.hover = rgb(0x1A1A1A);
    t.ink = rgb(0xFFFFFF);
    t.secondary = rgb(0xE0E0E0);
    t.hairline = rgb(0x8A8A8A);
    t.outline = rgb(0xFFFFFF);
    t.accent = rgb(0xFFFF66);
    t.onAccent = rgb(0x000000);
    t.handshake = rgb(0xB8B8B8);
    t.positive = rgb(0x7CF0A9);
    t.error = rgb(0xFFAAA2);
    t.roles = {
        hue(0xC8C8C8, 0xE0E0E0, 0x202020),
        hue(0xFFD6EE, 0xFFD6EE, 0x3A1F30),
        hue(0x72C8FF, 0x7FCDFF, 0x10283A),
        hue(0xFFC14D, 0xFFC14D, 0x3A2A08),
        hue(0x68ECC0, 0x68ECC0, 0x0B3326),
    };
    t.closers = {
        hue(0xC8C8C8, 0xE0E0E0, 0x202020),
        hue(0xA6DEFF, 0xA6DEFF, 0x16303F),
        hue(0xFFAC79, 0xFFB487, 0x3D210F),
        hue(0xFFFFFF, 0xFFFFFF, 0x333333),
    };
    return t;
}

const std::array<Theme, kSchemeCount>& table()
{
    static const std::array<Theme, kSchemeCount> all {light(), dark(), highContrastLight(), highContrastDark()};
    return all;
}

} // namespace

const Theme& themeOf(Scheme scheme) { return table()[static_cast<std::size_t>(scheme)]; }
std::span<const Theme> themes() { return table(); }

} // namespace connscope::theme
