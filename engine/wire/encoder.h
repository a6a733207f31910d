// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "wire/visitor.h"

#include <span>

/// \file
/// Messages into bytes, and how many bytes that will be. Callers use codec.h; this is how it is done.
///
/// A tagged field is written only where it differs from its default, after the fields of its struct and behind their count.
/// So a struct with tagged fields is walked twice: first for what has no tag (counting the others), then for the tagged ones.
/// The size is found by the same walk without a place to write to, so that both cannot differ.

namespace connscope::wire {

/// Any message, seen through what all have in common. It refers to the message.
struct MessageRef {
    const MessageInfo* info = nullptr;
    StructRef body;

    template <typename M>
    explicit MessageRef(M& message)
        : info(&M::kInfo)
        , body(message)
    {
    }
};

class Encoder final : public Visitor {
public:
    /// Counts bytes.
    Encoder(std::int16_t version, bool flexible)
        : Visitor(version, flexible)
    {
    }
    /// Writes to \a out, which must have room for what a counting encoder found.
    Encoder(std::int16_t version, bool flexible, std::span<std::uint8_t> out)
        : Visitor(version, flexible)
        , m_out(out.data())
        , m_room(out.size())
    {
    }

    /// Record batches of some size are not written: they go into \a pieces, with where they belong, and only count.
    void setPieces(std::vector<OutgoingFrame::Piece>* pieces) { m_pieces = pieces; }
    /// Bytes of size() that were left to pieces.
    std::size_t leftOut() const { return m_leftOut; }

    void message(const StructRef& body) { describe(body); }
    std::size_t size() const { return m_size; }
    /// What cannot be written: a null where the version has none, a string or array that is too long. Found when counting.
    const std::string& error() const { return m_error; }

    void number(const Field& field, NumberRef ref) override;
    void uuid(const Field& field, Uuid& value) override;
    void string(const Field& field, StringRef ref) override;
    void bytes(const Field& field, BytesRef ref) override;
    void records(const Field& field, std::optional<RecordBytes>& value) override;
    void array(const Field& field, ArrayRef ref) override;
    void structure(const Field& field, StructRef ref) override;
    void tagged(TaggedFields& unknown) override;

private:
    /// The walk over one struct.
    struct Walk {
        bool tags = false; ///< the second walk: for tagged fields
        std::uint32_t known = 0; ///< tagged fields that are to be written
        const TaggedFields* unknown = nullptr;
        std::size_t nextUnknown = 0;
    };

    template <typename Write>
    void value(const Field& field, bool isDefault, Write&& write);
    void describe(const StructRef& ref);
    void unknownBelow(std::int64_t tag);
    void put(const void* data, std::size_t size);
    void putNumber(std::uint64_t value, std::size_t width);
    void putVarint(std::uint64_t value);
    void putLength(const Field& field, std::size_t length, bool isNull, std::size_t width);
    void complain(const Field& field, std::string_view what);

    std::uint8_t* m_out = nullptr;
    std::size_t m_room = 0;
    std::size_t m_size = 0;
    std::size_t m_leftOut = 0;
    std::vector<OutgoingFrame::Piece>* m_pieces = nullptr;
    Walk m_walk;
    std::string m_error;
};

} // namespace connscope::wire
