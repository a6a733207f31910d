// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/rng.h"
#include "protocol/messages.h"

#include <concepts>
#include <string>
#include <utility>
#include <vector>

/// \file
/// The brains' messages with chance values in the fields that a version has, and as text, so that two can be compared.

namespace connscope::test {

/// Fills what it is shown, or writes it down. Fields that the version does not have are neither.
class Fields {
public:
    Fields(std::int16_t ofVersion, Rng* rng)
        : version(ofVersion)
        , m_rng(rng)
    {
    }
    bool fills() const { return m_rng != nullptr; }
    std::uint64_t below(std::uint64_t n) { return m_rng->below(n); }

    void operator()(bool& value);
    void operator()(std::int16_t& value);
    void operator()(std::int32_t& value);
    void operator()(std::int64_t& value);
    void operator()(std::uint16_t& value);
    void operator()(std::string& value);
    void operator()(Duration& value);
    void operator()(BrokerId& value);
    void operator()(protocol::ErrorCode& value);
    void operator()(protocol::Uuid& value);
    void operator()(protocol::Bytes& value);
    void operator()(protocol::IsolationLevel& value);
    void operator()(protocol::TopicPartition& value);
    /// An enum of which the values 0 to \a count - 1 are told.
    template <typename E>
    void choice(E& value, std::uint64_t count)
    {
        if (fills())
            value = static_cast<E>(below(count));
        text += std::to_string(static_cast<int>(value)) + " ";
    }
    template <typename T>
    void since(std::int16_t from, T& value)
    {
        if (version >= from)
            (*this)(value);
    }
    /// \a show is called with each element; lists get \a min to 3 of them.
    template <typename T, std::invocable<T&> Show>
    void list(std::vector<T>& values, Show&& show, std::size_t min = 0)
    {
        if (fills())
            values.resize(min + below(4 - min));
        text += "[" + std::to_string(values.size()) + ": ";
        for (T& value : values)
            show(value);
        text += "] ";
    }
    template <typename T>
    void list(std::vector<T>& values, std::size_t min = 0)
    {
        list(
            values, [this](T& value) { (*this)(value); }, min);
    }

    const std::int16_t version;
    std::string text;

private:
    Rng* m_rng;
};

/// Leader epochs of committed offsets came later to some messages than to others; errors are in answers only.
void show(Fields& f, protocol::PartitionOffset& o, std::int16_t epochSince, bool answer);
/// A partition of a topic that has a name or, from \a idsSince on, an id.
void show(Fields& f, protocol::TopicPartition& partition, protocol::Uuid& id, std::int16_t idsSince);

/// An empty request and answer of each API, in the order of the keys.
const std::vector<std::pair<ApiKey, protocol::RequestBody>>& emptyRequests();
const std::vector<std::pair<ApiKey, protocol::ResponseBody>>& emptyResponses();

/// As they come from outside: with details and opaque bytes.
void fill(protocol::RequestBody& body, std::int16_t version, Rng& rng);
std::string text(const protocol::RequestBody& body, std::int16_t version);
/// As our own clients get them: topics and partitions instead of bytes, numbers instead of batches.
void fill(protocol::ResponseBody& body, ApiKey api, std::int16_t version, Rng& rng);
std::string text(const protocol::ResponseBody& body, ApiKey api, std::int16_t version);

} // namespace connscope::test
