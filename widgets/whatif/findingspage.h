// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/names.h"
#include "findings/finding.h"
#include "theme/look.h"
#include "view/item.h"

#include <QString>
#include <QUrl>

#include <optional>
#include <vector>

/// \file
/// Findings as a page of rich text, a pure function of what was found. What can be clicked is a link: evidence, and what may
/// be done about a finding.

namespace connscope::whatif {

/// What a link of the page leads to.
struct FindingLink {
    enum class Kind : std::uint8_t {
        Evidence, ///< `item`: an event, a connection
        Avoid, ///< what would avoid the finding: `finding`
        More, ///< all evidence of the finding at `place`
    };
    Kind kind = Kind::Evidence;
    view::Item item;
    findings::Kind finding = findings::Kind::ZombieConnection;
    std::size_t place = 0;
};
std::optional<FindingLink> parseFindingLink(const QUrl& url);

struct FindingsPage {
    const analysis::Names* names = nullptr;
    const std::vector<findings::Finding>* found = nullptr;
    const theme::Look* look = nullptr;
    findings::Weight least = findings::Weight::Note; ///< what matters less is left out
    std::vector<bool> isOpen; ///< by place: all evidence is shown
    bool canAvoid = false; ///< there is a scenario in which changes can be tried
    bool isObserved = false; ///< a real session: says what is not known

    static constexpr std::size_t kMostShown = 4; ///< events of a finding, unless all are asked for
    static constexpr std::size_t kMostOfAll = 200; ///< then
    /// What stands on it; a sentence where nothing was found.
    QString html() const;
    /// How many of each weight there are, in words: "1 fault, 2 warnings, 3 notes".
    QString summary() const;
};

} // namespace connscope::whatif
