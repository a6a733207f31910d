// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/searchtable.h"
#include "theme/format.h"

namespace connscope::frame {

/// The catalogue of the rules that events name, as `connscope rules` prints it: what each says, the config keys it reads,
/// its place in Kafka's code or a standard.
class RulesDialog : public SearchTable {
    Q_OBJECT

public:
    RulesDialog(theme::Language language, QWidget* parent);
};

} // namespace connscope::frame
