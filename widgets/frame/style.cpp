// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/style.h"

#include <QIcon>

namespace connscope::frame {

Style::Style()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

QIcon Style::standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const
{
    if (icon == SP_ToolBarHorizontalExtensionButton || icon == SP_ToolBarVerticalExtensionButton)
        return {};
    return QProxyStyle::standardIcon(icon, option, widget);
}

} // namespace connscope::frame
