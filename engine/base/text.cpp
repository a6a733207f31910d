// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"

#include <algorithm>
#include <cstdint>

namespace connscope {

namespace {

constexpr std::size_t kMaxWord = 128; // longer words are never typing slips

std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        previous[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                current[j] = std::min(current[j], before[j - 2] + 1);
        }
        before.swap(previous);
        previous.swap(current);
    }
    return previous[b.size()];
}

/// Bytes of the printable character that \a text starts with; 0 for a control character (C0, DEL, C1) and for what is
/// not UTF-8 (RFC 3629: no overlong form, no surrogate, nothing above U+10FFFF).
std::size_t wholeCharacter(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t first = byte(0);
    if (first < 0x80)
        return first >= 0x20 && first != 0x7f ? 1 : 0;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length)
        return 0;
    std::uint32_t code = first & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return 0;
        code = (code << 6) | (byte(i) & 0x3fU);
    }
    constexpr std::uint32_t kSmallest[] = {0, 0, 0xa0, 0x800, 0x10000}; // below U+00A0 are the C1 controls
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code >= kSmallest[length] && code <= 0x10ffff && !surrogate ? length : 0;
}

} // namespace

std::optional<std::string> nearestWord(std::string_view word, std::span<const std::string_view> candidates)
{
    if (word.empty() || word.size() > kMaxWord)
        return std::nullopt;
    std::optional<std::string> best;
    std::size_t bestDistance = 0;
    for (const std::string_view candidate : candidates) {
        const std::size_t longer = std::max(word.size(), candidate.size());
        const std::size_t limit = std::max<std::size_t>(1, longer / 3);
        if (candidate.size() > kMaxWord || candidate.size() > word.size() + limit
            || word.size() > candidate.size() + limit)
            continue;
        const std::size_t d = distance(word, candidate);
        if (d <= limit && d < longer && (!best || d < bestDistance)) {
            best = std::string(candidate);
            bestDistance = d;
        }
    }
    return best;
}

std::string didYouMean(std::string_view word, std::span<const std::string_view> candidates)
{
    const auto near = nearestWord(word, candidates);
    return near ? "; did you mean '" + *near + "'?" : std::string();
}

std::string didYouMeanOneOf(
    std::string_view word, std::string_view what, std::span<const std::string_view> candidates)
{
    const std::string near = didYouMean(word, candidates);
    std::string rest(what);
    if (!near.empty() && rest[0] >= 'a' && rest[0] <= 'z')
        rest[0] = static_cast<char>(rest[0] - 'a' + 'A'); // after a question mark
    return (near.empty() ? std::string("; ") : near + ' ') + rest + " are " + joinOr(candidates) + '.';
}

std::string joinOr(std::span<const std::string_view> words)
{
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0)
            out += i + 1 == words.size() ? " or " : ", ";
        out += words[i];
    }
    return out;
}

std::string printable(std::string_view text, std::size_t limit)
{
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    std::size_t i = 0;
    while (i < text.size()) {
        if (out.size() >= limit) {
            out += "…";
            return out;
        }
        const auto byte = static_cast<std::uint8_t>(text[i]);
        const std::size_t length = wholeCharacter(text.substr(i));
        if (length > 0) {
            out.append(text.substr(i, length));
            i += length;
        } else {
            out += "\\x";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
            ++i;
        }
    }
    return out;
}

} // namespace connscope
