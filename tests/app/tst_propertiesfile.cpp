// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/propertiesfile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace connscope;

class TestPropertiesFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

    std::string written(const QByteArray& text) const
    {
        const QString name = m_dir.filePath(QStringLiteral("client.properties"));
        QFile file(name);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            return {};
        return name.toStdString();
    }

private slots:
    void keysComeInTheOrderOfTheFile()
    {
        const auto read = app::readPropertiesFile(written("# mine\nacks=all\nlinger.ms: 5\n"));
        QVERIFY(read);
        QCOMPARE(read->size(), std::size_t {2});
        QCOMPARE(read->at(0).key, std::string("acks"));
        QCOMPARE(read->at(1).value, std::string("5"));
        QCOMPARE(read->at(1).line, 3);
    }

    void whatIsTooLongIsRefusedAndNotCut_data()
    {
        QTest::addColumn<int>("mebibytes");
        QTest::newRow("little more than may be") << 1;
        QTest::newRow("more than is read") << 3;
    }
    void whatIsTooLongIsRefusedAndNotCut()
    {
        QFETCH(int, mebibytes);
        const auto read
            = app::readPropertiesFile(written(QByteArray("acks=1\n") + QByteArray(mebibytes << 20, '\n')));
        QVERIFY(!read);
        QVERIFY(QString::fromStdString(read.error().toString()).contains(QLatin1String("1 MiB")));
    }

    void oneThatIsNotThereIsNamed()
    {
        const std::string name = m_dir.filePath(QStringLiteral("none.properties")).toStdString();
        const auto read = app::readPropertiesFile(name);
        QVERIFY(!read);
        QVERIFY(QString::fromStdString(read.error().toString()).startsWith(QString::fromStdString(name)));
    }
};

QTEST_GUILESS_MAIN(TestPropertiesFile)
#include "tst_propertiesfile.moc"
