// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// \file
/// PKCS #12 (RFC 7292) as far as trust stores go: the certificates in a file, whether a private key stands beside them or not. Qt
/// reads such a file only with a key in it.

namespace connscope::real {

/// Every certificate in \a store, DER, in the file's order. Error: "is no PKCS12 store" or "cannot be opened with that password";
/// no secret is in it. A store without a password (Java: -storepass of nothing) opens with "".
Result<std::vector<std::vector<std::uint8_t>>> readPkcs12Certificates(
    std::span<const std::uint8_t> store, const std::string& password);

} // namespace connscope::real
