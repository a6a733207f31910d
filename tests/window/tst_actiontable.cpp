// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actiontable.h"
#include "app/window/language.h"

#include <QFile>
#include <QSet>
#include <QTest>

using namespace connscope;
using namespace connscope::app;

namespace {

QChar mnemonic(const QString& text)
{
    const qsizetype at = text.indexOf(u'&');
    return at < 0 || at + 1 >= text.size() ? QChar() : text[at + 1].toLower();
}

} // namespace

class TestActionTable : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { Languages().set(theme::Language::English); }

    void everyActionHasAMenuATextAndATip()
    {
        QSet<QString> menus;
        for (const MenuSpec& menu : menuTable())
            menus << QLatin1String(menu.id);
        frame::Actions actions(actionTable());
        for (const QAction* action : actions.all()) {
            QVERIFY2(menus.contains(frame::Actions::menuOf(action)), qPrintable(action->objectName()));
            QVERIFY2(!action->text().isEmpty() && !action->statusTip().isEmpty(), qPrintable(action->objectName()));
            QVERIFY2(!mnemonic(action->text()).isNull(), qPrintable(action->objectName()));
        }
    }

    void mnemonicsAreUniqueInEachMenuAndLanguage()
    {
        Languages languages;
        for (const theme::Language language : {theme::Language::English, theme::Language::Chinese}) {
            languages.set(language);
            frame::Actions actions(actionTable());
            QSet<QChar> bar;
            for (const MenuSpec& menu : menuTable()) {
                const QString title = QCoreApplication::translate("Actions", menu.title);
                QVERIFY2(!bar.contains(mnemonic(title)), qPrintable(title));
                bar << mnemonic(title);
                QSet<QChar> used;
                if (QLatin1String(menu.id) == QLatin1String("file"))
                    used << u'c'; // Open Recent
                if (QLatin1String(menu.id) == QLatin1String("playback"))
                    used << u't'; // Go to a Bookmark
                for (const QAction* action : actions.ofMenu(QLatin1String(menu.id))) {
                    QVERIFY2(!used.contains(mnemonic(action->text())), qPrintable(action->text()));
                    used << mnemonic(action->text());
                }
            }
        }
    }

    void shortcutsAreUniqueAndUnderstood()
    {
        frame::Actions actions(actionTable());
        QSet<QString> used;
        for (std::size_t i = 0; i < actionTable().size(); ++i) {
            const QAction* action = actions.all()[static_cast<qsizetype>(i)];
            QCOMPARE(action->shortcuts().isEmpty(), !*actionTable()[i].shortcuts);
            for (const QKeySequence& keys : action->shortcuts()) {
                const QString text = keys.toString(QKeySequence::PortableText);
                QVERIFY2(!text.isEmpty() && !used.contains(text), qPrintable(action->objectName() + u' ' + text));
                used << text;
            }
        }
        for (const char* wanted : {"Space", "Left", "Right", "Shift+Left", "Shift+Right", "Ctrl+Left", "Ctrl+Right",
                 "Home", "End", "[", "]", "Ctrl+G", "Ctrl+F", "?", "Ctrl+Shift+P"})
            QVERIFY2(used.contains(QLatin1String(wanted)), wanted);
    }

    void everyIconIsThere()
    {
        for (const frame::ActionSpec& spec : actionTable()) {
            if (*spec.icon)
                QVERIFY2(QFile::exists(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(spec.icon))), spec.icon);
        }
    }

    void everyTextIsTranslated()
    {
        Languages languages;
        languages.set(theme::Language::Chinese);
        const auto translated = [](const char* text) {
            return QCoreApplication::translate("Actions", text) != QString::fromUtf8(text);
        };
        for (const MenuSpec& menu : menuTable())
            QVERIFY2(translated(menu.title), menu.title);
        for (const frame::ActionSpec& spec : actionTable()) {
            QVERIFY2(translated(spec.text) || QLatin1String(spec.id) == QLatin1String("view.chinese"), spec.text);
            QVERIFY2(translated(spec.tip), spec.tip);
        }
    }
};

QTEST_MAIN(TestActionTable)
#include "tst_actiontable.moc"
