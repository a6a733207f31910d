// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <cstdint>

namespace connscope::vector {

/// Makes a file that QPdfWriter wrote independent of when and where it was written: its creation date is \a epoch (seconds
/// since 1970, UTC) instead of the clock's with the offset of the time zone. The table of offsets is moved along. A file that
/// says no date comes back as it is. \a subject goes beside the date, where readers look for what a document is about; "" = none.
QByteArray withFixedDate(QByteArray pdf, std::int64_t epoch, const QString& subject = {});

/// Whether two files that withFixedDate() made are equal, be they of different dates.
bool isSamePdf(const QByteArray& a, const QByteArray& b);

/// SOURCE_DATE_EPOCH (reproducible-builds.org) of this process, or 0 where there is none or it is no number.
std::int64_t sourceDateEpoch();
/// Whether it is there and no number of seconds up to the year 9999: a build that sets it expects something of it.
bool isSourceDateEpochWrong();

/// While it lives, what Qt keeps in hashes has the same order in every run: QPdfWriter numbers fonts and resources by it.
class FixedHashOrder {
public:
    FixedHashOrder();
    ~FixedHashOrder();
    FixedHashOrder(const FixedHashOrder&) = delete;
    FixedHashOrder& operator=(const FixedHashOrder&) = delete;
};

} // namespace connscope::vector
