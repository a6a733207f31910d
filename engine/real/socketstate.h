// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// \file
/// What the kernel says of one open socket.

namespace connscope::real {

/// True while there is no connection behind the descriptor: not yet, or not any more.
bool hasNoConnection(int fd);

/// True once the peer's FIN or reset has arrived, read or not: what was written since, nobody reads.
bool isPeerGone(int fd);

/// True once the kernel has no connection behind the descriptor any more, because the peer answered with a reset: close(2) will
/// send no FIN then. False where it gave up by itself (ETIMEDOUT, EHOSTUNREACH). May take the socket's pending error (SO_ERROR).
bool wasReset(int fd);

} // namespace connscope::real
