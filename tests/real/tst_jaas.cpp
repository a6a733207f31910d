// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/jaas.h"

#include <QTest>

using namespace connscope;
using namespace connscope::real;

/// sasl.jaas.config as people write it, and what is said of it when it is wrong.
class TestJaas : public QObject {
    Q_OBJECT
private slots:
    void aModuleHasItsOptions()
    {
        const auto jaas = parseJaas("org.apache.kafka.common.security.plain.PlainLoginModule required\n"
                                    "  username=\"alice\" password='a b;c';");
        QVERIFY(jaas);
        QCOMPARE(jaas->moduleName(), std::string_view("PlainLoginModule"));
        QCOMPARE(jaas->flag, std::string("required"));
        QCOMPARE(*jaas->option("username"), std::string("alice"));
        QCOMPARE(*jaas->option("password"), std::string("a b;c"));
        QVERIFY(jaas->option("token") == nullptr);
    }
    void escapesAreThoseOfJava()
    {
        const auto jaas = parseJaas("M required a=\"say \\\"x\\\"\" b=\"back\\\\slash\" c=\"\\101\\n\" d=\"\";");
        QVERIFY(jaas);
        QCOMPARE(*jaas->option("a"), std::string("say \"x\""));
        QCOMPARE(*jaas->option("b"), std::string("back\\slash"));
        QCOMPARE(*jaas->option("c"), std::string("A\n"));
        QCOMPARE(*jaas->option("d"), std::string());
    }
    void commentsAreBlanks()
    {
        const auto jaas = parseJaas("M /* who */ required // how\n user=x;");
        QVERIFY(jaas);
        QCOMPARE(*jaas->option("user"), std::string("x"));
    }
    void whatIsWrongIsToldWithItsColumn_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("nothing") << QByteArray("") << QByteArray("column 1: expected the class of a login module");
        QTest::newRow("no flag") << QByteArray("M username=\"sesame\";")
                                 << QByteArray("column 3: expected 'required'");
        QTest::newRow("no end") << QByteArray("M required password=\"sesame\"")
                                << QByteArray("column 29: expected ';'");
        QTest::newRow("open quote") << QByteArray("M required password=\"sesame;")
                                    << QByteArray("column 21: a quoted text");
        QTest::newRow("no equals") << QByteArray("M required password \"sesame\";")
                                   << QByteArray("column 21: expected '='");
        QTest::newRow("no value") << QByteArray("M required password=;") << QByteArray("column 21: expected a value");
        QTest::newRow("two modules") << QByteArray("M required; N required;")
                                     << QByteArray("column 13: one login module");
        QTest::newRow("open comment") << QByteArray("M /* required sesame;")
                                      << QByteArray("column 3: a comment has no end");
    }
    void whatIsWrongIsToldWithItsColumn()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, message);
        const auto jaas = parseJaas(text.toStdString());
        QVERIFY(!jaas);
        const QByteArray said = QByteArray::fromStdString(jaas.error().message);
        QVERIFY2(said.contains(message), said.constData());
        QVERIFY(!said.contains("sesame")); // it may be a password
    }
};

QTEST_GUILESS_MAIN(TestJaas)
#include "tst_jaas.moc"
