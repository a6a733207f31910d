// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "wire/codec.h"

#include <functional>
#include <string>

/// \file
/// Messages with chance values in every field of a version: the fields that the version does not have keep their defaults,
/// so that what is decoded must equal what was encoded.

namespace connscope::test {

/// Fills what it visits. Nulls, empty and long strings, extreme numbers, unknown tagged fields: all come up.
class Filler final : public wire::Visitor {
public:
    Filler(std::int16_t version, bool flexible, Rng& rng)
        : Visitor(version, flexible)
        , m_rng(rng)
    {
    }

    void number(const wire::Field&, wire::NumberRef ref) override;
    void uuid(const wire::Field&, wire::Uuid& value) override;
    void string(const wire::Field& field, wire::StringRef ref) override;
    void bytes(const wire::Field& field, wire::BytesRef ref) override;
    void array(const wire::Field& field, wire::ArrayRef ref) override;
    void structure(const wire::Field&, wire::StructRef ref) override { ref.describe(*this); }
    void tagged(wire::TaggedFields& unknown) override;

private:
    std::uint64_t below(std::uint64_t n);

    Rng& m_rng;
    int m_depth = 0;
};

/// "MetadataRequest v12"
std::string label(const wire::MessageInfo& info, std::int16_t version);
/// Calls \a check with every request and every response in every version, freshly made.
void forEveryMessage(const std::function<void(const wire::MessageRef& message, std::int16_t version)>& check);
/// A fresh message of the same type as \a like; \a request and \a response are where it lives.
wire::MessageRef fresh(const wire::MessageInfo& like, wire::AnyRequest& request, wire::AnyResponse& response);

} // namespace connscope::test
