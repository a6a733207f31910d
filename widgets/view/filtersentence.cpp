// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a query that was parsed is right, so a few words of look-ahead are enough to say it: a field, an operator
// and a value become a clause, the rest is and, or, not and parentheses.
#include "view/filtersentence.h"

#include <QCoreApplication>
#include <QStringList>

#include <vector>

namespace connscope::view {

namespace {

std::vector<QString> wordsOf(const QString& text)
{
    std::vector<QString> words;
    const auto isOperator = [](QChar c) { return QStringLiteral("=!<>~").contains(c); };
    for (qsizetype i = 0; i < text.size();) {
        const QChar c = text[i];
        if (c.isSpace()) {
            ++i;
            continue;
        }
        const qsizetype start = i;
        if (c == u'"' || c == u'\'') {
            for (++i; i < text.size() && text[i] != c; ++i) {
                if (text[i] == u'\\')
                    ++i;
            }
            i = std::min(i + 1, text.size());
            words.push_back(u'\u201C' + text.mid(start + 1, i - start - 2) + u'\u201D');
            continue;
        }
        if (c == u'(' || c == u')' || c == u',') {
            ++i;
        } else if (isOperator(c)) {
            while (i < text.size() && isOperator(text[i]))
                ++i;
        } else {
            while (i < text.size() && !text[i].isSpace() && !isOperator(text[i])
                && !QStringLiteral("(),\"'").contains(text[i]))
                ++i;
        }
        words.push_back(text.mid(start, i - start));
    }
    return words;
}

bool isWord(const QString& word, QLatin1String wanted) { return word.compare(wanted, Qt::CaseInsensitive) == 0; }

/// What a field is called in a sentence.
QString subject(const QString& field)
{
    struct Name {
        QLatin1String field;
        const char* words;
    };
    static const Name names[] = {
        {QLatin1String("role"), QT_TRANSLATE_NOOP("FilterSentence", "the role")},
        {QLatin1String("state"), QT_TRANSLATE_NOOP("FilterSentence", "the state")},
        {QLatin1String("node"), QT_TRANSLATE_NOOP("FilterSentence", "the node id")},
        {QLatin1String("client"), QT_TRANSLATE_NOOP("FilterSentence", "the client")},
        {QLatin1String("client.kind"), QT_TRANSLATE_NOOP("FilterSentence", "the kind of client")},
        {QLatin1String("broker"), QT_TRANSLATE_NOOP("FilterSentence", "the broker")},
        {QLatin1String("remote"), QT_TRANSLATE_NOOP("FilterSentence", "the remote address")},
        {QLatin1String("conn"), QT_TRANSLATE_NOOP("FilterSentence", "the connection's number")},
        {QLatin1String("idle"), QT_TRANSLATE_NOOP("FilterSentence", "the client's idle time")},
        {QLatin1String("idle.broker"), QT_TRANSLATE_NOOP("FilterSentence", "the broker's idle time")},
        {QLatin1String("age"), QT_TRANSLATE_NOOP("FilterSentence", "the age")},
        {QLatin1String("inflight"), QT_TRANSLATE_NOOP("FilterSentence", "the number of requests in flight")},
        {QLatin1String("requests"), QT_TRANSLATE_NOOP("FilterSentence", "the number of requests")},
        {QLatin1String("tcp.client"), QT_TRANSLATE_NOOP("FilterSentence", "the client's TCP state")},
        {QLatin1String("tcp.broker"), QT_TRANSLATE_NOOP("FilterSentence", "the broker's TCP state")},
        {QLatin1String("closer"), QT_TRANSLATE_NOOP("FilterSentence", "who closed it")},
        {QLatin1String("opened.rule"), QT_TRANSLATE_NOOP("FilterSentence", "the rule that opened it")},
        {QLatin1String("closed.rule"), QT_TRANSLATE_NOOP("FilterSentence", "the rule that closed it")},
        {QLatin1String("kind"), QT_TRANSLATE_NOOP("FilterSentence", "the event")},
        {QLatin1String("t"), QT_TRANSLATE_NOOP("FilterSentence", "the time")},
        {QLatin1String("rule"), QT_TRANSLATE_NOOP("FilterSentence", "the rule")},
        {QLatin1String("api"), QT_TRANSLATE_NOOP("FilterSentence", "the request")},
        {QLatin1String("corr"), QT_TRANSLATE_NOOP("FilterSentence", "the correlation id")},
        {QLatin1String("size"), QT_TRANSLATE_NOOP("FilterSentence", "the size")},
        {QLatin1String("value"), QT_TRANSLATE_NOOP("FilterSentence", "the value")},
        {QLatin1String("text"), QT_TRANSLATE_NOOP("FilterSentence", "the text")},
        {QLatin1String("side"), QT_TRANSLATE_NOOP("FilterSentence", "the side")},
        {QLatin1String("vantage"), QT_TRANSLATE_NOOP("FilterSentence", "the vantage")},
        {QLatin1String("event"), QT_TRANSLATE_NOOP("FilterSentence", "the event's number")},
    };
    for (const Name& name : names) {
        if (isWord(field, name.field))
            return QCoreApplication::translate("FilterSentence", name.words);
    }
    return field;
}

/// A field that is true or false and stands alone.
QString flag(const QString& field, bool negated)
{
    if (isWord(field, QLatin1String("open")))
        return negated ? QCoreApplication::translate("FilterSentence", "the connection is not open")
                       : QCoreApplication::translate("FilterSentence", "the connection is open");
    if (isWord(field, QLatin1String("orphaned")))
        return negated
            ? QCoreApplication::translate("FilterSentence", "the connection is not an abandoned bootstrap connection")
            : QCoreApplication::translate("FilterSentence", "the connection is an abandoned bootstrap connection");
    if (isWord(field, QLatin1String("paused")))
        return negated ? QCoreApplication::translate("FilterSentence", "its client polls")
                       : QCoreApplication::translate("FilterSentence", "its client does not poll");
    return field;
}

bool isFlag(const QString& word)
{
    return isWord(word, QLatin1String("open")) || isWord(word, QLatin1String("orphaned"))
        || isWord(word, QLatin1String("paused"));
}

QString clause(const QString& field, const QString& op, const QString& value)
{
    if (isFlag(field)) {
        const bool yes = isWord(value, QLatin1String("true")) || isWord(value, QLatin1String("yes"));
        return flag(field, yes == (op == QLatin1String("!=")));
    }
    const QString s = subject(field);
    QString pattern;
    if (op == QLatin1String("="))
        pattern = QCoreApplication::translate("FilterSentence", "%1 is %2");
    else if (op == QLatin1String("!="))
        pattern = QCoreApplication::translate("FilterSentence", "%1 is not %2");
    else if (op == QLatin1String("<"))
        pattern = QCoreApplication::translate("FilterSentence", "%1 is less than %2");
    else if (op == QLatin1String("<="))
        pattern = QCoreApplication::translate("FilterSentence", "%1 is at most %2");
    else if (op == QLatin1String(">"))
        pattern = QCoreApplication::translate("FilterSentence", "%1 is more than %2");
    else if (op == QLatin1String(">="))
        pattern = QCoreApplication::translate("FilterSentence", "%1 is at least %2");
    else if (op == QLatin1String("~"))
        pattern = QCoreApplication::translate("FilterSentence", "%1 matches %2");
    else
        pattern = QCoreApplication::translate("FilterSentence", "%1 does not match %2");
    return pattern.arg(s, value);
}

} // namespace

QString filterSentence(const trace::Query& query)
{
    const std::vector<QString> words = wordsOf(QString::fromStdString(query.text()));
    QString out;
    const auto add = [&out](const QString& piece, bool space = true) {
        if (space && !out.isEmpty() && !out.endsWith(u'('))
            out += u' ';
        out += piece;
    };
    const auto at = [&words](std::size_t i) { return i < words.size() ? words[i] : QString(); };
    for (std::size_t i = 0; i < words.size();) {
        const QString& word = words[i];
        if (isWord(word, QLatin1String("and"))) {
            add(QCoreApplication::translate("FilterSentence", "and"));
            ++i;
        } else if (isWord(word, QLatin1String("or"))) {
            add(QCoreApplication::translate("FilterSentence", "or"));
            ++i;
        } else if (isWord(word, QLatin1String("not"))) {
            if (isFlag(at(i + 1))
                && !QStringLiteral("=!").contains(
                    at(i + 2).left(1).isEmpty() ? QStringLiteral("x") : at(i + 2).left(1))) {
                add(flag(at(i + 1), true));
                i += 2;
            } else {
                add(QCoreApplication::translate("FilterSentence", "it is not so that"));
                ++i;
            }
        } else if (word == QLatin1String("(")) {
            add(word);
            ++i;
        } else if (word == QLatin1String(")")) {
            add(word, false);
            ++i;
        } else {
            const bool negated = isWord(at(i + 1), QLatin1String("not")) && isWord(at(i + 2), QLatin1String("in"));
            if (negated || isWord(at(i + 1), QLatin1String("in"))) {
                i += negated ? 3 : 2;
                QStringList values;
                for (; i < words.size() && words[i] != QLatin1String(")"); ++i) {
                    if (words[i] != QLatin1String("(") && words[i] != QLatin1String(","))
                        values << words[i];
                }
                ++i;
                add((negated ? QCoreApplication::translate("FilterSentence", "%1 is none of %2")
                             : QCoreApplication::translate("FilterSentence", "%1 is one of %2"))
                        .arg(subject(word), values.join(QCoreApplication::translate("FilterSentence", ", "))));
            } else if (!at(i + 1).isEmpty() && QStringLiteral("=!<>~").contains(at(i + 1)[0])) {
                add(clause(word, at(i + 1), at(i + 2)));
                i += 3;
            } else {
                add(flag(word, false));
                ++i;
            }
        }
    }
    return out;
}

} // namespace connscope::view
