// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/rolelook.h"

#include <QCoreApplication>

namespace connscope::theme {

RoleLook roleLook(Role role, const Theme& theme) { return {theme.role(role), roleLetter(role), roleDash(role)}; }

QChar roleLetter(Role role)
{
    switch (role) {
    case Role::Bootstrap:
        return u'B';
    case Role::Data:
        return u'D';
    case Role::Coordinator:
        return u'C';
    case Role::Transaction:
        return u'T';
    case Role::Unknown:
        break;
    }
    return u'?';
}

QVector<qreal> roleDash(Role role)
{
    switch (role) {
    case Role::Bootstrap:
        return {4, 3};
    case Role::Coordinator:
        return {0.5, 2.2}; // with round caps: dots
    case Role::Transaction:
        return {6, 2.5, 0.5, 2.5};
    case Role::Unknown:
        return {1.5, 4};
    case Role::Data:
        break;
    }
    return {};
}

QString roleWord(Role role)
{
    switch (role) {
    case Role::Bootstrap:
        return QCoreApplication::translate("Words", "bootstrap");
    case Role::Data:
        return QCoreApplication::translate("Words", "data");
    case Role::Coordinator:
        return QCoreApplication::translate("Words", "coordinator");
    case Role::Transaction:
        return QCoreApplication::translate("Words", "transaction");
    case Role::Unknown:
        break;
    }
    return QCoreApplication::translate("Words", "unknown");
}

CloserLook closerLook(trace::Side closer, const Theme& theme) { return {theme.closer(closer), closerCap(closer)}; }

Cap closerCap(trace::Side closer)
{
    switch (closer) {
    case trace::Side::Client:
        return Cap::Bar;
    case trace::Side::Broker:
        return Cap::Wedge;
    case trace::Side::Network:
        return Cap::Cross;
    case trace::Side::None:
        break;
    }
    return Cap::Open;
}

QString closerWord(trace::Side closer)
{
    switch (closer) {
    case trace::Side::Client:
        return QCoreApplication::translate("Words", "client");
    case trace::Side::Broker:
        return QCoreApplication::translate("Words", "broker");
    case trace::Side::Network:
        return QCoreApplication::translate("Words", "network");
    case trace::Side::None:
        break;
    }
    return {};
}

QString vantageWord(trace::Vantage vantage)
{
    switch (vantage) {
    case trace::Vantage::Simulated:
        return QCoreApplication::translate("Words", "simulated");
    case trace::Vantage::Observed:
        return QCoreApplication::translate("Words", "observed");
    case trace::Vantage::Sampled:
        return QCoreApplication::translate("Words", "sampled");
    case trace::Vantage::Inferred:
        break;
    }
    return QCoreApplication::translate("Words", "inferred");
}

QString vantageTip(trace::Vantage vantage)
{
    switch (vantage) {
    case trace::Vantage::Simulated:
        return QCoreApplication::translate("Words", "The simulation made it happen.");
    case trace::Vantage::Observed:
        return QCoreApplication::translate("Words", "The program itself did it or saw it.");
    case trace::Vantage::Sampled:
        return QCoreApplication::translate("Words",
            "Read from the kernel's table of sockets now and then: it was so at that time, and began before.");
    case trace::Vantage::Inferred:
        break;
    }
    return QCoreApplication::translate(
        "Words", "Nobody told: it follows from what arrived at a broker, and a client of another kind may differ.");
}

} // namespace connscope::theme
