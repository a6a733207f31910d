// SPDX-License-Identifier: GPL-3.0-or-later
// JSON itself is nlohmann's; this file gives its SAX events a meaning. The parser does not recurse, so nesting costs no
// stack; it is limited all the same. SAX events carry no position: an error looks its key up in the line again.
#include "trace/jsonlline.h"

#include "base/text.h"
#include "trace/jsontext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace connscope::trace {

namespace {

/// Columns count code points.
int columnAt(std::string_view line, std::size_t offset)
{
    int column = 1;
    for (std::size_t i = 0; i < offset && i < line.size(); ++i)
        column += (static_cast<unsigned char>(line[i]) & 0xc0) != 0x80 ? 1 : 0;
    return column;
}

Error errorAt(std::string_view line, std::size_t offset, std::string message)
{
    Error error;
    error.message = std::move(message);
    error.column = columnAt(line, offset);
    error.offset = offset;
    return error;
}

using Json = nlohmann::json;

/// A whole number out of JSON: the sign apart, since seeds use all 64 bits.
struct Whole {
    bool negative = false;
    std::uint64_t magnitude = 0;

    template <typename Int>
    std::optional<Int> to() const
    {
        constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<Int>::max());
        if (!negative)
            return magnitude <= kMax ? std::optional(static_cast<Int>(magnitude)) : std::nullopt;
        if constexpr (std::numeric_limits<Int>::is_signed) {
            if (magnitude <= kMax + 1)
                return static_cast<Int>(~(magnitude - 1));
        }
        return std::nullopt;
    }
};

/// The SAX side of a flat object: finds keys, skips what is not known, keeps order and depth. \a Fields says what the
/// keys mean: `int find(key)` (-1 = not known), `std::string number(field, Whole)`, `std::string text(field, string&)`;
/// both return "" or what is wrong.
template <typename Fields>
class FlatObject {
public:
    FlatObject(Fields& fields, int maxDepth)
        : m_fields(fields)
        , m_maxDepth(maxDepth)
    {
    }

    Result<void> parse(std::string_view line)
    {
        m_parsing = line;
        if (const std::size_t first = line.find_first_not_of(" \t\r");
            first == std::string_view::npos || line[first] != '{') {
            return fail(errorAt(line, first == std::string_view::npos ? 0 : first,
                "a line of a trace is a JSON object in braces, but this one begins with '"
                    + printable(line.substr(std::min(first, line.size())), 20) + "'"));
        }
        const std::size_t pairs = scanPlain(line);
        const bool good = pairs > 0 ? takePlain(pairs) : Json::sax_parse(line.begin(), line.end(), this);
        if (good)
            return {};
        if (!m_key.empty())
            return fail(errorAtKey(line, m_key, std::move(m_problem)));
        return fail(errorAt(line, m_offset, std::move(m_problem)));
    }
    std::uint32_t seen() const { return m_seen; }

    // -- called by the parser; false stops it --

    bool null() { return (m_depth == 1 && m_field >= 0 && m_fields.takesNull(m_field)) || other("null"); }
    bool boolean(bool) { return other("true or false"); }
    bool number_integer(std::int64_t n)
    {
        return whole({n < 0, n < 0 ? ~static_cast<std::uint64_t>(n) + 1 : static_cast<std::uint64_t>(n)});
    }
    bool number_unsigned(std::uint64_t n) { return whole({false, n}); }
    bool number_float(double, const std::string&) { return other("a number with a fraction or out of range"); }
    bool binary(std::vector<std::uint8_t>&) { return true; }
    bool string(std::string& text) { return m_depth != 1 || m_field < 0 || check(m_fields.text(m_field, text)); }
    bool key(std::string& name)
    {
        if (m_depth != 1)
            return true;
        m_name.swap(name);
        m_field = m_fields.find(m_name);
        if (m_field < 0)
            return true;
        const std::uint32_t bit = std::uint32_t {1} << m_field;
        if (m_seen & bit)
            return refuse("the key is there twice");
        m_seen |= bit;
        return true;
    }
    bool start_object(std::size_t)
    {
        if (m_depth == 1 && m_field >= 0)
            return other("an object");
        return deeper();
    }
    bool end_object()
    {
        --m_depth;
        return true;
    }
    bool start_array(std::size_t)
    {
        if (m_depth == 1 && m_field >= 0)
            return other("an array");
        return deeper();
    }
    bool end_array()
    {
        --m_depth;
        return true;
    }
    bool parse_error(std::size_t position, const std::string& last, const Json::exception& error)
    {
        constexpr int kNumberTooLarge = 406;
        m_offset = position > 0 ? std::min(position - 1, m_parsing.size()) : 0;
        if (error.id == kNumberTooLarge)
            m_problem = "the number " + printable(last, 40) + " is too large";
        else if (m_offset >= m_parsing.size())
            m_problem = "the line ends in the middle of its JSON object";
        else
            m_problem = "this is not JSON: it goes wrong at '" + printable(m_parsing.substr(m_offset), 20) + "'";
        return false;
    }

private:
    /// A key with its value, as it stands in the line.
    struct Pair {
        std::string_view key;
        std::string_view text;
        Whole number;
        bool isText = false;
    };

    /// Nearly all lines are as the writer writes them: one object without spaces, of texts without escapes and of whole
    /// numbers. These are taken apart here, in a fifth of the time; for any other line this returns 0 and has done nothing.
    std::size_t scanPlain(std::string_view line)
    {
        const char* at = line.data();
        const char* const end = at + line.size();
        const auto text = [&at, end](std::string_view& out) {
            if (at == end || *at != '"')
                return false;
            const char* const begin = ++at;
            while (at != end && *at >= ' ' && *at < '\x7f' && *at != '"' && *at != '\\')
                ++at;
            if (at == end || *at != '"')
                return false;
            out = {begin, static_cast<std::size_t>(at++ - begin)};
            return true;
        };
        const auto number = [&at, end](Whole& out) {
            constexpr int kSafeDigits = 18;
            const bool negative = at != end && *at == '-';
            at += negative ? 1 : 0;
            const char* const begin = at;
            std::uint64_t n = 0;
            for (; at != end && *at >= '0' && *at <= '9'; ++at) {
                if (at - begin == kSafeDigits)
                    return false;
                n = n * 10 + static_cast<std::uint64_t>(*at - '0');
            }
            out = {negative && n > 0, n};
            return at != begin && (*begin != '0' || at - begin == 1);
        };
        if (at == end || *at++ != '{')
            return 0;
        for (std::size_t n = 0; n < m_pairs.size(); ++n) {
            Pair& pair = m_pairs[n];
            if (!text(pair.key) || at == end || *at++ != ':')
                return 0;
            pair.isText = at != end && *at == '"';
            if (!(pair.isText ? text(pair.text) : number(pair.number)) || at == end)
                return 0;
            const char next = *at++;
            if (next == '}')
                return at == end ? n + 1 : 0;
            if (next != ',')
                return 0;
        }
        return 0;
    }
    bool takePlain(std::size_t pairs)
    {
        if (!start_object(pairs))
            return false;
        for (std::size_t i = 0; i < pairs; ++i) {
            const Pair& pair = m_pairs[i];
            m_plain.assign(pair.key);
            if (!key(m_plain))
                return false;
            if (pair.isText) {
                m_plain.assign(pair.text);
                if (!string(m_plain))
                    return false;
            } else if (!whole(pair.number)) {
                return false;
            }
        }
        return end_object();
    }

    bool whole(Whole n) { return m_depth != 1 || m_field < 0 || check(m_fields.number(m_field, n)); }
    bool other(const char* what)
    {
        return m_depth != 1 || m_field < 0 || refuse("does not take " + std::string(what));
    }
    bool deeper()
    {
        if (++m_depth <= m_maxDepth)
            return true;
        return refuse("is nested deeper than " + std::to_string(m_maxDepth) + " levels");
    }
    bool check(const std::string& wrong) { return wrong.empty() || refuse(wrong); }
    bool refuse(const std::string& wrong)
    {
        m_key = m_name;
        m_problem = "'" + printable(m_name, 40) + "': " + wrong;
        return false;
    }

    Fields& m_fields;
    int m_maxDepth;
    std::string_view m_parsing;
    std::array<Pair, 24> m_pairs; // of a plain line
    std::string m_plain;
    int m_depth = 0;
    int m_field = -1;
    std::uint32_t m_seen = 0;
    std::string m_name; // the last key of the outermost object
    std::string m_key; // the key that an error is about
    std::string m_problem;
    std::size_t m_offset = 0;
};

template <std::size_t N>
int position(const std::array<std::string_view, N>& keys, std::string_view key)
{
    for (std::size_t i = 0; i < N; ++i) {
        if (keys[i] == key)
            return static_cast<int>(i);
    }
    return -1;
}

std::string notANumber() { return "expected a whole number, not a text"; }
std::string notAText() { return "expected a text, not a number"; }

template <typename Int>
std::string take(Whole n, Int& out, const char* range)
{
    const std::optional<Int> value = n.to<Int>();
    if (!value)
        return std::string("out of range: expected ") + range;
    out = *value;
    return {};
}

/// "'x' is no side; did you mean 'y'?"
std::string notAName(std::string_view what, std::string_view text, std::span<const std::string_view> names)
{
    return "'" + printable(text, 40) + "' is no " + std::string(what) + didYouMean(text, names);
}

template <typename Enum, typename Name>
std::vector<std::string_view> namesOf(int count, Name name)
{
    std::vector<std::string_view> names;
    names.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        names.push_back(name(static_cast<Enum>(i)));
    return names;
}

struct HeaderFields {
    enum Field {
        Major,
        Minor,
        Title,
        TitleHex,
        Scenario,
        ScenarioHex,
        Profile,
        ProfileHex,
        Seed,
        VantageName,
        Epoch
    };
    static constexpr std::array<std::string_view, 11> kKeys {"connscope-trace", "minor", "title", "title_hex",
        "scenario", "scenario_hex", "profile", "profile_hex", "seed", "vantage", "epoch_ms"};

    int find(std::string_view key) const { return position(kKeys, key); }
    static bool takesNull(int field) { return field == Profile; }
    std::string number(int field, Whole n)
    {
        switch (field) {
        case Major:
            return take(n, line.major, "the major version of the format");
        case Minor:
            return take(n, line.minor, "the minor version of the format");
        case Seed:
            return take(n, line.header.seed, "0 to 2^64 - 1");
        case Epoch:
            return take(n, line.header.epochMs, "milliseconds in 64 bits");
        default:
            return notAText();
        }
    }
    std::string text(int field, std::string& value)
    {
        switch (field) {
        case Title:
            line.header.title = value;
            return {};
        case Scenario:
            line.header.scenario = value;
            return {};
        case Profile:
            line.header.profile = value;
            return {};
        case TitleHex:
            return hex(value, line.header.title);
        case ScenarioHex:
            return hex(value, line.header.scenario);
        case ProfileHex:
            return hex(value, line.header.profile);
        case VantageName:
            if (const auto vantage = vantageFromName(value)) {
                line.header.vantage = *vantage;
                return {};
            }
            return notAName("vantage", value, namesOf<Vantage>(4, vantageName));
        default:
            return notANumber();
        }
    }
    static std::string hex(const std::string& value, std::string& out)
    {
        const auto bytes = fromHex(value);
        if (!bytes)
            return "expected an even number of hex digits";
        out = *bytes;
        return {};
    }

    HeaderLine line;
};

struct EventFields {
    enum Field {
        Id,
        At,
        Kind,
        Cause,
        RuleName,
        Conn,
        Client,
        Node,
        Broker,
        Api,
        Corr,
        Size,
        Value,
        Text,
        TextHex,
        SideName,
        State,
        VantageName
    };
    static constexpr std::array<std::string_view, 18> kKeys {"id", "t_ns", "kind", "cause", "rule", "conn", "client",
        "node", "broker", "api", "corr", "size", "value", "text", "text_hex", "side", "state", "vantage"};

    int find(std::string_view key) const { return position(kKeys, key); }
    static bool takesNull(int) { return false; }

    std::string number(int field, Whole n)
    {
        Event& e = line.event;
        constexpr auto kIdRange = "0 to 4294967294";
        constexpr auto kInt32 = "a number of 32 bits";
        switch (field) {
        case Id:
            return id(n, line.id, kIdRange);
        case At: {
            std::int64_t ns = 0;
            std::string wrong = take(n, ns, "nanoseconds since the trace's start, 0 to 2^63 - 1");
            if (wrong.empty() && ns < 0)
                return "an event cannot be before the trace's start";
            e.at = fromNs(ns);
            return wrong;
        }
        case Cause:
            return id(n, e.cause.value, kIdRange);
        case Conn:
            return id(n, e.connection.value, kIdRange);
        case Client:
            return id(n, e.client.value, kIdRange);
        case Node:
            return take(n, e.node.value, kInt32);
        case Broker:
            return take(n, e.broker.value, kInt32);
        case Api: {
            std::int16_t key = 0;
            std::string wrong = take(n, key, "the name or the number of a Kafka request");
            e.api = static_cast<ApiKey>(key);
            return wrong;
        }
        case Corr:
            return take(n, e.correlation, kInt32);
        case Size:
            return take(n, e.size, "0 to 4294967295");
        case Value:
            return take(n, e.value, "a number of 64 bits");
        default:
            return notAText();
        }
    }

    std::string text(int field, std::string& value)
    {
        Event& e = line.event;
        switch (field) {
        case Kind:
            if (const auto kind = kindFromName(value)) {
                e.kind = *kind;
                return {};
            }
            if (value == kEndKind) {
                line.isEnd = true;
                return {};
            }
            if (newerMinor) {
                e.kind = EventKind::Mark;
                unknownKind = value;
                return {};
            }
            return notAName("kind of event", value, namesOf<EventKind>(kEventKindCount, kindName));
        case RuleName:
            if (const auto rule = ruleFromName(value)) {
                e.rule = *rule;
                return {};
            }
            return newerMinor ? std::string() : notAName("rule", value, namesOf<RuleId>(kRuleCount, ruleName));
        case Api:
            if (const auto api = apiFromName(value)) {
                e.api = *api;
                return {};
            }
            return newerMinor ? std::string() : notAName("Kafka request", value, apiNames());
        case Text:
            line.text.swap(value);
            return {};
        case TextHex: {
            const auto bytes = fromHex(value);
            if (!bytes)
                return "expected an even number of hex digits";
            line.text = *bytes;
            return {};
        }
        case SideName:
            if (const auto side = sideFromName(value)) {
                e.side = *side;
                return {};
            }
            return notAName("side", value, namesOf<Side>(4, sideName));
        case State:
            if (const auto state = tcpStateFromName(value)) {
                e.state = *state;
                return {};
            }
            return notAName("TCP state", value, namesOf<TcpState>(kTcpStateCount, tcpStateName));
        case VantageName:
            if (const auto vantage = vantageFromName(value)) {
                e.vantage = *vantage;
                return {};
            }
            return notAName("vantage", value, namesOf<Vantage>(4, vantageName));
        default:
            return notANumber();
        }
    }

    static std::string id(Whole n, std::uint32_t& out, const char* range)
    {
        std::string wrong = take(n, out, range);
        if (wrong.empty() && out == EventId::kNone)
            return std::string("out of range: expected ") + range;
        return wrong;
    }
    static std::vector<std::string_view> apiNames()
    {
        std::vector<std::string_view> names;
        for (const ApiKey key : allApiKeys())
            names.push_back(apiName(key));
        return names;
    }

    EventLine& line;
    bool newerMinor;
    std::string unknownKind {};
};

} // namespace

Error errorAtKey(std::string_view line, std::string_view key, std::string message)
{
    // Inside a JSON text a quote is escaped, so quote, key, quote, colon can only be the key itself.
    const std::string quoted = '"' + std::string(key) + '"';
    for (std::size_t at = line.find(quoted); at != std::string_view::npos; at = line.find(quoted, at + 1)) {
        const std::size_t after = line.find_first_not_of(" \t", at + quoted.size());
        if (after != std::string_view::npos && line[after] == ':')
            return errorAt(line, at, std::move(message));
    }
    return errorAt(line, 0, std::move(message));
}

bool isWholeJson(std::string_view line) { return Json::accept(line.begin(), line.end()); }

Result<HeaderLine> parseHeaderLine(std::string_view line, int maxDepth)
{
    HeaderFields fields;
    FlatObject object(fields, maxDepth);
    if (auto parsed = object.parse(line); !parsed)
        return fail(parsed.error());
    if ((object.seen() & (1U << HeaderFields::Major)) == 0)
        return fail(errorAt(line, 0,
            "this is no Connscope trace: its first line should be a header with the key \"connscope-trace\""));
    if (fields.line.major < 1 || fields.line.minor < 0)
        return fail(errorAtKey(line, fields.line.major < 1 ? "connscope-trace" : "minor",
            "there is no such version of the trace format"));
    fields.line.notes = notesOf(line);
    return std::move(fields.line);
}

EventLineParser::EventLineParser(Vantage vantage, bool newerMinor, int maxDepth)
    : m_vantage(vantage)
    , m_newerMinor(newerMinor)
    , m_maxDepth(maxDepth)
{
}

Result<void> EventLineParser::parse(std::string_view line, EventLine& out)
{
    out.event = Event {};
    out.isEnd = false;
    out.event.vantage = m_vantage;
    out.text.clear();
    EventFields fields {out, m_newerMinor};
    FlatObject object(fields, m_maxDepth);
    if (auto parsed = object.parse(line); !parsed)
        return parsed;
    for (const auto required : {EventFields::Id, EventFields::At, EventFields::Kind}) {
        if ((object.seen() & (1U << required)) == 0) {
            return fail(errorAt(line, 0,
                "an event needs the keys id, t_ns and kind; '" + std::string(EventFields::kKeys[required])
                    + "' is missing"));
        }
    }
    if (!fields.unknownKind.empty())
        out.text = out.text.empty() ? fields.unknownKind : fields.unknownKind + ": " + out.text;
    return {};
}

} // namespace connscope::trace
