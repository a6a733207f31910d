// SPDX-License-Identifier: GPL-3.0-or-later
#include "topology/mnemonics.h"

#include <QAction>
#include <QMenu>
#include <QString>

namespace connscope::topology {

namespace {

bool isLatinLetter(QChar c) { return c.isLetter() && c.unicode() < 128; }

/// Where the mnemonic of \a text stands; -1 = it has none. "&&" is an ampersand.
qsizetype mnemonicOf(const QString& text)
{
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text[i] != u'&')
            continue;
        if (text[i + 1] != u'&')
            return i + 1;
        ++i;
    }
    return -1;
}

QString withMnemonic(const QString& text, const QString& taken)
{
    // First letters of words are found more easily.
    for (const bool ofWord : {true, false}) {
        for (qsizetype i = 0; i < text.size(); ++i) {
            const bool begins = i == 0 || !text[i - 1].isLetterOrNumber();
            if (begins == ofWord && isLatinLetter(text[i]) && !taken.contains(text[i], Qt::CaseInsensitive))
                return QString(text).insert(i, u'&');
        }
    }
    for (char16_t letter = u'A'; letter <= u'Z'; ++letter) {
        if (taken.contains(QChar(letter), Qt::CaseInsensitive))
            continue;
        const qsizetype end = text.endsWith(QChar(0x2026)) ? text.size() - 1 : text.size();
        return QString(text).insert(end, QStringLiteral("(&") + QChar(letter) + u')');
    }
    return text;
}

} // namespace

void addMnemonics(QMenu& menu)
{
    QString taken;
    for (const QAction* action : menu.actions()) {
        if (const qsizetype at = mnemonicOf(action->text()); at >= 0)
            taken += action->text()[at];
    }
    for (QAction* action : menu.actions()) {
        if (action->menu())
            addMnemonics(*action->menu());
        if (action->isSeparator() || mnemonicOf(action->text()) >= 0)
            continue;
        action->setText(withMnemonic(action->text(), taken));
        if (const qsizetype at = mnemonicOf(action->text()); at >= 0)
            taken += action->text()[at];
    }
}

} // namespace connscope::topology
