// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// A loopback cluster under load for so long, with its trace kept short: producers and a consumer of ours, clients that are not
/// ours, connections that come and go. Prints the memory of the process at intervals. 0 if it did not grow after the first
/// third, else 1.
int soak(int seconds);
