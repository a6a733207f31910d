// SPDX-License-Identifier: GPL-3.0-or-later
#include "scenario/annotation.h"

#include "base/text.h"
#include "scenario/sections.h"
#include "scenario/writesections.h"

#include <array>
#include <charconv>

namespace connscope::scenario {

namespace {

constexpr std::array<std::string_view, 4> kKinds {"text", "arrow", "box", "number"};
constexpr std::array<std::string_view, 2> kViews {"topology", "timeline"};
constexpr std::array<std::string_view, 4> kThings {"client", "broker", "address", "connection"};

std::optional<std::int32_t> wholeNumber(std::string_view text)
{
    std::int32_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

/// The last word of \a text, which loses it; nothing where there is only one.
std::string_view takeLast(std::string_view& text)
{
    const std::size_t blank = text.rfind(' ');
    if (blank == std::string_view::npos)
        return {};
    const std::string_view word = text.substr(blank + 1);
    text = text.substr(0, blank);
    return word;
}

} // namespace

std::string_view kindWord(Annotation::Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
std::string_view viewWord(Annotation::View view) { return kViews[static_cast<std::size_t>(view)]; }

std::string AnchorName::toString() const
{
    switch (kind) {
    case Kind::Client:
        return "client " + name;
    case Kind::Broker:
        return "broker " + std::to_string(broker.value);
    case Kind::Address:
        return "address " + name;
    case Kind::Connection:
        break;
    }
    return "connection " + name + ' ' + std::to_string(node.value)
        + (number > 0 ? " #" + std::to_string(number) : "");
}

Result<AnchorName> parseAnchor(std::string_view text)
{
    const std::string_view word = text.substr(0, text.find(' '));
    const std::string_view rest = word.size() < text.size() ? text.substr(word.size() + 1) : std::string_view {};
    AnchorName out;
    if (word == "client" && !rest.empty()) {
        out.name = rest;
        return out;
    }
    if (word == "address" && !rest.empty()) {
        out.kind = AnchorName::Kind::Address;
        out.name = rest;
        return out;
    }
    if (word == "broker") {
        out.kind = AnchorName::Kind::Broker;
        const auto id = wholeNumber(rest);
        if (!id || *id < 0)
            return fail("expected the id of a broker, such as 'broker 1', found '" + printable(text) + "'");
        out.broker = BrokerId {*id};
        return out;
    }
    if (word == "connection") {
        out.kind = AnchorName::Kind::Connection;
        std::string_view left = rest;
        std::string_view last = takeLast(left);
        if (last.starts_with('#')) {
            // "connection reader #2 -1" has a client made anew; "connection reader -1 #2" the second connection.
            const auto number = wholeNumber(last.substr(1));
            if (!number || *number < 1)
                return fail("expected the number of a connection, such as #2, found '" + printable(last) + "'");
            out.number = *number;
            last = takeLast(left);
        }
        const auto node = wholeNumber(last);
        if (!node || left.empty()) {
            return fail("expected a client and a node id, such as 'connection consumer 2147483645', found '"
                + printable(text) + "'");
        }
        out.node = NodeId {*node};
        out.name = left;
        return out;
    }
    return fail("expected client NAME, broker ID, address HOST:PORT or connection CLIENT NODE, found '"
        + printable(text) + "'" + (word == text ? didYouMean(word, kThings) : std::string()));
}

// -- reading --

namespace {

constexpr std::array<std::string_view, 8> kKeys {"view", "kind", "anchor", "from", "to", "offset", "number", "text"};

class AnnotationReader {
public:
    /// \a scenario: whose names are looked for; nullptr = none is.
    AnnotationReader(Reading& reading, const Scenario* scenario)
        : m_reading(reading)
        , m_scenario(scenario)
    {
    }

    std::optional<Annotation> read(const YamlNode& node)
    {
        MapReader map(m_reading, node, "an annotation", kKeys);
        if (!map.isMap())
            return std::nullopt;
        Annotation out;
        out.line = m_reading.lineOf(node);
        readWords(map, out);
        if (const YamlNode* anchor = map.find("anchor"))
            readAnchors(*anchor, out);
        Duration at {};
        if (map.duration("from", at))
            out.from = kStart + at;
        if (map.duration("to", at))
            out.to = kStart + at;
        if (const YamlNode* offset = map.find("offset"))
            out.offset = readOffset(*offset);
        map.integer("number", out.number, 1, kLargestNumber);
        map.text("text", out.text);
        judge(map, out);
        return out;
    }

private:
    void readWords(const MapReader& map, Annotation& out)
    {
        const YamlNode* view = map.find("view");
        if (!view)
            m_reading.error(map.node(), "an annotation needs view: topology or timeline");
        else if (const auto word = m_reading.word(*view, "view", kViews))
            out.view = static_cast<Annotation::View>(*word);
        if (const YamlNode* kind = map.find("kind")) {
            if (const auto word = m_reading.word(*kind, "kind", kKinds))
                out.kind = static_cast<Annotation::Kind>(*word);
        }
    }

    void readAnchors(const YamlNode& node, Annotation& out)
    {
        const auto add = [&](const YamlNode& one) {
            const auto text = m_reading.text(one, "anchor");
            if (!text)
                return;
            const auto anchor = parseAnchor(*text);
            if (!anchor) {
                m_reading.error(one, "anchor: " + anchor.error().message);
                return;
            }
            using Kind = AnchorName::Kind;
            if (out.view == Annotation::View::Timeline && anchor->kind != Kind::Client
                && anchor->kind != Kind::Connection) {
                m_reading.error(one,
                    "anchor: a timeline has no lane for a broker or an address; expected connection CLIENT NODE, "
                    "client NAME, or from: alone");
                return;
            }
            check(one, *anchor);
            out.anchors.push_back(anchor->toString());
        };
        if (!node.isList()) {
            add(node);
            return;
        }
        if (node.items.size() > kMostAnchors) {
            m_reading.error(node, "anchor: at most " + std::to_string(kMostAnchors) + " things");
            return;
        }
        for (const YamlNode& item : node.items)
            add(item);
    }

    std::optional<Offset> readOffset(const YamlNode& node)
    {
        if (node.isList() && node.items.size() == 2) {
            const auto x = m_reading.integer(node.items[0], "offset", -kFarthestOffset, kFarthestOffset);
            const auto y = m_reading.integer(node.items[1], "offset", -kFarthestOffset, kFarthestOffset);
            if (!x || !y)
                return std::nullopt;
            return Offset {static_cast<std::int32_t>(*x), static_cast<std::int32_t>(*y)};
        }
        m_reading.error(
            node, "offset: expected px to the right and down, such as [40, -30], found " + describe(node));
        return std::nullopt;
    }

    /// What it says together.
    void judge(const MapReader& map, const Annotation& a)
    {
        const bool numbered = a.kind == Annotation::Kind::Number;
        if (numbered && !map.find("number"))
            m_reading.error(map.node(), "an annotation of kind number needs its number, such as number: 1");
        if (!numbered && map.find("number"))
            m_reading.error(*map.find("number"), "number: only an annotation of kind number has one");
        if (a.kind == Annotation::Kind::Text && a.text.isEmpty() && !map.find("text"))
            m_reading.error(map.node(), "an annotation of kind text needs its text");
        if (!map.find("anchor") && (a.view == Annotation::View::Topology || !a.from)) {
            m_reading.error(map.node(),
                a.view == Annotation::View::Topology
                    ? "an annotation of the topology needs anchor: what is it about? Such as 'broker 1'"
                    : "an annotation of the timeline needs anchor or from: what, or when, is it about?");
        }
        if (a.from && a.to && *a.to < *a.from)
            m_reading.error(*map.find("to"), "to: this is before from");
        if (a.to && !a.from && a.view == Annotation::View::Timeline)
            m_reading.error(*map.find("to"), "to: on a timeline it goes with from");
    }

    void check(const YamlNode& node, const AnchorName& anchor)
    {
        if (!m_scenario || m_reading.isFullOfWarnings())
            return;
        using Kind = AnchorName::Kind;
        if (anchor.kind == Kind::Client || anchor.kind == Kind::Connection) {
            const std::string_view name = std::string_view(anchor.name).substr(0, anchor.name.rfind(" #"));
            if (!entryOf(m_reading, name)) {
                std::vector<std::string_view> names;
                for (const ClientEntry& client : m_scenario->clients)
                    names.push_back(client.name);
                m_reading.warning(node,
                    "anchor: the scenario has no client '" + printable(name) + "', so this is not seen"
                        + didYouMean(name, names));
                return;
            }
        }
        if (anchor.kind == Kind::Broker && !m_reading.hasBroker(anchor.broker))
            m_reading.warning(node,
                "anchor: the cluster has no broker " + std::to_string(anchor.broker.value) + ", so this is not seen");
        if (anchor.kind == Kind::Connection && !isNode(anchor.node)) {
            m_reading.warning(node,
                "anchor: no client has a node id " + std::to_string(anchor.node.value)
                    + " in this cluster, so this is not seen; bootstrap addresses are -1, -2, …, brokers have their "
                      "ids, coordinators 2147483647 less that of their broker");
        }
    }
    bool isNode(NodeId node) const
    {
        constexpr std::int32_t kCoordinator = 2'147'483'647;
        return node.value < 0 || m_reading.hasBroker(BrokerId {node.value})
            || m_reading.hasBroker(BrokerId {kCoordinator - node.value});
    }

    Reading& m_reading;
    const Scenario* m_scenario;
};

std::vector<Annotation> readList(Reading& reading, const YamlNode& node, const Scenario* scenario)
{
    std::vector<Annotation> out;
    if (!node.isList() || node.items.size() > kMostAnnotations) {
        reading.error(node,
            "annotations: expected a list of at most " + std::to_string(kMostAnnotations)
                + ", such as [{view: topology, anchor: broker 1, text: the coordinator}], found " + describe(node));
        return out;
    }
    AnnotationReader reader(reading, scenario);
    for (const YamlNode& item : node.items) {
        if (reading.isFull())
            break;
        if (auto annotation = reader.read(item))
            out.push_back(std::move(*annotation));
    }
    return out;
}

} // namespace

void readAnnotations(Reading& reading, const YamlNode* node, Scenario& scenario)
{
    if (node)
        scenario.annotations = readList(reading, *node, &scenario);
}

std::optional<Annotation> readAnnotation(Reading& reading, const YamlNode& node)
{
    return AnnotationReader(reading, nullptr).read(node);
}

Result<std::vector<Annotation>> readAnnotations(std::string text, const std::string& fileName)
{
    const auto document = YamlDocument::parse(std::move(text), fileName);
    if (!document)
        return fail(document.error());
    Reading reading(*document);
    std::vector<Annotation> out;
    constexpr std::array<std::string_view, 1> kTop {"annotations"};
    MapReader map(reading, document->root(), "a list of annotations", kTop);
    if (const YamlNode* list = map.find("annotations"))
        out = readList(reading, *list, nullptr);
    else if (map.isMap())
        reading.error(document->root(), "expected annotations: and a list");
    if (auto errors = reading.takeErrors(); !errors.empty())
        return fail(std::move(errors.front()));
    return out;
}

// -- writing --

YamlValue annotationsValue(const std::vector<Annotation>& annotations)
{
    YamlValue out = YamlValue::list();
    for (const Annotation& a : annotations) {
        YamlValue one = YamlValue::map();
        one.add("view", viewWord(a.view));
        if (a.anchors.size() == 1) {
            one.add("anchor", a.anchors.front());
        } else if (!a.anchors.empty()) {
            YamlValue anchors = YamlValue::list();
            for (const std::string& anchor : a.anchors)
                anchors.add(YamlValue::scalar(anchor));
            one.add("anchor", std::move(anchors));
        }
        if (a.from)
            one.add("from", durationValue(a.from->time_since_epoch()));
        if (a.to)
            one.add("to", durationValue(a.to->time_since_epoch()));
        if (a.kind != Annotation::Kind::Text)
            one.add("kind", kindWord(a.kind));
        if (a.kind == Annotation::Kind::Number)
            one.add("number", numberValue(a.number));
        // Nothing is written yet, but it is words: as the reader wants it.
        if (!a.text.isEmpty() || a.kind == Annotation::Kind::Text)
            one.add("text", textValue(a.text));
        if (a.offset) {
            YamlValue offset = YamlValue::list();
            offset.add(numberValue(a.offset->x));
            offset.add(numberValue(a.offset->y));
            one.add("offset", std::move(offset));
        }
        out.add(std::move(one));
    }
    return out;
}

std::string writeAnnotations(const std::vector<Annotation>& annotations)
{
    std::string out;
    YamlValue top = YamlValue::map();
    top.add("annotations", annotationsValue(annotations));
    top.write(out, 0);
    return out;
}

} // namespace connscope::scenario
