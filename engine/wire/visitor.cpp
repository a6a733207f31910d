// SPDX-License-Identifier: GPL-3.0-or-later
#include "wire/visitor.h"

namespace connscope::wire {

std::size_t NumberRef::width() const
{
    switch (m_type) {
    case Type::Bool:
    case Type::Int8:
        return 1;
    case Type::Int16:
    case Type::UInt16:
        return 2;
    case Type::Int32:
        return 4;
    case Type::Int64:
        return 8;
    }
    return 0;
}

std::int64_t NumberRef::get() const
{
    switch (m_type) {
    case Type::Bool:
        return *static_cast<const bool*>(m_value) ? 1 : 0;
    case Type::Int8:
        return *static_cast<const std::int8_t*>(m_value);
    case Type::Int16:
        return *static_cast<const std::int16_t*>(m_value);
    case Type::UInt16:
        return *static_cast<const std::uint16_t*>(m_value);
    case Type::Int32:
        return *static_cast<const std::int32_t*>(m_value);
    case Type::Int64:
        return *static_cast<const std::int64_t*>(m_value);
    }
    return 0;
}

void NumberRef::set(std::int64_t value)
{
    switch (m_type) {
    case Type::Bool:
        *static_cast<bool*>(m_value) = value != 0;
        break;
    case Type::Int8:
        *static_cast<std::int8_t*>(m_value) = static_cast<std::int8_t>(value);
        break;
    case Type::Int16:
        *static_cast<std::int16_t*>(m_value) = static_cast<std::int16_t>(value);
        break;
    case Type::UInt16:
        *static_cast<std::uint16_t*>(m_value) = static_cast<std::uint16_t>(value);
        break;
    case Type::Int32:
        *static_cast<std::int32_t*>(m_value) = static_cast<std::int32_t>(value);
        break;
    case Type::Int64:
        *static_cast<std::int64_t*>(m_value) = value;
        break;
    }
}

} // namespace connscope::wire
