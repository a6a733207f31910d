// SPDX-License-Identifier: GPL-3.0-or-later
#include "vector/pdffile.h"

#include <QDateTime>
#include <QHashFunctions>

#include <optional>

namespace connscope::vector {

namespace {

/// Offsets of objects behind \a place move by \a shift: those of the table, and where the table is.
void moveOffsets(QByteArray& pdf, qsizetype place, qsizetype shift)
{
    const qsizetype start = pdf.lastIndexOf("startxref");
    if (start < 0)
        return;
    const qsizetype from = start + 10;
    qsizetype to = from;
    while (to < pdf.size() && pdf[to] >= '0' && pdf[to] <= '9')
        ++to;
    const qsizetype table = pdf.mid(from, to - from).toLongLong() + shift;
    pdf.replace(from, to - from, QByteArray::number(table));
    if (table < 0 || table >= pdf.size() || !pdf.mid(table).startsWith("xref"))
        return;
    // "xref\n0 26\n", then 20 bytes for each: ten digits, a blank, five digits, a blank, n or f, two of line end.
    qsizetype line = pdf.indexOf('\n', table) + 1;
    const qsizetype count = pdf.mid(line, pdf.indexOf('\n', line) - line).split(' ').value(1).trimmed().toLongLong();
    line = pdf.indexOf('\n', line) + 1;
    for (qsizetype i = 0; i < count && line + 20 <= pdf.size(); ++i, line += 20) {
        const qsizetype offset = pdf.mid(line, 10).toLongLong();
        if (pdf[line + 17] == 'n' && offset > place)
            pdf.replace(line, 10, QByteArray::number(offset + shift).rightJustified(10, '0'));
    }
}

} // namespace

QByteArray withFixedDate(QByteArray pdf, std::int64_t epoch, const QString& subject)
{
    constexpr char kKey[] = "/CreationDate (D:";
    const qsizetype key = pdf.indexOf(kKey);
    const qsizetype end = key < 0 ? -1 : pdf.indexOf(')', key);
    if (end < 0)
        return pdf;
    const QByteArray date
        = QDateTime::fromSecsSinceEpoch(epoch, Qt::UTC).toString(QStringLiteral("yyyyMMddHHmmss")).toLatin1() + 'Z';
    const qsizetype from = key + static_cast<qsizetype>(sizeof kKey) - 1;
    const qsizetype shift = date.size() - (end - from);
    pdf.replace(from, end - from, date);
    if (shift != 0)
        moveOffsets(pdf, key, shift);
    if (!subject.isEmpty()) {
        // UTF-16 with its mark, as hexadecimal digits: nothing has to be escaped.
        QByteArray entry = "/Subject <FEFF";
        for (const QChar c : subject)
            entry += QByteArray::number(c.unicode(), 16).rightJustified(4, '0').toUpper();
        entry += ">\n";
        pdf.insert(key, entry);
        moveOffsets(pdf, key, entry.size());
    }
    return pdf;
}

bool isSamePdf(const QByteArray& a, const QByteArray& b)
{
    constexpr char kKey[] = "/CreationDate (D:";
    constexpr qsizetype kDate = 15; // "20231114221320Z", as withFixedDate() writes it
    const qsizetype place = a.indexOf(kKey);
    const qsizetype date = place + static_cast<qsizetype>(sizeof kKey) - 1;
    if (a.size() != b.size() || place < 0 || date + kDate > a.size())
        return a == b;
    return QByteArrayView(a).first(date) == QByteArrayView(b).first(date)
        && QByteArrayView(a).sliced(date + kDate) == QByteArrayView(b).sliced(date + kDate);
}

namespace {

std::optional<std::int64_t> readEpoch()
{
    bool isNumber = false;
    const qlonglong value = qgetenv("SOURCE_DATE_EPOCH").toLongLong(&isNumber);
    if (!isNumber || value < 0 || value >= 253'402'300'800) // up to the year 9999
        return std::nullopt;
    return value;
}

} // namespace

std::int64_t sourceDateEpoch() { return readEpoch().value_or(0); }

bool isSourceDateEpochWrong() { return !qEnvironmentVariableIsEmpty("SOURCE_DATE_EPOCH") && !readEpoch(); }

FixedHashOrder::FixedHashOrder() { QHashSeed::setDeterministicGlobalSeed(); }
FixedHashOrder::~FixedHashOrder() { QHashSeed::resetRandomGlobalSeed(); }

} // namespace connscope::vector
