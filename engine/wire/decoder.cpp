// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/decoder.h"

#include "wire/encoder.h"
#include "wire/fieldtext.h"
#include "wire/primitives.h"

#include <algorithm>
#include <utility>

namespace connscope::wire {

namespace {

constexpr std::size_t kShortLength = 2; ///< of strings
constexpr std::size_t kLongLength = 4; ///< of bytes and arrays
constexpr std::size_t kNoSpan = static_cast<std::size_t>(-1);

std::string count(std::uint64_t n, std::string_view one)
{
    return std::to_string(n) + " " + std::string(one) + (n == 1 ? "" : "s");
}

/// No element of the array is shorter than that.
std::size_t smallestElement(const ArrayRef& array, const Visitor& v)
{
    Encoder sizes(v.version(), v.flexible());
    array.visitFresh(sizes);
    return std::max<std::size_t>(sizes.size(), 1);
}

} // namespace

// ---- places and errors ----

std::string Decoder::path() const
{
    std::string text = m_prefix;
    for (const Step& step : m_path) {
        if (step.name) {
            if (text.size() > m_prefix.size())
                text += '.';
            text += step.name;
        } else {
            text += '[' + std::to_string(step.index) + ']';
        }
    }
    return text;
}

void Decoder::fail(std::string message)
{
    if (m_failed)
        return;
    m_failed = true;
    m_error.offset = offset();
    const std::string name = path();
    m_error.message = "at byte " + std::to_string(offset()) + (name.empty() ? std::string() : ", " + name) + ": "
        + std::move(message);
}

std::string Decoder::leftText() const { return count(left(), "byte") + (left() == 1 ? " is left" : " are left"); }

bool Decoder::need(std::size_t bytes, std::string_view what)
{
    if (m_failed)
        return false;
    if (bytes <= left())
        return true;
    fail(std::string(what) + " needs " + count(bytes, "byte") + ", but " + leftText());
    return false;
}

const std::uint8_t* Decoder::take(std::size_t bytes)
{
    const std::uint8_t* at = m_at;
    m_at += bytes;
    return at;
}

std::uint32_t Decoder::varint(std::string_view what)
{
    if (m_failed)
        return 0;
    std::uint64_t number = 0;
    const std::size_t size = loadVarint(m_at, m_end, kMaxVarint32, number);
    if (size == 0) {
        fail(left() < kMaxVarint32 && std::all_of(m_at, m_end, [](std::uint8_t b) { return b >= 0x80; })
                ? std::string(what) + ": the bytes end inside a varint"
                : std::string(what) + ": a varint of more than 32 bits");
        return 0;
    }
    m_at += size;
    return static_cast<std::uint32_t>(number);
}

std::int64_t Decoder::length(const Field& field, std::size_t width, std::string_view what)
{
    std::int64_t length = 0;
    const std::uint8_t* const at = m_at;
    if (flexible() && !field.spec.plainLength) {
        length = static_cast<std::int64_t>(varint(what)) - 1;
    } else if (need(width, "the length of the " + std::string(what))) {
        length = width == kShortLength ? load16(take(width)) : load32(take(width));
    }
    if (m_failed)
        return 0;
    const auto wrong = [&](std::string message) {
        m_at = at; // the place that is wrong is where the length is
        fail(std::move(message));
        return 0;
    };
    if (length < -1)
        return wrong(std::string(what) + " of length " + std::to_string(length));
    if (length == -1 && !field.spec.mayBeNull(version()))
        return wrong("null, but version " + std::to_string(version()) + " allows none here");
    if (width == kShortLength && length > 0x7fff)
        return wrong(std::string(what) + " of " + std::to_string(length) + " bytes; 32767 is the limit");
    return length;
}

void Decoder::finish(std::string_view what)
{
    m_path.clear();
    if (!m_failed && left() > 0)
        fail(count(left(), "byte") + (left() == 1 ? " is" : " are") + " left over behind the " + std::string(what));
}

// ---- spans ----

std::size_t Decoder::open(std::size_t from, std::string name, std::string value)
{
    if (!m_spans)
        return kNoSpan;
    m_spans->push_back({static_cast<std::uint32_t>(from), 0, m_depth, std::move(name), std::move(value)});
    ++m_depth;
    return m_spans->size() - 1;
}

void Decoder::close(std::size_t span)
{
    if (span == kNoSpan)
        return;
    --m_depth;
    Span& closed = (*m_spans)[span];
    const std::size_t end = m_failed ? std::max<std::size_t>(m_leafEnd, closed.offset) : offset();
    closed.length = static_cast<std::uint32_t>(end - closed.offset);
}

void Decoder::leaf(std::size_t from, std::size_t to, std::string name, std::string value)
{
    if (m_failed || !m_spans)
        return;
    m_spans->push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to - from), m_depth,
        std::move(name), std::move(value)});
    m_leafEnd = to;
}

void Decoder::leaf(std::size_t from, std::string name, std::string value)
{
    leaf(from, offset(), std::move(name), std::move(value));
}

// ---- structs and their tagged fields ----

void Decoder::message(const StructRef& body, std::int16_t version, bool flexible, std::string name, std::string value)
{
    setVersion(version, flexible);
    const std::size_t span = open(offset(), std::move(name), std::move(value));
    describe(body);
    close(span);
}

std::int32_t Decoder::frameLength()
{
    const std::size_t from = offset();
    if (!need(4, "the length of the frame"))
        return 0;
    const std::int32_t number = load32(take(4));
    leaf(from, "length", std::to_string(number));
    return number;
}

void Decoder::describe(const StructRef& ref)
{
    Tags outer = std::exchange(m_tags, Tags {});
    ref.describe(*this);
    m_tags = std::move(outer);
}

/// Called for the first tagged field or at the end of the struct, whichever comes first.
void Decoder::startTags()
{
    if (m_tags.started || m_failed)
        return;
    m_tags.started = true;
    const std::size_t from = offset();
    m_tags.left = varint("the number of tagged fields");
    if (!m_failed && m_tags.left * std::uint64_t {2} > left()) {
        const std::string rest = leftText();
        m_at = m_begin + from;
        fail(count(m_tags.left, "tagged field") + ", but " + rest);
    }
    const std::string name = m_spans ? path() : std::string();
    const std::string prefix = name.empty() || name.back() == '.' ? name : name + ".";
    if (m_tags.left == 0) {
        leaf(from, prefix + "taggedFields", "none");
        m_tags.group = kNoSpan;
        return;
    }
    m_tags.group = open(from, prefix + "taggedFields", count(m_tags.left, "field"));
    leaf(from, prefix + "taggedFields.count", std::to_string(m_tags.left));
    nextTag();
}

void Decoder::nextTag()
{
    m_tags.pending = false;
    if (m_failed || m_tags.left == 0)
        return;
    --m_tags.left;
    m_tags.headAt = offset();
    m_tags.tag = varint("a tag");
    if (!m_failed && static_cast<std::int64_t>(m_tags.tag) <= m_tags.last) {
        m_at = m_begin + m_tags.headAt;
        fail("tag " + std::to_string(m_tags.tag) + " behind tag " + std::to_string(m_tags.last)
            + "; tags must ascend");
    }
    m_tags.sizeAt = offset();
    m_tags.size = varint("the size of a tagged field");
    need(m_tags.size, "tagged field " + std::to_string(m_tags.tag));
    m_tags.last = m_tags.tag;
    m_tags.pending = !m_failed;
}

void Decoder::takeUnknown()
{
    const std::size_t valueAt = offset();
    const std::uint8_t* const at = take(m_tags.size);
    m_tags.unknown.push_back({m_tags.tag, Bytes(at, at + m_tags.size)});
    if (m_spans) {
        const std::string name = path();
        leaf(m_tags.headAt, (name.empty() ? "" : name + ".") + "tag" + std::to_string(m_tags.tag),
            "unknown, " + count(offset() - valueAt, "byte"));
    }
    nextTag();
}

void Decoder::tagged(TaggedFields& unknown)
{
    startTags();
    while (m_tags.pending && !m_failed)
        takeUnknown();
    if (m_tags.group != kNoSpan && m_tags.started)
        close(m_tags.group);
    unknown = std::move(m_tags.unknown);
}

/// Reads a field where its turn is, if it is there.
template <typename Read>
void Decoder::value(const Field& field, Read&& read)
{
    if (m_failed)
        return;
    const bool named = *field.name != 0;
    if (field.spec.tag < 0) {
        if (named)
            m_path.push_back({field.name, 0});
        read();
        if (named && !m_failed)
            m_path.pop_back();
        return;
    }
    startTags();
    while (m_tags.pending && m_tags.tag < static_cast<std::uint32_t>(field.spec.tag) && !m_failed)
        takeUnknown();
    if (m_failed || !m_tags.pending || m_tags.tag != static_cast<std::uint32_t>(field.spec.tag))
        return;

    m_path.push_back({field.name, 0});
    std::size_t span = kNoSpan;
    if (m_spans) {
        const std::size_t valueAt = offset();
        const std::string name = path();
        span = open(m_tags.headAt, name, "tag " + std::to_string(m_tags.tag));
        leaf(m_tags.headAt, m_tags.sizeAt, name + ".tag", std::to_string(m_tags.tag));
        leaf(m_tags.sizeAt, valueAt, name + ".size", std::to_string(m_tags.size));
    }
    const std::uint8_t* const valueEnd = m_at + m_tags.size;
    const std::uint8_t* const end = std::exchange(m_end, valueEnd);
    read();
    if (!m_failed && m_at != valueEnd)
        fail("the tagged field says " + count(m_tags.size, "byte") + ", but its value takes "
            + std::to_string(static_cast<std::uint32_t>(m_tags.size - left())));
    m_end = end;
    close(span);
    if (!m_failed) {
        m_path.pop_back();
        nextTag();
    }
}

// ---- fields ----

void Decoder::number(const Field& field, NumberRef ref)
{
    value(field, [&] {
        const std::size_t from = offset();
        const std::size_t width = ref.width();
        if (!need(width, width == 1 ? "a number of 1 byte" : "a number"))
            return;
        ref.set(static_cast<std::int64_t>(loadUnsigned(take(width), width)));
        if (m_spans)
            leaf(from, path(), numberText(field, ref));
    });
}

void Decoder::uuid(const Field& field, Uuid& id)
{
    value(field, [&] {
        const std::size_t from = offset();
        if (!need(id.bytes.size(), "a uuid"))
            return;
        std::copy_n(take(id.bytes.size()), id.bytes.size(), id.bytes.begin());
        if (m_spans)
            leaf(from, path(), toString(id));
    });
}

void Decoder::string(const Field& field, StringRef ref)
{
    value(field, [&] {
        const std::size_t from = offset();
        const std::int64_t size = length(field, kShortLength, "string");
        if (size < 0) {
            ref.setNull();
        } else if (need(static_cast<std::size_t>(size), "a string of that length")) {
            const std::uint8_t* const at = take(static_cast<std::size_t>(size));
            ref.ensure().assign(at, at + size);
        }
        if (m_spans && !m_failed)
            leaf(from, path(), ref.get() ? printable(*ref.get()) : "null");
    });
}

void Decoder::bytes(const Field& field, BytesRef ref)
{
    value(field, [&] {
        const std::size_t from = offset();
        const std::int64_t size = length(field, kLongLength, "byte string");
        if (size < 0) {
            ref.setNull();
        } else if (need(static_cast<std::size_t>(size), "a byte string of that length")) {
            const std::uint8_t* const at = take(static_cast<std::size_t>(size));
            ref.ensure().assign(at, at + size);
        }
        if (m_spans && !m_failed)
            leaf(from, path(), ref.get() ? count(ref.get()->size(), "byte") : "null");
    });
}

void Decoder::records(const Field& field, std::optional<RecordBytes>& records)
{
    value(field, [&] {
        const std::size_t from = offset();
        const std::int64_t size = length(field, kLongLength, "byte string");
        if (size < 0) {
            records.reset();
        } else if (need(static_cast<std::size_t>(size), "a byte string of that length")) {
            const std::uint8_t* const at = take(static_cast<std::size_t>(size));
            // A small part would keep all of it alive.
            if (m_owner && static_cast<std::size_t>(size) >= RecordBytes::kShareFrom && size >= (m_end - m_begin) / 2)
                records.emplace().append({m_owner, at, static_cast<std::size_t>(size)});
            else
                records.emplace(Bytes(at, at + size));
        }
        if (m_spans && !m_failed)
            leaf(from, path(), records ? count(records->size(), "byte") : "null");
    });
}

void Decoder::array(const Field& field, ArrayRef ref)
{
    value(field, [&] {
        const std::size_t from = offset();
        const std::int64_t elements = length(field, kLongLength, "array");
        if (m_failed)
            return;
        if (elements < 0) {
            ref.setNull();
            if (m_spans)
                leaf(from, path(), "null");
            return;
        }
        const auto size = static_cast<std::size_t>(elements);
        if (size > 0 && size > left() / smallestElement(ref, *this)) {
            const std::string rest = leftText();
            m_at = m_begin + from;
            fail("array of " + count(size, "element") + ", but " + rest);
            return;
        }
        ref.clear(size);
        std::size_t span = kNoSpan;
        if (m_spans) {
            const std::string name = path();
            if (size == 0) {
                leaf(from, name, "0 elements");
                return;
            }
            span = open(from, name, count(size, "element"));
            leaf(from, name + ".count", std::to_string(size));
        }
        for (std::size_t i = 0; i < size && !m_failed; ++i) {
            ref.append();
            m_path.push_back({nullptr, i});
            ref.visit(i, *this);
            if (!m_failed)
                m_path.pop_back();
        }
        close(span);
    });
}

void Decoder::structure(const Field& field, StructRef ref)
{
    value(field, [&] {
        // A tagged struct has a span of its own already, with tag and size in it.
        const std::size_t span = m_spans && field.spec.tag < 0 ? open(offset(), path()) : kNoSpan;
        describe(ref);
        close(span);
    });
}

} // namespace connscope::wire
