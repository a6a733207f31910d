// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "theme/marks.h"
#include "view/item.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace connscope::inspector {

/// What a block of a sheet is; its fields are those of Block.
enum class BlockKind : std::uint8_t {
    Caption, ///< a small word above a title
    Hero, ///< text in the largest type, fixed width; with the chip of `role` behind it
    Title, ///< text in large type; with the chip of `role` behind it where it has one
    Text, ///< a paragraph
    Section, ///< a heading with a line above it
    Fact, ///< label and text; a ring where it has a countdown
    Bar, ///< label (fixed width), text at the right, and a bar of `share`
    Line, ///< a badge of `node` and `role`, and text: one of several connections
    Step, ///< of a chain of causes: text, and `note` and `more` below it
};

/// In which voice a text is said.
enum class Tone : std::uint8_t { Ink, Secondary, Positive, Error, Client, Broker, Network };

/// One piece of a sheet. Pieces are values: what did not change is not painted again.
struct Block {
    BlockKind kind = BlockKind::Text;
    QString label;
    QString text;
    QString note;
    QString more; ///< fixed width: config keys and values, places in code; one a line
    Tone tone = Tone::Ink;
    bool isMono = false; ///< `text` is made of ids, states or numbers
    bool isKey = false; ///< `label` is a config key
    bool isChanged = false; ///< a config value that is not the default: marked with a dot
    bool isLast = false; ///< the last step of a chain
    bool isFaded = false; ///< a line about something that is idle or gone
    std::optional<Role> role;
    NodeId node;
    double share = 0;
    std::optional<theme::Countdown> countdown;
    view::Item item; ///< where a click leads

    bool operator==(const Block& other) const;
    /// As one line of plain text, for copying and reading aloud.
    QString plain() const;
};

/// What a page says, without a pixel: a list of blocks from top to bottom.
struct Sheet {
    std::vector<Block> blocks;

    Block& add(BlockKind kind, QString text);
    void caption(const QString& text) { add(BlockKind::Caption, text); }
    void section(const QString& text) { add(BlockKind::Section, text); }
    Block& text(const QString& text, Tone tone = Tone::Ink);
    /// Left out where \a text is empty.
    Block& fact(const QString& label, const QString& text, view::Item item = {});
    Block& mono(const QString& label, const QString& text, view::Item item = {});

    QString plain() const;
    bool operator==(const Sheet&) const = default;

private:
    Block m_dropped; // what an empty fact hands out
};

} // namespace connscope::inspector
