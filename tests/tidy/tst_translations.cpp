// SPDX-License-Identifier: GPL-3.0-or-later
// The Chinese interface is complete: what the sources say now is in the translation files, finished, with the same places
// for numbers and names. Run as scripts/translations runs it, on copies.
#include "support/paths.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace connscope;

namespace {

QString lupdate()
{
    for (const char* name : {"lupdate6", "/usr/lib/qt6/bin/lupdate", "lupdate"}) {
        const QString found = QStandardPaths::findExecutable(QLatin1String(name));
        if (!found.isEmpty())
            return found;
    }
    return {};
}

/// %1, %L2, %n of a text, sorted.
QStringList places(const QString& text)
{
    static const QRegularExpression place(QStringLiteral("%L?[0-9n]+"));
    QStringList out;
    for (auto it = place.globalMatch(text); it.hasNext();)
        out << it.next().captured().remove(QLatin1Char('L'));
    out.sort();
    out.removeDuplicates();
    return out;
}

struct Message {
    QString source;
    QStringList translations; // several where the number decides
    bool finished = true;
};

QList<Message> messagesOf(const QByteArray& ts)
{
    QList<Message> out;
    QXmlStreamReader xml(ts);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("message")) {
            out << Message {};
        } else if (xml.name() == QLatin1String("source")) {
            out.last().source = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            out.last().finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            out.last().translations << xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    return out;
}

/// What is wrong with a message; "" = nothing.
QString fault(const Message& message)
{
    if (!message.finished || message.translations.isEmpty())
        return QStringLiteral("not translated");
    for (const QString& translation : message.translations) {
        if (translation.isEmpty())
            return QStringLiteral("not translated");
        if (places(translation) != places(message.source))
            return QStringLiteral("other places than the source: %1").arg(translation);
    }
    return {};
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private slots:
    void everyTextOfARoomIsTranslated_data()
    {
        QTest::addColumn<QString>("folder");
        for (const char* room : {"theme", "view", "annotation", "topology", "timeline", "events", "inspector",
                 "sequence", "figures", "classroom", "frame", "editor", "whatif"})
            QTest::newRow(room) << QStringLiteral("widgets/") + QLatin1String(room);
        QTest::newRow("window") << QStringLiteral("app/window");
    }

    void everyTextOfARoomIsTranslated()
    {
        QFETCH(QString, folder);
        const QString tool = lupdate();
        if (tool.isEmpty())
            QSKIP("there is no lupdate here (Debian's package qt6-l10n-tools)");
        const QTemporaryDir dir;
        const QString name = QLatin1String(QTest::currentDataTag()) + QStringLiteral("_zh_CN.ts");
        const QString copy = dir.filePath(name);
        QVERIFY(QFile::copy(QString::fromStdString(test::sourcePath("resources/translations/")) + name, copy));
        QProcess process;
        process.setWorkingDirectory(QString::fromStdString(test::sourcePath("")));
        process.start(tool,
            {QStringLiteral("-silent"), QStringLiteral("-no-obsolete"), QStringLiteral("-locations"),
                QStringLiteral("none"), QStringLiteral("-I"), QStringLiteral("."), QStringLiteral("-I"),
                QStringLiteral("widgets"), folder, QStringLiteral("-ts"), copy, QStringLiteral("-target-language"),
                QStringLiteral("zh_CN")});
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
        QFile file(copy);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<Message> messages = messagesOf(file.readAll());
        QVERIFY2(messages.size() >= 3, "lupdate found no texts");
        QStringList faults;
        for (const Message& message : messages) {
            if (const QString wrong = fault(message); !wrong.isEmpty())
                faults << QStringLiteral("'%1': %2").arg(message.source, wrong);
        }
        QVERIFY2(faults.isEmpty(),
            qPrintable(faults.join(QLatin1Char('\n')) + QStringLiteral("\nscripts/translations, then translate")));
    }

    /// One word for one thing: Kafka's "broker" is written as a name, whatever stands around it; only a setting's name
    /// ("broker.2") is spelt as files spell it.
    void brokersAreCalledTheSameEverywhere()
    {
        static const QRegularExpression other(QStringLiteral("(?<![A-Za-z.-])brokers?(?![A-Za-z.])|代理|经纪"));
        QStringList faults;
        const QDir folder(QString::fromStdString(test::sourcePath("resources/translations")));
        for (const QString& name : folder.entryList({QStringLiteral("*_zh_CN.ts")})) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (const Message& message : messagesOf(file.readAll())) {
                for (QString translation : message.translations) {
                    translation.remove(QStringLiteral("broker 或 broker.2"));
                    if (other.match(translation).hasMatch())
                        faults << name + QStringLiteral(": ") + translation;
                }
            }
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    }

    void whatIsWrongIsSeen()
    {
        const auto first = [](const char* translation) {
            return fault(messagesOf(QByteArray("<TS><context><message><source>%1 of %2</source>") + translation
                + "</message></context></TS>")
                             .first());
        };
        QCOMPARE(first("<translation>%2 中的 %1</translation>"), QString());
        QVERIFY(!first("<translation type=\"unfinished\">%2 中的 %1</translation>").isEmpty());
        QVERIFY(!first("<translation></translation>").isEmpty());
        QVERIFY(!first("<translation>%1</translation>").isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
