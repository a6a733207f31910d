// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/format.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>
#include <string>

/// \file
/// What a well-known course says about Kafka's connections, and what the code of each release does: resources/course/claims.json,
/// which lies in the program. docs/course-and-code.md is made from it.

namespace connscope::whatif {

/// Whether the code does what the claim says.
enum class Verdict : std::uint8_t { Yes, Partly, No };

/// What one release or several do.
struct Release {
    QStringList profiles; ///< "java-2.3"
    Verdict verdict = Verdict::No;
    QString text[2]; ///< by theme::Language
};

/// A place in Kafka's sources, or a standard.
struct Evidence {
    QString text; ///< "NetworkClient#leastLoadedNode (KAFKA-8376)"
    QString file; ///< in Kafka's tree; "" where it is no class of Kafka's
};

struct Claim {
    QString id; ///< "a"
    QString claim[2];
    QString course[2];
    QList<Release> code; ///< every release once, in the order of the profiles
    QStringList scenarios; ///< the first is the one to open
    QStringList settings; ///< of the first, as --set has them: without them it is not to be seen under each profile
    QString look; ///< a query: its first event is where it can be seen; where there is none, the end of the run
    QString counted; ///< a query whose events are counted under each profile; "" = it cannot be told by a number
    QString countedWords[2]; ///< what they are
    QList<Evidence> evidence;

    /// What a profile of the code does; nullptr for another.
    const Release* of(const QString& profile) const;
    /// Whether every word of \a search stands in it.
    bool matches(const QString& search, theme::Language language) const;
};

/// What the course does not mention.
struct Remark {
    QString text[2];
    QStringList scenarios;
};

struct ClaimBook {
    QList<Claim> claims;
    QList<Remark> remarks;
};

/// That of the program.
ClaimBook claimBook();
/// That of a file's bytes; empty, and what is wrong in \a error, where it is none.
ClaimBook readClaims(const QByteArray& json, QString* error = nullptr);

/// "course" and then the releases, oldest first.
QStringList claimProfiles();
/// "2.3" of "java-2.3".
QString releaseOf(const QString& profile);

/// How many events of a scenario's run under a profile, with \a settings, a query finds; none where it cannot be run.
std::optional<std::size_t> countUnder(
    const std::string& file, const QString& profile, const QString& query, const QStringList& settings = {});

/// A claim to be pasted somewhere: lines of plain text.
QString plainText(const Claim& claim, theme::Language language);
/// All claims as a table of GitHub's Markdown, and all remarks as a list: docs/course-and-code.md.
QString markdownTable(const ClaimBook& book, theme::Language language);
QString markdownRemarks(const ClaimBook& book, theme::Language language);

} // namespace connscope::whatif
