// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "theme/look.h"

#include <QString>

#include <string_view>

namespace connscope::whatif {

/// The language of sentences for the language of the interface.
inline analysis::Language languageOf(const theme::Look& look)
{
    return look.language() == theme::Language::Chinese ? analysis::Language::Chinese : analysis::Language::English;
}

inline QString toText(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace connscope::whatif
