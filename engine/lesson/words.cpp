// SPDX-License-Identifier: GPL-3.0-or-later
#include "lesson/words.h"

namespace connscope::lesson {

namespace {

tl::unexpected<Error> fault(std::size_t offset, std::string message)
{
    Error error;
    error.message = std::move(message);
    error.offset = offset;
    return fail(error);
}

} // namespace

Result<Pattern> Pattern::parse(std::string_view text)
{
    Pattern pattern;
    pattern.m_source = text;
    std::string plain;
    const auto endPlain = [&pattern, &plain] {
        if (!plain.empty())
            pattern.m_parts.push_back({std::move(plain), {}, {}, false, 0});
        plain.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isDoubled = i + 1 < text.size() && text[i + 1] == c;
        if (c == '}' && !isDoubled)
            return fault(i, "a '}' without its '{'; write '}}' for a brace");
        if (c != '{' || isDoubled) {
            plain += c;
            i += c == '{' || c == '}' ? 1 : 0;
            continue;
        }
        const std::size_t end = text.find('}', i);
        if (end == std::string_view::npos)
            return fault(i, "a '{' without its '}'; write '{{' for a brace");
        const std::string_view inside = text.substr(i + 1, end - i - 1);
        const std::size_t bar = inside.find('|');
        auto value = Expression::parse(inside.substr(0, bar));
        if (!value)
            return fault(i + 1 + value.error().offset, value.error().message);
        Part part;
        part.value = std::move(*value);
        part.offset = i + 1;
        if (bar != std::string_view::npos) {
            const std::string_view forms = inside.substr(bar + 1);
            const std::size_t second = forms.find('|');
            if (second == std::string_view::npos || forms.find('|', second + 1) != std::string_view::npos)
                return fault(i, "expected two texts, for one and for many: {n|connection|connections}");
            part.isPlural = true;
            part.text = forms.substr(0, second);
            part.many = forms.substr(second + 1);
        }
        endPlain();
        pattern.m_parts.push_back(std::move(part));
        i = end;
    }
    endPlain();
    return pattern;
}

Result<std::string> Pattern::fill(const Expression::ValueOf& valueOf, const TextOf& textOf) const
{
    std::string out;
    for (const Part& part : m_parts) {
        if (part.value.isEmpty()) {
            out += part.text;
            continue;
        }
        if (!part.isPlural && part.value.names().size() == 1 && part.value.text() == part.value.names()[0].name) {
            if (const std::string text = textOf(part.value.text()); !text.empty()) {
                out += text;
                continue;
            }
        }
        const auto value = part.value.evaluate(valueOf);
        if (!value)
            return fail(value.error());
        if (part.isPlural)
            out += *value == 1 ? part.text : part.many;
        else
            out += std::to_string(*value);
    }
    return out;
}

std::vector<Expression::Name> Pattern::names() const
{
    std::vector<Expression::Name> out;
    for (const Part& part : m_parts) {
        for (const Expression::Name& name : part.value.names())
            out.push_back({name.name, part.offset + name.offset});
    }
    return out;
}

} // namespace connscope::lesson
