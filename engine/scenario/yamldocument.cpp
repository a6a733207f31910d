// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/yamldocument.h"

#include "base/text.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <streambuf>
#include <utility>

namespace connscope::scenario {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Thrown by our handler through the parser, and caught right outside it: the only way to stop yaml-cpp.
struct Refused {
    std::size_t offset;
    std::string message;
};

/// What yaml-cpp says, and what a person can do about it.
struct Help {
    std::string_view said;
    std::string_view help;
};
constexpr std::array<Help, 12> kHelp {{
    {"illegal map value",
        "a ':' has no place here; put quotes around a text that contains ': ', or check the indentation"},
    {"illegal map key", "a key has no place here; check the indentation"},
    {"illegal block entry", "a list item ('- ') has no place here; check the indentation"},
    {"end of map not found", "this line does not continue the map above it; check the indentation"},
    {"end of sequence not found", "this line does not continue the list above it; check the indentation"},
    {"end of map flow not found", "a '{' is not closed before this place; add the missing '}' or ','"},
    {"end of sequence flow not found", "a '[' is not closed before this place; add the missing ']' or ','"},
    {"illegal flow end", "a ']' or '}' closes nothing"},
    {"illegal tab when looking for indentation", "indent with spaces, not with tabs"},
    {"illegal EOF in scalar", "a quoted text is not closed before the end of the file"},
    {"unknown token", "this character cannot start a value; put the value in quotes"},
    {"unknown escape character: ",
        "no such escape in a double-quoted text; write '\\\\' for a backslash, or use single quotes"},
}};

std::string explain(std::string_view said)
{
    for (const Help& entry : kHelp) {
        if (said.substr(0, entry.said.size()) == entry.said)
            return std::string(entry.help);
    }
    return "not YAML: " + printable(said, 200);
}

class TreeBuilder : public YAML::EventHandler {
public:
    TreeBuilder(const YamlLimits& limits, std::size_t textSize)
        : m_limits(limits)
        , m_textSize(textSize)
    {
    }

    YamlNode takeRoot() { return std::move(m_root); }
    std::size_t start() const { return m_start; } ///< of the document: its first node, or the line that separates it

    void OnDocumentStart(const YAML::Mark& mark) override
    {
        m_start = static_cast<std::size_t>(std::max(0, mark.pos));
    }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        add(YamlNode::Kind::Null, mark, anchor, {}, {});
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuseAnchor(mark); }
    void OnScalar(
        const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, const std::string& value) override
    {
        add(YamlNode::Kind::Scalar, mark, anchor, tag, value);
    }
    void OnSequenceStart(
        const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        open(YamlNode::Kind::List, mark, anchor, tag);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(
        const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        open(YamlNode::Kind::Map, mark, anchor, tag);
    }
    void OnMapEnd() override { close(); }
    void OnAnchor(const YAML::Mark& mark, const std::string&) override { refuseAnchor(mark); }

private:
    std::size_t offsetOf(const YAML::Mark& mark) const
    {
        return std::min(m_textSize, static_cast<std::size_t>(std::max(0, mark.pos)));
    }

    [[noreturn]] void refuseAnchor(const YAML::Mark& mark) const
    {
        throw Refused {
            offsetOf(mark), "anchors and aliases (&name, *name) are not part of a scenario; write the value out"};
    }

    YamlNode make(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& tag)
    {
        if (anchor != 0)
            refuseAnchor(mark);
        if (!tag.empty() && tag != "?" && tag != "!")
            throw Refused {offsetOf(mark), "tags (!" + printable(tag) + ") are not part of a scenario; leave it out"};
        if (++m_nodes > m_limits.nodes)
            throw Refused {offsetOf(mark),
                "more than " + std::to_string(m_limits.nodes) + " values: this is no scenario that a person wrote"};
        YamlNode node;
        node.kind = kind;
        node.offset = offsetOf(mark);
        node.plain = tag != "!";
        return node;
    }

    void add(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& tag,
        const std::string& value)
    {
        YamlNode node = make(kind, mark, anchor, tag);
        node.text = value;
        attach(std::move(node));
    }

    void open(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor, const std::string& tag)
    {
        if (static_cast<int>(m_open.size()) >= m_limits.depth)
            throw Refused {
                offsetOf(mark), "more than " + std::to_string(m_limits.depth) + " lists and maps inside each other"};
        m_open.push_back({make(kind, mark, anchor, tag), std::nullopt});
    }

    void close()
    {
        YamlNode node = std::move(m_open.back().node);
        m_open.pop_back();
        attach(std::move(node));
    }

    void attach(YamlNode node)
    {
        if (m_open.empty()) {
            m_root = std::move(node);
            return;
        }
        Open& parent = m_open.back();
        if (parent.node.kind == YamlNode::Kind::List) {
            parent.node.items.push_back(std::move(node));
        } else if (!parent.key) {
            parent.key = std::move(node);
        } else {
            // Where the value is left out, the parser reports the place of whatever comes next.
            if (node.isNull())
                node.offset = parent.key->offset;
            parent.node.entries.push_back({std::move(*parent.key), std::move(node)});
            parent.key.reset();
        }
    }

    struct Open {
        YamlNode node;
        std::optional<YamlNode> key;
    };
    const YamlLimits& m_limits;
    std::size_t m_textSize;
    std::size_t m_start = 0;
    std::size_t m_nodes = 0;
    std::vector<Open> m_open;
    YamlNode m_root;
};

/// The first byte that no text file of a person contains: broken UTF-8 or a control character.
std::optional<std::size_t> firstBadByte(std::string_view text)
{
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    std::size_t i = 0;
    while (i < text.size()) {
        const unsigned char c = at(i);
        if (c < 0x80) {
            if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f)
                return i;
            ++i;
            continue;
        }
        std::size_t length = 0;
        char32_t code = 0;
        char32_t least = 0;
        if ((c & 0xe0) == 0xc0) {
            length = 2, code = c & 0x1fU, least = 0x80;
        } else if ((c & 0xf0) == 0xe0) {
            length = 3, code = c & 0x0fU, least = 0x800;
        } else if ((c & 0xf8) == 0xf0) {
            length = 4, code = c & 0x07U, least = 0x10000;
        }
        if (length == 0 || i + length > text.size())
            return i;
        for (std::size_t k = 1; k < length; ++k) {
            if ((at(i + k) & 0xc0) != 0x80)
                return i;
            code = (code << 6) | (at(i + k) & 0x3fU);
        }
        if (code < least || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            return i;
        i += length;
    }
    return std::nullopt;
}

/// A parser of flow lists keeps every token of one until it ends, so their depth is bounded before it begins. The count does
/// not know quotes and comments, which is why its limit is far above the real one.
std::optional<std::size_t> tooManyBrackets(std::string_view text, int limit)
{
    int open = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '[' || text[i] == '{') {
            if (++open > limit)
                return i;
        } else if ((text[i] == ']' || text[i] == '}') && open > 0) {
            --open;
        }
    }
    return std::nullopt;
}

/// yaml-cpp 0.7 takes a quoted text that the end of the file cuts off for a whole one. Finds such a one.
const YamlNode* unclosedQuote(const YamlNode& node, std::string_view text)
{
    if (node.isScalar() && !node.plain && node.offset < text.size()) {
        const char quote = text[node.offset];
        if (quote != '"' && quote != '\'')
            return nullptr;
        for (std::size_t i = node.offset + 1; i < text.size(); ++i) {
            if (quote == '"' && text[i] == '\\') {
                ++i;
            } else if (text[i] == quote) {
                if (quote == '"' || i + 1 >= text.size() || text[i + 1] != quote)
                    return nullptr;
                ++i; // '' inside a single-quoted text
            }
        }
        return &node;
    }
    for (const YamlNode& item : node.items) {
        if (const YamlNode* found = unclosedQuote(item, text))
            return found;
    }
    for (const YamlEntry& entry : node.entries) {
        if (const YamlNode* found = unclosedQuote(entry.key, text))
            return found;
        if (const YamlNode* found = unclosedQuote(entry.value, text))
            return found;
    }
    return nullptr;
}

/// A stream over a text, without a copy and without a locale.
class TextBuffer : public std::streambuf {
public:
    explicit TextBuffer(std::string& text) { setg(text.data(), text.data(), text.data() + text.size()); }
};

} // namespace

YamlDocument::YamlDocument(std::string text, std::string fileName)
    : m_text(std::move(text))
    , m_fileName(std::move(fileName))
{
    if (m_text.compare(0, kByteOrderMark.size(), kByteOrderMark) == 0)
        m_text.erase(0, kByteOrderMark.size());
    m_lineStarts.push_back(0);
    for (std::size_t i = 0; i < m_text.size(); ++i) {
        if (m_text[i] == '\n')
            m_lineStarts.push_back(i + 1);
    }
}

Result<YamlDocument> YamlDocument::parse(std::string text, std::string fileName, const YamlLimits& limits)
{
    if (text.size() > limits.bytes)
        return fail(tooLarge(std::move(fileName), text.size(), limits));
    YamlDocument document(std::move(text), std::move(fileName));
    if (const auto bad = firstBadByte(document.m_text)) {
        return fail(document.errorAt(*bad,
            "'" + printable(std::string_view(document.m_text).substr(*bad, 1))
                + "' is not text; a scenario is written in UTF-8"));
    }
    if (const auto bad = tooManyBrackets(document.m_text, limits.openBrackets))
        return fail(document.errorAt(*bad,
            "more than " + std::to_string(limits.openBrackets) + " brackets are open here; lists and maps may be "
                + std::to_string(limits.depth) + " deep inside each other"));

    try {
        TreeBuilder builder(limits, document.m_text.size());
        TextBuffer buffer(document.m_text);
        std::istream stream(&buffer);
        YAML::Parser parser(stream);
        parser.HandleNextDocument(builder);
        document.m_root = builder.takeRoot();
        TreeBuilder second(limits, document.m_text.size());
        if (parser.HandleNextDocument(second) && !second.takeRoot().isNull())
            return fail(document.errorAt(
                second.start(), "more than one document; a file holds one scenario, without a '---' line between"));
    } catch (const Refused& refused) {
        return fail(document.errorAt(refused.offset, refused.message));
    } catch (const YAML::ParserException& e) {
        const auto offset = std::min(document.m_text.size(), static_cast<std::size_t>(std::max(0, e.mark.pos)));
        if (const auto tab = document.tabBefore(offset)) // the parser often notices it only by what follows
            return fail(document.errorAt(*tab, "indent with spaces, not with tabs"));
        return fail(document.errorAt(offset, explain(e.msg)));
    } catch (const std::exception& e) {
        return fail(document.errorAt(0, "not YAML: " + printable(e.what(), 200)));
    }
    if (const YamlNode* open = unclosedQuote(document.m_root, document.m_text))
        return fail(document.errorAt(open->offset, "the quote that opens here is never closed"));
    return document;
}

Error YamlDocument::tooLarge(std::string fileName, std::uintmax_t bytes, const YamlLimits& limits)
{
    Error error;
    error.file = std::move(fileName);
    error.message = "the file has " + std::to_string(bytes) + " bytes; a scenario may have at most "
        + std::to_string(limits.bytes);
    return error;
}

int YamlDocument::lineOf(std::size_t offset) const
{
    const auto it = std::upper_bound(m_lineStarts.begin(), m_lineStarts.end(), offset);
    return static_cast<int>(it - m_lineStarts.begin());
}

std::optional<std::size_t> YamlDocument::tabBefore(std::size_t offset) const
{
    for (std::size_t i = m_lineStarts[static_cast<std::size_t>(lineOf(offset) - 1)]; i < offset; ++i) {
        if (m_text[i] == '\t')
            return i;
        if (m_text[i] != ' ')
            break;
    }
    return std::nullopt;
}

Error YamlDocument::errorAt(std::size_t offset, std::string message) const
{
    offset = std::min(offset, m_text.size());
    Error error;
    error.message = std::move(message);
    error.file = m_fileName;
    error.offset = offset;
    error.line = lineOf(offset);
    error.column = 1;
    for (std::size_t i = m_lineStarts[static_cast<std::size_t>(error.line - 1)]; i < offset; ++i) {
        if ((static_cast<unsigned char>(m_text[i]) & 0xc0) != 0x80)
            ++error.column;
    }
    return error;
}

Error YamlDocument::errorInside(const YamlNode& scalar, std::size_t offsetInValue, std::string message) const
{
    std::size_t start = scalar.offset;
    if (!scalar.plain && start < m_text.size() && (m_text[start] == '"' || m_text[start] == '\''))
        ++start;
    const bool verbatim = start <= m_text.size() && m_text.compare(start, scalar.text.size(), scalar.text) == 0;
    return errorAt(
        verbatim ? start + std::min(offsetInValue, scalar.text.size()) : scalar.offset, std::move(message));
}

} // namespace connscope::scenario
