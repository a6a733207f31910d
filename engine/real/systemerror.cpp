// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/systemerror.h"

#include <cerrno>
#include <system_error>

namespace connscope::real {

std::string errnoName(int error)
{
    switch (error) {
    case EACCES:
        return "EACCES";
    case EADDRINUSE:
        return "EADDRINUSE";
    case EADDRNOTAVAIL:
        return "EADDRNOTAVAIL";
    case ECONNABORTED:
        return "ECONNABORTED";
    case ECONNREFUSED:
        return "ECONNREFUSED";
    case ECONNRESET:
        return "ECONNRESET";
    case EHOSTUNREACH:
        return "EHOSTUNREACH";
    case EINVAL:
        return "EINVAL";
    case EMFILE:
        return "EMFILE";
    case ENETUNREACH:
        return "ENETUNREACH";
    case ENFILE:
        return "ENFILE";
    case EPERM:
        return "EPERM";
    case EPIPE:
        return "EPIPE";
    case ETIMEDOUT:
        return "ETIMEDOUT";
    default:
        return "errno " + std::to_string(error);
    }
}

Error systemError(std::string_view what, int error)
{
    Error e;
    e.message = std::string(what) + ": " + std::generic_category().message(error) + " (" + errnoName(error) + ')';
    return e;
}

trace::RuleId ruleOfErrno(int error, bool connecting)
{
    using trace::RuleId;
    switch (error) {
    case ECONNREFUSED:
        return RuleId::ConnectionRefused;
    case ECONNRESET:
    case ECONNABORTED:
    case EPIPE:
        return RuleId::ConnectionReset;
    case EHOSTUNREACH:
    case ENETUNREACH:
        return RuleId::HostUnreachable;
    case ETIMEDOUT:
        return connecting ? RuleId::SynRetriesExhausted : RuleId::RetransmissionTimeout;
    case EADDRNOTAVAIL:
        return RuleId::LocalPortsExhausted;
    default:
        return RuleId::SocketGone;
    }
}

} // namespace connscope::real
