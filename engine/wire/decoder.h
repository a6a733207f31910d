// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "wire/spans.h"
#include "wire/visitor.h"

#include <memory>
#include <span>

/// \file
/// Bytes into messages, and into named byte ranges. Callers use codec.h and spans.h; this is how it is done.
///
/// Every read is checked against the bytes that are left. The first thing that is wrong stays: from then on nothing is
/// read, and whoever asked sees error() at the end. Arrays take memory for the elements that the bytes left could hold
/// and no more, whatever their count claims. Messages do not contain themselves, so their types bound the depth.

namespace connscope::wire {

class Decoder final : public Visitor {
public:
    /// \a spans, if given, hears of every field; offsets in spans and errors count from the first byte of \a bytes.
    explicit Decoder(std::span<const std::uint8_t> bytes, std::vector<Span>* spans = nullptr)
        : Visitor(0, false)
        , m_begin(bytes.data())
        , m_at(bytes.data())
        , m_end(bytes.data() + bytes.size())
        , m_spans(spans)
    {
    }

    /// Reads a struct in that version. \a name and \a value are what its span says.
    void message(const StructRef& body, std::int16_t version, bool flexible, std::string name, std::string value);
    /// The length prefix of a frame.
    std::int32_t frameLength();
    /// Names in spans and errors begin with that: "header.".
    void setPrefix(std::string prefix) { m_prefix = std::move(prefix); }
    /// What keeps the bytes alive: record batches that are half of them or more then are pieces
    /// of them and no copies.
    void setOwner(std::shared_ptr<const void> owner) { m_owner = std::move(owner); }
    /// Goes on behind that many bytes, which are there.
    void skip(std::size_t bytes) { m_at += bytes; }
    /// Complains if bytes are left.
    void finish(std::string_view what);
    /// Remembers the first thing that is wrong, at the place reached.
    void fail(std::string message);

    /// Behind the last byte that has a name; only with spans.
    std::size_t namedEnd() const { return m_leafEnd; }
    std::size_t offset() const { return static_cast<std::size_t>(m_at - m_begin); }
    std::size_t left() const { return static_cast<std::size_t>(m_end - m_at); }
    bool failed() const { return m_failed; }
    const Error& error() const { return m_error; }

    void number(const Field& field, NumberRef ref) override;
    void uuid(const Field& field, Uuid& value) override;
    void string(const Field& field, StringRef ref) override;
    void bytes(const Field& field, BytesRef ref) override;
    void records(const Field& field, std::optional<RecordBytes>& value) override;
    void array(const Field& field, ArrayRef ref) override;
    void structure(const Field& field, StructRef ref) override;
    void tagged(TaggedFields& unknown) override;

private:
    /// The tagged fields of one struct, which begin behind its other fields.
    struct Tags {
        bool started = false;
        std::uint32_t left = 0; ///< fields whose tag was not read yet
        bool pending = false; ///< `tag` and `size` were read, the value was not
        std::uint32_t tag = 0;
        std::uint32_t size = 0;
        std::int64_t last = -1;
        std::size_t headAt = 0; ///< where the tag of the pending one begins
        std::size_t sizeAt = 0;
        TaggedFields unknown; ///< those before the next known one
        std::size_t group = static_cast<std::size_t>(-1); ///< index of the span of all of them; -1: none
    };
    struct Step {
        const char* name;
        std::size_t index;
    };

    template <typename Read>
    void value(const Field& field, Read&& read);
    void describe(const StructRef& ref);
    void startTags();
    void nextTag();
    void takeUnknown();
    bool need(std::size_t bytes, std::string_view what);
    std::uint32_t varint(std::string_view what);
    /// Length of a string, bytes or an array; -1 for null.
    std::int64_t length(const Field& field, std::size_t width, std::string_view what);
    const std::uint8_t* take(std::size_t bytes);

    std::string path() const;
    std::string leftText() const;
    std::size_t open(std::size_t from, std::string name, std::string value = {});
    void close(std::size_t span);
    void leaf(std::size_t from, std::size_t to, std::string name, std::string value);
    void leaf(std::size_t from, std::string name, std::string value);

    const std::uint8_t* m_begin;
    const std::uint8_t* m_at;
    const std::uint8_t* m_end;
    std::vector<Span>* m_spans;
    int m_depth = 0;
    std::size_t m_leafEnd = 0; ///< behind the last span that contains no others
    bool m_failed = false;
    Error m_error;
    std::string m_prefix;
    std::shared_ptr<const void> m_owner;
    std::vector<Step> m_path;
    Tags m_tags;
};

} // namespace connscope::wire
