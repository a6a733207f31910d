// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/time.h"
#include "view/group.h"
#include "view/item.h"

#include <QObject>

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace connscope::view {

/// Both ends included; from <= to.
struct Range {
    Instant from {};
    Instant to {};
    Duration length() const { return to - from; }
    bool operator==(const Range&) const = default;
};

/// One selection, one hover and one range for all views. What was selected before can be gone back to.
class Selection : public QObject {
    Q_OBJECT

public:
    static constexpr std::size_t kMaxHistory = 200;

    explicit Selection(QObject* parent = nullptr);

    Item current() const { return m_history.empty() ? Item {} : m_history[m_position]; }
    Item hovered() const { return m_hovered; }
    std::optional<Range> range() const { return m_range; }

    /// Selecting drops what lay ahead in the history. None is not remembered, but deselects.
    void setCurrent(Item item);
    void setHovered(Item item);
    /// The item of a group, for the calls above; the same one for an equal group.
    Item itemOf(const Group& group);
    /// nullptr for another kind of item.
    const Group* group(Item item) const;
    /// The ends may come in either order.
    void setRange(std::optional<Range> range);

    bool canGoBack() const { return m_position > 0; }
    bool canGoForward() const { return m_position + 1 < m_history.size(); }
    void goBack();
    void goForward();
    /// Another trace: ids mean other things.
    void clear();
    /// The same trace with other numbers: \a now gives each thing's, or nothing for one that is gone. Nobody is told:
    /// whoever shows the trace looks at everything again anyway.
    void renumber(const std::function<Item(Item)>& now);
    /// Tells what is selected as if it had just changed.
    void tellAgain();

signals:
    void currentChanged(connscope::view::Item current);
    void hoverChanged(connscope::view::Item hovered);
    void rangeChanged();
    /// canGoBack or canGoForward.
    void historyChanged();

private:
    std::vector<Item> m_history; // never two equal neighbours
    std::size_t m_position = 0;
    std::deque<Group> m_groups; // in their places as long as the trace is the same
    Item m_hovered;
    std::optional<Range> m_range;
};

} // namespace connscope::view
