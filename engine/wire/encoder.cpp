// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/encoder.h"

#include "wire/primitives.h"

#include <cassert>
#include <cstring>
#include <utility>

namespace connscope::wire {

namespace {

constexpr std::size_t kShortLength = 2; ///< of strings
constexpr std::size_t kLongLength = 4; ///< of bytes and arrays

} // namespace

void Encoder::put(const void* data, std::size_t size)
{
    if (m_out && size > 0) {
        assert(size <= m_room - (m_size - m_leftOut));
        std::memcpy(m_out + m_size - m_leftOut, data, size);
    }
    m_size += size;
}

void Encoder::putNumber(std::uint64_t value, std::size_t width)
{
    std::uint8_t buffer[8];
    storeUnsigned(buffer, value, width);
    put(buffer, width);
}

void Encoder::putVarint(std::uint64_t value)
{
    std::uint8_t buffer[kMaxVarint64];
    put(buffer, storeVarint(buffer, value));
}

void Encoder::complain(const Field& field, std::string_view what)
{
    if (m_error.empty())
        m_error = std::string(*field.name ? field.name : "an element") + " " + std::string(what);
}

void Encoder::putLength(const Field& field, std::size_t length, bool isNull, std::size_t width)
{
    if (isNull && !field.spec.mayBeNull(version()))
        complain(field, "is null, which version " + std::to_string(version()) + " has no way to say");
    const std::size_t limit = width == kShortLength ? 0x7fff : 0x7fffffff;
    if (length > limit)
        complain(field,
            "has " + std::to_string(length) + " bytes or elements; " + std::to_string(limit) + " is the limit");
    if (flexible() && !field.spec.plainLength)
        putVarint(isNull ? 0 : length + 1);
    else
        putNumber(isNull ? ~std::uint64_t {0} : length, width);
}

/// Writes a field where its turn is: at once, or as a tagged one if it is worth it.
template <typename Write>
void Encoder::value(const Field& field, bool isDefault, Write&& write)
{
    const bool hasTag = field.spec.tag >= 0;
    if (hasTag != m_walk.tags) {
        if (hasTag && !isDefault)
            ++m_walk.known;
        return;
    }
    if (!hasTag) {
        write();
        return;
    }
    if (isDefault)
        return;
    unknownBelow(field.spec.tag);
    putVarint(static_cast<std::uint64_t>(field.spec.tag));
    // How long it will be is found by writing it nowhere.
    std::uint8_t* const out = std::exchange(m_out, nullptr);
    const std::size_t before = m_size;
    write();
    const std::size_t length = m_size - before;
    m_size = before;
    m_out = out;
    putVarint(length);
    write();
}

void Encoder::describe(const StructRef& ref)
{
    const Walk outer = std::exchange(m_walk, Walk {});
    ref.describe(*this);
    if (m_walk.known > 0) {
        m_walk.tags = true;
        ref.describe(*this);
    } else if (m_walk.unknown) {
        unknownBelow(std::numeric_limits<std::int64_t>::max());
    }
    m_walk = outer;
}

void Encoder::unknownBelow(std::int64_t tag)
{
    const TaggedFields& unknown = *m_walk.unknown;
    for (; m_walk.nextUnknown < unknown.size() && unknown[m_walk.nextUnknown].tag < tag; ++m_walk.nextUnknown) {
        const TaggedField& field = unknown[m_walk.nextUnknown];
        putVarint(field.tag);
        putVarint(field.value.size());
        put(field.value.data(), field.value.size());
    }
}

void Encoder::tagged(TaggedFields& unknown)
{
    if (m_walk.tags) {
        unknownBelow(std::numeric_limits<std::int64_t>::max());
        return;
    }
    for (std::size_t i = 1; i < unknown.size(); ++i) {
        if (unknown[i].tag <= unknown[i - 1].tag)
            complain({"unknownTaggedFields", {}}, "are not in ascending order");
    }
    m_walk.unknown = &unknown;
    putVarint(m_walk.known + unknown.size());
}

void Encoder::number(const Field& field, NumberRef ref)
{
    const std::int64_t number = ref.get();
    value(field, number == field.spec.fallback, [&] { putNumber(static_cast<std::uint64_t>(number), ref.width()); });
}

void Encoder::uuid(const Field& field, Uuid& id)
{
    value(field, id == Uuid {}, [&] { put(id.bytes.data(), id.bytes.size()); });
}

void Encoder::string(const Field& field, StringRef ref)
{
    const std::string* text = ref.get();
    value(field, text ? text->empty() && !field.spec.nullFallback : field.spec.nullFallback, [&] {
        putLength(field, text ? text->size() : 0, !text, kShortLength);
        if (text)
            put(text->data(), text->size());
    });
}

void Encoder::bytes(const Field& field, BytesRef ref)
{
    const Bytes* data = ref.get();
    value(field, data ? data->empty() && !field.spec.nullFallback : field.spec.nullFallback, [&] {
        putLength(field, data ? data->size() : 0, !data, kLongLength);
        if (data)
            put(data->data(), data->size());
    });
}

void Encoder::records(const Field& field, std::optional<RecordBytes>& records)
{
    value(field, records ? records->empty() && !field.spec.nullFallback : field.spec.nullFallback, [&] {
        putLength(field, records ? records->size() : 0, !records, kLongLength);
        if (!records)
            return;
        for (const protocol::SharedBytes& piece : records->pieces()) {
            if (m_pieces == nullptr || piece.size() < RecordBytes::kShareFrom) {
                put(piece.data(), piece.size());
                continue;
            }
            if (m_out)
                m_pieces->push_back({m_size - m_leftOut, piece});
            m_size += piece.size();
            m_leftOut += piece.size();
        }
    });
}

void Encoder::array(const Field& field, ArrayRef ref)
{
    const bool isNull = ref.isNull();
    const std::size_t count = ref.size();
    value(field, isNull ? field.spec.nullFallback : count == 0 && !field.spec.nullFallback, [&] {
        putLength(field, count, isNull, kLongLength);
        const Walk outer = std::exchange(m_walk, Walk {}); // elements have no tags, whatever the array has
        for (std::size_t i = 0; i < count; ++i)
            ref.visit(i, *this);
        m_walk = outer;
    });
}

void Encoder::structure(const Field& field, StructRef ref)
{
    value(field, field.spec.tag >= 0 && ref.isDefault(), [&] { describe(ref); });
}

} // namespace connscope::wire
