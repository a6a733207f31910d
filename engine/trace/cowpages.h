// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

/// \file
/// An array in pages that copies share. Copying it costs one pointer per 64 pages; whoever then writes to a page gets
/// a page of its own first. A checkpoint of the world is such a copy, so it costs only what changed until the next one,
/// and seeking does not touch what nobody looks at.

namespace connscope::trace {

/// \tparam Page copyable, default-constructible, with `std::size_t extraBytes() const` for what it holds on the heap.
template <typename Page>
class CowPages {
public:
    static constexpr std::size_t kBranchBits = 6;
    static constexpr std::size_t kBranch = std::size_t {1} << kBranchBits;

    /// Page \a index, or nullptr where nothing was written yet.
    const Page* find(std::size_t index) const
    {
        const std::size_t b = index >> kBranchBits;
        if (b >= m_root.size() || !m_root[b])
            return nullptr;
        return m_root[b]->pages[index & (kBranch - 1)].get();
    }

    /// Page \a index for writing, made or copied if need be. The reference is good until the next copy of this array.
    Page& edit(std::size_t index)
    {
        const std::size_t b = index >> kBranchBits;
        if (b >= m_root.size())
            m_root.resize(b + 1);
        std::shared_ptr<Branch>& branch = m_root[b];
        if (!branch)
            branch = make<Branch>(0);
        else if (branch.use_count() > 1)
            branch = make<Branch>(0, *branch);
        std::shared_ptr<Page>& page = branch->pages[index & (kBranch - 1)];
        if (!page)
            page = make<Page>(0);
        else if (page.use_count() > 1)
            page = make<Page>(page->extraBytes(), *page);
        return *page;
    }

    /// Upper bound of the indices that `find` may know.
    std::size_t end() const { return m_root.size() << kBranchBits; }
    /// True where no page of the 64 around \a index exists: lets a scan skip ahead.
    bool isBranchEmpty(std::size_t index) const
    {
        const std::size_t b = index >> kBranchBits;
        return b >= m_root.size() || !m_root[b];
    }

    /// Bytes that this lineage of copies has allocated so far for pages. Older copies keep what they share alive.
    std::size_t allocatedBytes() const { return m_allocated; }
    /// Bytes that one more copy costs at once.
    std::size_t copyBytes() const { return m_root.size() * sizeof(m_root[0]); }

private:
    struct Branch {
        std::array<std::shared_ptr<Page>, kBranch> pages;
    };
    static constexpr std::size_t kHeapOverhead = 32; // reference counts and the allocator's own header

    template <typename T, typename... Args>
    std::shared_ptr<T> make(std::size_t extra, Args&&... args)
    {
        m_allocated += sizeof(T) + kHeapOverhead + extra;
        return std::make_shared<T>(std::forward<Args>(args)...);
    }

    std::vector<std::shared_ptr<Branch>> m_root;
    std::size_t m_allocated = 0;
};

} // namespace connscope::trace
