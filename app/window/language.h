// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/format.h"

#include <QTranslator>

#include <memory>
#include <vector>

namespace connscope::app {

/// The translations of the window: installs and takes away translators while it runs. Each room has a file of its own
/// (resources/translations/ROOM_zh_CN.ts).
class Languages {
public:
    /// Qt tells every widget (LanguageChange).
    void set(theme::Language language);
    /// What a first start takes: Chinese where the system's interface is, else English.
    static theme::Language ofSystem();

private:
    std::vector<std::unique_ptr<QTranslator>> m_installed;
};

} // namespace connscope::app
