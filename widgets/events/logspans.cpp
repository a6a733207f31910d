// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/logspans.h"

#include "base/apikey.h"
#include "protocol/configkeys.h"

#include <QStringList>

#include <array>
#include <string>

namespace connscope::events {

namespace {

using Kind = LogSpan::Kind;

constexpr int kTimeLength = 25; // "[2019-05-27 10:00:54,142]"

bool isWordChar(QChar c) { return c.isLetterOrNumber() || c == u'.' || c == u'_' || c == u'-'; }

/// Words before a node id, with the sign between them: "node 2", "id: 2147483645", "(id: -1".
bool introducesNode(QStringView line, qsizetype at)
{
    static const std::array<QStringView, 4> kBefore {u"node ", u"id: ", u"node: ", u"from node "};
    for (const QStringView before : kBefore) {
        if (at >= before.size() && line.mid(at - before.size(), before.size()) == before)
            return true;
    }
    return false;
}

bool isConfigKey(QStringView word)
{
    if (!word.contains(u'.'))
        return false;
    const std::string name = word.toString().toStdString();
    for (const auto owner : {protocol::ConfigOwner::Consumer, protocol::ConfigOwner::Producer,
             protocol::ConfigOwner::Admin, protocol::ConfigOwner::Broker}) {
        if (protocol::findConfigKey(owner, name))
            return true;
    }
    return false;
}

bool isRequest(QStringView word)
{
    return word.size() > 3 && word.front().isUpper() && apiFromName(word.toString().toStdString()).has_value();
}

bool isState(QStringView word)
{
    static const std::array<QStringView, 4> kStates {u"disconnected", u"disconnected.", u"closed", u"idle"};
    for (const QStringView state : kStates) {
        if (word == state)
            return true;
    }
    return false;
}

} // namespace

std::vector<LogSpan> logSpans(QStringView line)
{
    std::vector<LogSpan> spans;
    if (line.size() < kTimeLength || line.front() != u'[' || line[kTimeLength - 1] != u']')
        return spans;
    spans.push_back({Kind::Time, 0, kTimeLength, {}});
    qsizetype at = kTimeLength + 1;
    const qsizetype levelEnd = line.indexOf(u' ', at);
    if (levelEnd < 0)
        return spans;
    const QStringView level = line.mid(at, levelEnd - at);
    const bool isWarning = level == u"WARN" || level == u"ERROR";
    spans.push_back(
        {isWarning ? Kind::Warning : Kind::Level, static_cast<int>(at), static_cast<int>(level.size()), {}});
    at = levelEnd + 1;

    qsizetype end = line.size();
    if (const qsizetype source = line.lastIndexOf(u" ("); source > at && line.endsWith(u')'))
        end = source + 1;
    if (at < end && line[at] == u'[') {
        if (const qsizetype close = line.indexOf(u']', at); close > 0 && close < end) {
            spans.push_back({Kind::Client, static_cast<int>(at), static_cast<int>(close + 1 - at), {}});
            at = close + 1;
        }
    }
    while (at < end) {
        if (!isWordChar(line[at])) {
            ++at;
            continue;
        }
        qsizetype stop = at;
        while (stop < end && isWordChar(line[stop]))
            ++stop;
        QStringView word = line.mid(at, stop - at);
        while (word.endsWith(u'.'))
            word.chop(1);
        const auto add = [&](Kind kind, NodeId node = {}) {
            spans.push_back({kind, static_cast<int>(at), static_cast<int>(word.size()), node});
        };
        bool isNumber = false;
        const int number = word.toInt(&isNumber);
        if (isNumber && (introducesNode(line, at) || NodeId {number}.isCoordinator()))
            add(Kind::NodeId, NodeId {number});
        else if (isRequest(word))
            add(Kind::Request);
        else if (isConfigKey(word))
            add(Kind::ConfigKey);
        else if (isState(word))
            add(Kind::State);
        at = stop;
    }
    if (end < line.size())
        spans.push_back({Kind::Source, static_cast<int>(end), static_cast<int>(line.size() - end), {}});
    return spans;
}

} // namespace connscope::events
