// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/completion.h"

#include "trace/query.h"

#include <vector>

namespace connscope::frame {

namespace {

bool isOperator(QChar c) { return c == u'=' || c == u'!' || c == u'<' || c == u'>' || c == u'~'; }
bool isBreak(QChar c) { return c.isSpace() || isOperator(c) || c == u'(' || c == u')' || c == u','; }

/// Words and operators before the cursor; the last is the one that is being written, perhaps "".
struct Before {
    std::vector<QString> tokens;
    QString word;
    qsizetype from = 0;
    bool inText = false;
};

Before before(const QString& text, qsizetype cursor)
{
    Before out;
    qsizetype i = 0;
    while (i < cursor) {
        const QChar c = text[i];
        if (c.isSpace()) {
            ++i;
            continue;
        }
        const qsizetype start = i;
        if (c == u'"' || c == u'\'') {
            for (++i; i < cursor && text[i] != c; ++i) { }
            if (i >= cursor) {
                out.word = text.mid(start, cursor - start);
                out.from = start;
                out.inText = true;
                return out;
            }
            ++i;
        } else if (isOperator(c)) {
            while (i < cursor && isOperator(text[i]))
                ++i;
        } else if (isBreak(c)) {
            ++i;
        } else {
            while (i < cursor && !isBreak(text[i]))
                ++i;
            if (i == cursor) {
                out.word = text.mid(start, i - start);
                out.from = start;
                return out;
            }
        }
        out.tokens.push_back(text.mid(start, i - start).toLower());
    }
    out.from = cursor;
    return out;
}

QStringList fields()
{
    QStringList out;
    for (const std::string_view field : trace::queryFields())
        out << QString::fromUtf8(field.data(), static_cast<qsizetype>(field.size()));
    return out;
}

QStringList valuesOf(const QString& field)
{
    QStringList out;
    for (const std::string& value : trace::queryValues(field.toStdString())) {
        const QString word = QString::fromStdString(value);
        out << (word.contains(u' ') && !word.startsWith(u'"') ? u'"' + word + u'"' : word);
    }
    return out;
}

} // namespace

Completion completionAt(const QString& query, qsizetype cursor)
{
    const Before b = before(query, qBound(qsizetype {0}, cursor, query.size()));
    const QStringList all = fields();
    QStringList candidates;
    bool areValues = false;
    const QString last = b.tokens.empty() ? QString() : b.tokens.back();
    const auto is = [&last](const char* word) { return last == QLatin1String(word); };
    if (!last.isEmpty() && isOperator(last[0]) && b.tokens.size() >= 2) {
        candidates = valuesOf(b.tokens[b.tokens.size() - 2]);
        areValues = true;
    } else if (last.isEmpty() || is("and") || is("or") || is("not")) {
        candidates = all;
        if (!is("not"))
            candidates << QStringLiteral("not");
    } else if (is("(") || is(",")) {
        // In a list of values if `in` opened the bracket, else in a group.
        std::size_t open = b.tokens.size();
        while (open > 0 && b.tokens[open - 1] != QLatin1String("("))
            --open;
        const bool list = open >= 2 && b.tokens[open - 2] == QLatin1String("in");
        std::size_t field = list ? open - 2 : 0;
        if (list && field > 0 && b.tokens[field - 1] == QLatin1String("not"))
            --field;
        areValues = list && field > 0;
        candidates = areValues ? valuesOf(b.tokens[field - 1]) : all;
    } else if (all.contains(last) && (b.tokens.size() < 2 || !isOperator(b.tokens[b.tokens.size() - 2][0]))) {
        candidates = {QStringLiteral("="), QStringLiteral("!="), QStringLiteral("in"), QStringLiteral("and"),
            QStringLiteral("or")};
    } else {
        candidates = {QStringLiteral("and"), QStringLiteral("or")};
    }
    Completion out;
    out.from = b.from;
    out.areValues = areValues;
    for (const QString& word : candidates) {
        const QString bare = b.inText ? word : word.startsWith(u'"') ? word.mid(1) : word;
        if (bare.startsWith(b.word, Qt::CaseInsensitive) && bare != b.word)
            out.words << word;
    }
    return out;
}

} // namespace connscope::frame
