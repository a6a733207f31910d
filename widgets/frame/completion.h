// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace connscope::frame {

/// What may come next in a query: the words, and where the word that they complete starts in the text.
struct Completion {
    qsizetype from = 0; ///< the word [from, cursor) is replaced
    QStringList words; ///< that begin with it, in the order of the language
    bool areValues = false; ///< they are what a field can be, and one of them has to follow
};
/// Fields where a comparison begins, values behind `field =`, `and`/`or` behind a comparison. Texts and numbers have none.
Completion completionAt(const QString& query, qsizetype cursor);

} // namespace connscope::frame
