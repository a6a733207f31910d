// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/language.h"
#include "theme/format.h"

#include <QCoreApplication>
#include <QString>

#include <string>

namespace connscope::classroom {

/// The translation context of this room: Words::tr("…").
class Words {
    Q_DECLARE_TR_FUNCTIONS(Classroom)
};

inline analysis::Language languageOf(theme::Language language)
{
    return language == theme::Language::Chinese ? analysis::Language::Chinese : analysis::Language::English;
}
inline QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

} // namespace connscope::classroom
