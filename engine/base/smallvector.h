// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

/// \file
/// A vector whose first few items lie in the object itself. What a client keeps one or two of (a request in flight, a fetch
/// that was asked) so lies beside what is looked at with it, and not in a block of its own that has long left the cache.

namespace connscope {

template <typename T, std::size_t Few>
class SmallVector {
    static_assert(Few > 0);
    static_assert(std::is_nothrow_move_constructible_v<T>);

public:
    using value_type = T;
    using iterator = T*;
    using const_iterator = const T*;

    // the room stays as it is, the object has no trivial form
    // NOLINTNEXTLINE(modernize-use-equals-default)
    SmallVector() noexcept { }
    SmallVector(SmallVector&& other) noexcept { steal(other); }
    SmallVector(const SmallVector& other) { assign(other.begin(), other.end()); }
    SmallVector& operator=(SmallVector&& other) noexcept
    {
        if (this != &other) {
            discard();
            steal(other);
        }
        return *this;
    }
    SmallVector& operator=(const SmallVector& other)
    {
        if (this != &other)
            assign(other.begin(), other.end());
        return *this;
    }
    ~SmallVector() { discard(); }

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    std::size_t capacity() const { return m_heap == nullptr ? Few : m_capacity; }
    T* data() { return m_heap == nullptr ? few() : m_heap; }
    const T* data() const { return const_cast<SmallVector*>(this)->data(); }
    T* begin() { return data(); }
    T* end() { return data() + m_size; }
    const T* begin() const { return data(); }
    const T* end() const { return data() + m_size; }
    T& operator[](std::size_t i) { return data()[i]; }
    const T& operator[](std::size_t i) const { return data()[i]; }
    T& front() { return *data(); }
    const T& front() const { return *data(); }
    T& back() { return data()[m_size - 1]; }
    const T& back() const { return data()[m_size - 1]; }

    /// The arguments may not refer to items of this vector.
    template <typename... Arguments>
    T& emplace_back(Arguments&&... arguments)
    {
        if (m_size == capacity())
            grow();
        T* const item = std::construct_at(data() + m_size, std::forward<Arguments>(arguments)...);
        ++m_size;
        return *item;
    }
    void push_back(T item) { emplace_back(std::move(item)); }
    void pop_back()
    {
        --m_size;
        std::destroy_at(data() + m_size);
    }
    /// Returns the place of what followed.
    T* erase(T* first, T* last)
    {
        if (first == last)
            return first; // or what follows would be moved onto itself
        T* const newEnd = std::move(last, end(), first);
        std::destroy(newEnd, end());
        m_size = static_cast<std::uint32_t>(newEnd - data());
        return first;
    }
    T* erase(T* item) { return erase(item, item + 1); }
    /// Room that was taken for many is kept.
    void clear()
    {
        std::destroy(begin(), end());
        m_size = 0;
    }
    template <typename Iterator>
    void assign(Iterator first, Iterator last)
    {
        clear();
        for (; first != last; ++first)
            emplace_back(*first);
    }

    friend bool operator==(const SmallVector& a, const SmallVector& b)
    {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    T* few() { return std::launder(reinterpret_cast<T*>(m_few)); }
    void grow()
    {
        const std::size_t bigger = 2 * capacity();
        T* const items = std::allocator<T>().allocate(bigger);
        std::uninitialized_move(begin(), end(), items);
        std::destroy(begin(), end());
        release();
        m_heap = items;
        m_capacity = static_cast<std::uint32_t>(bigger);
    }
    void release()
    {
        if (m_heap != nullptr)
            std::allocator<T>().deallocate(m_heap, m_capacity);
        m_heap = nullptr;
    }
    void discard()
    {
        clear();
        release();
    }
    // This one is empty and holds no memory.
    void steal(SmallVector& other) noexcept
    {
        if (other.m_heap != nullptr) {
            m_heap = std::exchange(other.m_heap, nullptr);
            m_capacity = other.m_capacity;
            m_size = std::exchange(other.m_size, 0);
            return;
        }
        std::uninitialized_move(other.begin(), other.end(), few());
        m_size = other.m_size;
        other.clear();
    }

    T* m_heap = nullptr;
    std::uint32_t m_size = 0;
    std::uint32_t m_capacity = 0; // of the heap's block
    alignas(T) std::byte m_few[Few * sizeof(T)];
};

} // namespace connscope
