// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "trace/rules.h"

#include <string>
#include <string_view>

/// \file
/// What the operating system says, in words and as a rule of the catalogue.

namespace connscope::real {

/// "WHAT: Address already in use (EADDRINUSE)".
Error systemError(std::string_view what, int error);

/// "ECONNREFUSED"; the number where it has no name here.
std::string errnoName(int error);

/// Why a connect failed or a connection ended, by errno: ECONNREFUSED is ConnectionRefused, ECONNRESET and EPIPE are
/// ConnectionReset, EHOSTUNREACH and ENETUNREACH HostUnreachable, ETIMEDOUT SynRetriesExhausted while \a connecting and
/// RetransmissionTimeout later, EADDRNOTAVAIL LocalPortsExhausted. Anything else: SocketGone.
trace::RuleId ruleOfErrno(int error, bool connecting);

} // namespace connscope::real
