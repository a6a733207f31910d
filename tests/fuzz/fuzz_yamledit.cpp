// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a text in which single values are changed. What comes out is YAML again and has what was meant, or there is a
// reason why not.
#include "scenario/yamledit.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace connscope;
using namespace connscope::scenario;

namespace {

int g_left = 0; // of the places that are tried in one text

void look(const Result<EditedYaml>& edited, const YamlPath& path, const char* wanted)
{
    if (!edited) {
        if (edited.error().message.empty())
            std::abort();
        return;
    }
    const auto again = YamlDocument::parse(edited->text, "fuzz.yaml");
    if (!again)
        std::abort();
    const YamlNode* node = nodeAt(again->root(), path);
    if (wanted && (!node || node->text != wanted))
        std::abort();
}

void change(const YamlDocument& document, const YamlPath& path, const YamlNode& node)
{
    if (--g_left < 0)
        return;
    static_cast<void>(pathAt(document.root(), node.offset));
    if (!path.isRoot()) {
        look(setValue(document, path, YamlValue::scalar("x: y")), path, "x: y");
        look(setValue(document, path, YamlValue(YamlValue::list().add(YamlValue::scalar("1")))),
            path / std::size_t {0}, "1");
        look(removeValue(document, path, {}), path, nullptr);
    }
    if (node.isMap())
        look(setValue(document, path / "new" / "key", YamlValue::scalar("1")), path / "new" / "key", "1");
    if (node.isList()) {
        look(insertItem(document, path, 0, YamlValue::scalar("first")), path / std::size_t {0}, "first");
        if (node.items.size() > 1)
            look(moveItem(document, path, 0, node.items.size() - 1), path, nullptr);
    }
    for (std::size_t i = 0; i < node.items.size(); ++i)
        change(document, path / i, node.items[i]);
    for (const YamlEntry& entry : node.entries) {
        // A key that is no text, or comes twice, names nothing.
        if (nodeAt(document.root(), path / entry.key.text) == &entry.value)
            change(document, path / entry.key.text, entry.value);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    YamlLimits limits;
    limits.bytes = 1 << 14;
    const auto document
        = YamlDocument::parse(std::string(reinterpret_cast<const char*>(data), size), "fuzz.yaml", limits);
    if (!document)
        return 0;
    g_left = 40;
    change(*document, {}, document->root());
    return 0;
}
