// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/recordbytes.h"
#include "wire/types.h"

#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/// \file
/// How a message says once what it is made of, and everybody else asks it.
///
/// Each message struct has one function, `describe(Visitor&)`, which names its fields in the order of the wire:
///
///     void MetadataRequest::describe(Visitor& v)
///     {
///         v.field("topics", topics, all().nullableSince(1));
///         v.field("allowAutoTopicCreation", allowAutoTopicCreation, since(4).byDefault(1));
///         …
///         v.end(unknownTaggedFields);
///     }
///
/// Encoder, sizes, decoder and the inspector's byte ranges are visitors. So is whoever wants to fill messages with
/// chance values or list their fields: derive from Visitor and implement the virtual functions. A visitor is told of
/// the fields of its version only.
///
/// Messages are not templates of the visitor: what a visitor sees of a field is one of six kinds of reference, so that a
/// message costs a few calls of code, once, wherever it is used.
///
/// Order of describe(): first the fields without a tag as they lie in the bytes, then the tagged ones by ascending tag,
/// then end().

namespace connscope::wire {

/// In which versions a field is there and may be null, its tag and its default. Read it as a sentence: `since(12).tagged(0)`.
struct Spec {
    std::int16_t from = 0;
    std::int16_t to = std::numeric_limits<std::int16_t>::max();
    std::int16_t nullFrom = std::numeric_limits<std::int16_t>::max(); ///< null is allowed from this version on
    std::int32_t tag = -1; ///< -1: not a tagged field
    std::int64_t fallback = 0; ///< the default of a number; true is 1
    bool nullFallback = false; ///< the default is null (strings, bytes, arrays)
    bool plainLength
        = false; ///< the length is never compact, not even in flexible versions (client.id of the header)

    constexpr Spec until(std::int16_t version) const
    {
        Spec s = *this;
        s.to = version;
        return s;
    }
    constexpr Spec nullableSince(std::int16_t version) const
    {
        Spec s = *this;
        s.nullFrom = version;
        return s;
    }
    constexpr Spec nullable() const { return nullableSince(0); }
    constexpr Spec tagged(std::int32_t number) const
    {
        Spec s = *this;
        s.tag = number;
        return s;
    }
    constexpr Spec byDefault(std::int64_t value) const
    {
        Spec s = *this;
        s.fallback = value;
        return s;
    }
    constexpr Spec nullByDefault() const
    {
        Spec s = *this;
        s.nullFallback = true;
        return s;
    }

    constexpr Spec neverCompact() const
    {
        Spec s = *this;
        s.plainLength = true;
        return s;
    }

    constexpr bool isIn(std::int16_t version) const { return version >= from && version <= to; }
    constexpr bool mayBeNull(std::int16_t version) const { return version >= nullFrom; }
};
/// In every version of the message.
constexpr Spec all() { return {}; }
/// From that version on.
constexpr Spec since(std::int16_t version)
{
    Spec s;
    s.from = version;
    return s;
}

/// A field as a visitor sees it. The name is Kafka's, in lowerCamelCase; elements of arrays have none ("").
struct Field {
    const char* name = "";
    Spec spec;
};

class Visitor;

/// A bool or an integer of 1, 2, 4 or 8 bytes.
class NumberRef {
public:
    enum class Type : std::uint8_t { Bool, Int8, Int16, UInt16, Int32, Int64 };

    explicit NumberRef(bool& value)
        : m_value(&value)
        , m_type(Type::Bool)
    {
    }
    explicit NumberRef(std::int8_t& value)
        : m_value(&value)
        , m_type(Type::Int8)
    {
    }
    explicit NumberRef(std::int16_t& value)
        : m_value(&value)
        , m_type(Type::Int16)
    {
    }
    explicit NumberRef(std::uint16_t& value)
        : m_value(&value)
        , m_type(Type::UInt16)
    {
    }
    explicit NumberRef(std::int32_t& value)
        : m_value(&value)
        , m_type(Type::Int32)
    {
    }
    explicit NumberRef(std::int64_t& value)
        : m_value(&value)
        , m_type(Type::Int64)
    {
    }

    Type type() const { return m_type; }
    /// Bytes on the wire.
    std::size_t width() const;
    std::int64_t get() const;
    /// Cuts off what does not fit; any bool but 0 is true, as Kafka reads it.
    void set(std::int64_t value);

private:
    void* m_value;
    Type m_type;
};

/// A string or bytes, nullable or not: T is std::string or Bytes.
template <typename T>
class BlobRef {
public:
    explicit BlobRef(T& value)
        : m_plain(&value)
    {
    }
    explicit BlobRef(std::optional<T>& value)
        : m_nullable(&value)
    {
    }

    /// Nothing: null.
    const T* get() const { return m_plain ? m_plain : *m_nullable ? &**m_nullable : nullptr; }
    /// The value to write to; a null becomes empty first.
    T& ensure() { return m_plain ? *m_plain : *m_nullable ? **m_nullable : m_nullable->emplace(); }
    /// False: this field has no null in any version.
    bool setNull()
    {
        if (m_nullable)
            m_nullable->reset();
        return m_nullable != nullptr;
    }

private:
    T* m_plain = nullptr;
    std::optional<T>* m_nullable = nullptr;
};
using StringRef = BlobRef<std::string>;
using BytesRef = BlobRef<Bytes>;

/// Something that has a describe().
class StructRef {
public:
    template <typename T>
    explicit StructRef(T& value)
        : m_value(&value)
        , m_describe([](void* object, Visitor& v) { static_cast<T*>(object)->describe(v); })
        , m_isDefault([](const void* object) { return *static_cast<const T*>(object) == T {}; })
    {
    }
    void describe(Visitor& v) const { m_describe(m_value, v); }
    bool isDefault() const { return m_isDefault(m_value); }

private:
    void* m_value;
    void (*m_describe)(void*, Visitor&);
    bool (*m_isDefault)(const void*);
};

/// An array, nullable or not, whatever its elements are.
class ArrayRef {
public:
    template <typename T>
    explicit ArrayRef(std::vector<T>& value)
        : m_value(&value)
        , m_ops(&kOps<std::vector<T>, T>)
    {
    }
    template <typename T>
    explicit ArrayRef(std::optional<std::vector<T>>& value)
        : m_value(&value)
        , m_ops(&kOps<std::optional<std::vector<T>>, T>)
    {
    }

    bool isNull() const { return m_ops->isNull(m_value); }
    std::size_t size() const { return m_ops->size(m_value); }
    /// False: this field has no null in any version.
    bool setNull() const { return m_ops->setNull(m_value); }
    /// Makes it not null and empty, with room for that many elements.
    void clear(std::size_t reserve) const { m_ops->clear(m_value, reserve); }
    /// One more element with the defaults of its fields.
    void append() const { m_ops->append(m_value); }
    /// Shows one element to a visitor.
    void visit(std::size_t index, Visitor& v) const { m_ops->visit(m_value, index, v); }
    /// Shows the visitor an element as a fresh one is.
    void visitFresh(Visitor& v) const { m_ops->visitFresh(v); }

private:
    struct Ops {
        bool (*isNull)(const void*);
        std::size_t (*size)(const void*);
        bool (*setNull)(void*);
        void (*clear)(void*, std::size_t);
        void (*append)(void*);
        void (*visit)(void*, std::size_t, Visitor&);
        void (*visitFresh)(Visitor&);
    };
    template <typename T>
    static std::vector<T>* vectorOf(std::vector<T>* v)
    {
        return v;
    }
    template <typename T>
    static std::vector<T>* vectorOf(std::optional<std::vector<T>>* v)
    {
        return *v ? &**v : nullptr;
    }
    template <typename C>
    static C* as(const void* object)
    {
        return static_cast<C*>(const_cast<void*>(object));
    }
    template <typename C, typename T>
    static const Ops kOps;

    void* m_value;
    const Ops* m_ops;
};

template <typename T>
concept Described = requires(T& value, Visitor& v)
{
    value.describe(v);
};
template <typename T>
concept Number = std::same_as<T, bool> || std::same_as<T, std::int8_t> || std::same_as<T,
    std::int16_t> || std::same_as<T, std::uint16_t> || std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

/// Walks over the fields of a message in one version. See the top of the file.
class Visitor {
public:
    Visitor(std::int16_t version, bool flexible)
        : m_version(version)
        , m_flexible(flexible)
    {
    }
    virtual ~Visitor() = default;

    std::int16_t version() const { return m_version; }
    bool flexible() const { return m_flexible; }

    // Said by describe().
    template <Number T>
    void field(const char* name, T& value, Spec spec = {})
    {
        if (spec.isIn(m_version))
            number({name, spec}, NumberRef(value));
    }
    void field(const char* name, Uuid& value, Spec spec = {})
    {
        if (spec.isIn(m_version))
            uuid({name, spec}, value);
    }
    void field(const char* name, std::string& value, Spec spec = {})
    {
        if (spec.isIn(m_version))
            string({name, spec}, StringRef(value));
    }
    void field(const char* name, std::optional<std::string>& value, Spec spec = {})
    {
        if (spec.isIn(m_version))
            string({name, spec}, StringRef(value));
    }
    void field(const char* name, Bytes& value, Spec spec = {})
    {
        if (spec.isIn(m_version))
            bytes({name, spec}, BytesRef(value));
    }
    void field(const char* name, std::optional<Bytes>& value, Spec spec = {})
    {
        if (spec.isIn(m_version))
            bytes({name, spec}, BytesRef(value));
    }
    void field(const char* name, std::optional<RecordBytes>& value, Spec spec = {})
    {
        if (spec.isIn(m_version))
            records({name, spec}, value);
    }
    template <typename T>
    void field(const char* name, std::vector<T>& value, Spec spec = {})
    {
        if (spec.isIn(m_version))
            array({name, spec}, ArrayRef(value));
    }
    template <typename T>
    void field(const char* name, std::optional<std::vector<T>>& value, Spec spec = {})
    {
        if (spec.isIn(m_version))
            array({name, spec}, ArrayRef(value));
    }
    template <Described T>
    void field(const char* name, T& value, Spec spec = {})
    {
        if (spec.isIn(m_version))
            structure({name, spec}, StructRef(value));
    }
    /// The last thing that a describe() says: where the tagged fields without a name are. Nothing before flexible versions.
    void end(TaggedFields& unknown)
    {
        if (m_flexible)
            tagged(unknown);
    }

    /// The fields of a struct or an array come between the start and the end of its call: an implementation calls
    /// `ref.describe(*this)` or `ref.visit(i, *this)` when it is ready for them.
    virtual void number(const Field& field, NumberRef ref) = 0;
    virtual void uuid(const Field& field, Uuid& value) = 0;
    virtual void string(const Field& field, StringRef ref) = 0;
    virtual void bytes(const Field& field, BytesRef ref) = 0;
    /// Record batches: bytes like others to whoever does not care.
    virtual void records(const Field& field, std::optional<RecordBytes>& value)
    {
        std::optional<Bytes> copy = value ? std::optional(value->toBytes()) : std::nullopt;
        bytes(field, BytesRef(copy));
        value = copy ? std::optional(RecordBytes(std::move(*copy))) : std::nullopt;
    }
    virtual void array(const Field& field, ArrayRef ref) = 0;
    virtual void structure(const Field& field, StructRef ref) = 0;
    virtual void tagged(TaggedFields& unknown) = 0;

protected:
    void setVersion(std::int16_t version, bool flexible)
    {
        m_version = version;
        m_flexible = flexible;
    }

private:
    std::int16_t m_version;
    bool m_flexible;
};

template <typename C, typename T>
const ArrayRef::Ops ArrayRef::kOps {
    [](const void* o) { return vectorOf(as<C>(o)) == nullptr; },
    [](const void* o) { return vectorOf(as<C>(o)) ? vectorOf(as<C>(o))->size() : 0; },
    [](void* o) {
        if constexpr (std::same_as<C, std::optional<std::vector<T>>>) {
            as<C>(o)->reset();
            return true;
        } else {
            static_cast<void>(o);
            return false;
        }
    },
    [](void* o, std::size_t reserve) {
        *as<C>(o) = std::vector<T>();
        vectorOf(as<C>(o))->reserve(reserve);
    },
    [](void* o) { vectorOf(as<C>(o))->emplace_back(); },
    [](void* o, std::size_t index, Visitor& v) { v.field("", (*vectorOf(as<C>(o)))[index]); },
    [](Visitor& v) {
        T fresh {};
        v.field("", fresh);
    },
};

} // namespace connscope::wire
