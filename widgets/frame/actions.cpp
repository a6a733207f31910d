// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/actions.h"

#include "frame/icons.h"
#include "theme/theme.h"

#include <QCoreApplication>

namespace connscope::frame {

Actions::Actions(std::span<const ActionSpec> specs, QObject* parent)
    : QObject(parent)
    , m_specs(specs)
{
    for (const ActionSpec& spec : specs) {
        auto* action = new QAction(this);
        action->setObjectName(QLatin1String(spec.id));
        action->setCheckable(spec.checkable);
        setEnglishName(action, spec.text);
        if (*spec.shortcuts)
            action->setShortcuts(
                QKeySequence::listFromString(QLatin1String(spec.shortcuts), QKeySequence::PortableText));
        action->setShortcutContext(Qt::WindowShortcut);
        m_all << action;
        Q_ASSERT(!m_byId.contains(action->objectName()));
        m_byId.insert(action->objectName(), action);
    }
    retranslate();
}

QAction* Actions::operator[](const char* id) const
{
    QAction* action = m_byId.value(QLatin1String(id));
    Q_ASSERT_X(action, "Actions", id);
    return action;
}

QList<QAction*> Actions::ofMenu(const QString& menu) const
{
    QList<QAction*> out;
    for (QAction* action : m_all) {
        if (menuOf(action) == menu)
            out << action;
    }
    return out;
}

void Actions::retranslate()
{
    for (std::size_t i = 0; i < m_specs.size(); ++i) {
        QAction* action = m_all[static_cast<qsizetype>(i)];
        action->setText(QCoreApplication::translate("Actions", m_specs[i].text));
        const QString tip = QCoreApplication::translate("Actions", m_specs[i].tip);
        action->setStatusTip(tip);
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        action->setToolTip(keys.isEmpty() ? tip : tip + u" (" + keys + u')');
    }
}

void Actions::setTheme(const theme::Theme& theme)
{
    for (std::size_t i = 0; i < m_specs.size(); ++i) {
        if (*m_specs[i].icon)
            m_all[static_cast<qsizetype>(i)]->setIcon(icon(QLatin1String(m_specs[i].icon), theme));
    }
}

namespace {

constexpr const char* kEnglish = "english";

} // namespace

QString englishName(const QAction* action) { return action->property(kEnglish).toString(); }

void setEnglishName(QAction* action, const char* text)
{
    action->setProperty(kEnglish, QString::fromUtf8(text).remove(u'&'));
}

QString plainText(const QAction* action)
{
    QString text = action->text();
    // Chinese texts carry their mnemonic behind them: "打开(&O)…".
    const qsizetype bracket = text.indexOf(QLatin1String("(&"));
    if (bracket >= 0 && bracket + 3 < text.size() && text[bracket + 3] == u')')
        text.remove(bracket, 4);
    return text.remove(u'&');
}

} // namespace connscope::frame
