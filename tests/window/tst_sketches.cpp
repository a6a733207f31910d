// SPDX-License-Identifier: GPL-3.0-or-later
// The gallery's small pictures: each shows what its scenario is about.
#include "app/window/sketches.h"
#include "support/paths.h"
#include "theme/look.h"

#include <QImage>
#include <QPainter>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace connscope;
using namespace connscope::app;
using frame::Sketch;
using theme::LinkState;

namespace {

Sketch sketch(const char* name)
{
    const std::atomic<bool> cancel {false};
    const auto found = sketchOfFile(test::sourcePath(std::string("resources/scenarios/") + name + ".yaml"), cancel);
    return found.value_or(Sketch());
}

bool has(const Sketch& sketch, LinkState state)
{
    return std::any_of(
        sketch.links.begin(), sketch.links.end(), [state](const Sketch::Link& link) { return link.state == state; });
}

QImage painted(const Sketch& sketch, const theme::Look& look)
{
    QImage image(240, 90, QImage::Format_RGB32);
    image.fill(look.theme().card);
    QPainter painter(&image);
    frame::paintSketch(painter, QRectF(10, 10, 220, 70), sketch, look);
    return image;
}

} // namespace

class TestSketches : public QObject {
    Q_OBJECT

private slots:
    void aScenarioIsDrawnAtItsTellingInstant()
    {
        const Sketch kinds = sketch("13-three-kinds");
        QCOMPARE(kinds.clients, 1);
        QCOMPARE(kinds.brokers.size(), std::size_t {3});
        QSet<int> roles;
        for (const Sketch::Link& link : kinds.links)
            roles << static_cast<int>(link.role);
        QVERIFY(roles.contains(static_cast<int>(Role::Coordinator)) && roles.contains(static_cast<int>(Role::Data)));
        QVERIFY(has(sketch("10-broker-closes-first"), LinkState::ClosingByBroker));
        const Sketch down = sketch("22-rolling-restart");
        QVERIFY(
            std::any_of(down.brokers.begin(), down.brokers.end(), [](const Sketch::Broker& b) { return b.down; }));
    }

    void picturesOfDifferentScenariosDiffer()
    {
        const theme::Look look;
        std::vector<QImage> all;
        for (const char* name : {"01-producer-start", "09-nine-minutes-of-silence", "10-broker-closes-first",
                 "13-three-kinds", "21-coordinator-fails", "22-rolling-restart"}) {
            const Sketch one = sketch(name);
            QVERIFY2(!one.links.empty(), name);
            const QImage image = painted(one, look);
            QVERIFY2(std::find(all.begin(), all.end(), image) == all.end(), name);
            QCOMPARE(painted(one, look), image);
            all.push_back(image);
        }
    }

    void whatDoesNotRunHasNoneAndTheOthersStillHave()
    {
        Sketches sketches;
        QSignalSpy made(&sketches, &Sketches::made);
        QSignalSpy finished(&sketches, &Sketches::finished);
        sketches.start({{QStringLiteral("nowhere"), "/nowhere.yaml"},
            {QStringLiteral("13"), test::sourcePath("resources/scenarios/13-three-kinds.yaml")}});
        QVERIFY(finished.wait(60'000));
        QCOMPARE(made.size(), 1);
        QCOMPARE(made.first().first().toString(), QStringLiteral("13"));
    }

    void goingAwayMeanwhileIsNoHarm()
    {
        auto sketches = std::make_unique<Sketches>();
        sketches->start(
            {{QStringLiteral("29"), test::sourcePath("resources/scenarios/29-two-hundred-consumers.yaml")},
                {QStringLiteral("13"), test::sourcePath("resources/scenarios/13-three-kinds.yaml")}});
        sketches.reset();
    }
};

QTEST_MAIN(TestSketches)
#include "tst_sketches.moc"
