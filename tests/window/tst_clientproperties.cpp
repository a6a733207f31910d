// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/clientproperties.h"
#include "app/window/connectdialog.h"
#include "app/window/liveplans.h"
#include "theme/look.h"
#include "view/document.h"
#include "view/filter.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace connscope;
using namespace connscope::app;

namespace {

constexpr const char* kFile = "# a comment\n"
                              "bootstrap.servers = kafka-1:9093,\\\n"
                              "    kafka-2:9093\n"
                              "security.protocol: SASL_SSL\r\n"
                              "! another\n"
                              "sasl.mechanism PLAIN\n"
                              "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\\n"
                              "  username=\"alice\" password=\"hunter2\";\n"
                              "ssl.truststore.password=changeit\n"
                              "client.rack = a\n"
                              "client.rack = b\n";

const std::string& valueOf(const ClientProperties& properties, const std::string& key)
{
    static const std::string kNone = "none";
    for (const auto& [own, value] : properties.entries) {
        if (own == key)
            return value;
    }
    return kNone;
}

/// What every dialog is given.
struct Stage {
    view::Document document;
    view::Playback playback {document};
    view::Selection selection;
    view::Filter filter {document};
    theme::Look look;
    view::Context context {document, playback, selection, filter, look};
};

} // namespace

class TestClientProperties : public QObject {
    Q_OBJECT

private slots:
    void aFileIsReadAsJavaReadsIt()
    {
        const auto read = readProperties(kFile);
        QVERIFY2(read, read ? "" : read.error().toString().c_str());
        const ClientProperties& p = *read;
        QCOMPARE(p.bootstrapServers, std::string("kafka-1:9093,kafka-2:9093"));
        QCOMPARE(valueOf(p, "security.protocol"), std::string("SASL_SSL"));
        QCOMPARE(valueOf(p, "sasl.mechanism"), std::string("PLAIN"));
        QCOMPARE(valueOf(p, "client.rack"), std::string("b"));
        QVERIFY(valueOf(p, "sasl.jaas.config").ends_with("required username=\"alice\" password=\"hunter2\";"));
        QCOMPARE(valueOf(*readProperties("a\\=b=c\\\\"), "a=b"), std::string("c\\"));
        QVERIFY(readProperties("")->entries.empty());
        QCOMPARE(valueOf(*readProperties("client.id=caf\\u00e9"), "client.id"), std::string("caf\xc3\xa9"));
    }

    void whatIsNoPropertyIsSaidWithItsLine()
    {
        const auto read = readProperties("acks=all\njust words that stand alone\\u12\n", "client.properties");
        QVERIFY(!read);
        QVERIFY2(read.error().toString().starts_with("client.properties:2"), read.error().toString().c_str());
    }

    void secretsAreShownToNobody()
    {
        const QString shown = shownText(*readProperties(kFile));
        QVERIFY(shown.contains(QLatin1String("sasl.jaas.config = [hidden]")));
        QVERIFY(shown.contains(QLatin1String("ssl.truststore.password = [hidden]")));
        QVERIFY(shown.contains(QLatin1String("sasl.mechanism = PLAIN")));
        for (const char* secret : {"hunter2", "alice", "changeit"})
            QVERIFY2(!shown.contains(QLatin1String(secret)), secret);
        QVERIFY(isSecretKey("my.plugin.Password") && isSecretKey("ssl.key.password") && !isSecretKey("group.id"));
    }

    void theDialogTakesAFileAndShowsNoSecretOfIt()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("client.properties"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kFile) > 0);
        file.close();
        Stage stage;
        ConnectDialog dialog(stage.context);
        dialog.setPropertiesFile(path);
        QCOMPARE(dialog.request().bootstrapServers, std::string("kafka-1:9093,kafka-2:9093"));
        for (const QWidget* widget : dialog.findChildren<QWidget*>()) {
            const auto* line = qobject_cast<const QLineEdit*>(widget);
            const auto* text = qobject_cast<const QPlainTextEdit*>(widget);
            const QString seen = (line ? line->text() : text ? text->toPlainText() : QString()) + widget->toolTip();
            QVERIFY(!seen.contains(QLatin1String("hunter2")) && !seen.contains(QLatin1String("changeit")));
        }
        QVERIFY(!dialog.windowTitle().contains(QLatin1String("hunter2")));
        dialog.setPropertiesFile(folder.filePath(QStringLiteral("none")));
        QCOMPARE(dialog.request().properties.entries.size(), std::size_t(5)); // what was there stays
    }

    void nothingIsWrittenUnlessItIsTicked()
    {
        OutsideRequest request;
        request.bootstrapServers = "localhost:9092";
        request.topic = "t4";
        request.group = "connscope-window";
        auto consumer = outsidePlan(request);
        QVERIFY(consumer);
        const auto& config = consumer->scenario.clients.front().config;
        const auto has = [&config](const char* key, const char* value) {
            return std::find(config.begin(), config.end(), std::pair<std::string, std::string>(key, value))
                != config.end();
        };
        QVERIFY(has("enable.auto.commit", "false") && has("allow.auto.create.topics", "false"));
        QVERIFY(has("group.id", "connscope-window"));
        request.isProducer = true;
        QVERIFY(!outsidePlan(request));
        request.mayWrite = true;
        QVERIFY(outsidePlan(request));
        request.topic.clear();
        QVERIFY(!outsidePlan(request));
    }

    void aProducerNeedsItsTickBeforeItRuns()
    {
        Stage stage;
        ConnectDialog dialog(stage.context);
        QVERIFY(QString::fromStdString(dialog.request().group).startsWith(QLatin1String(kGroupPrefix)));
        QPushButton* run = nullptr;
        for (QPushButton* button : dialog.findChildren<QPushButton*>())
            run = button->isDefault() ? button : run;
        QVERIFY(run && !run->isEnabled());
        dialog.setServers(QStringLiteral("localhost:9092"));
        for (QLineEdit* edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == QLatin1String("Topic"))
                edit->setText(QStringLiteral("t4"));
        }
        QVERIFY(run->isEnabled());
        dialog.findChild<QComboBox*>()->setCurrentIndex(1);
        QVERIFY(!run->isEnabled());
        dialog.findChild<QCheckBox*>()->setChecked(true);
        QVERIFY(run->isEnabled());
        QSignalSpy wanted(&dialog, &ConnectDialog::wanted);
        dialog.run();
        QCOMPARE(wanted.count(), 1);
    }
};

QTEST_MAIN(TestClientProperties)
#include "tst_clientproperties.moc"
