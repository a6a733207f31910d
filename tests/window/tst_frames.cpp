// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of simulated requests: what an encoder makes of the very messages that the simulation sent.
#include "app/window/framefinder.h"
#include "inspector/frameview.h"
#include "inspector/hexview.h"
#include "inspector/inspectorpanel.h"
#include "inspector/spanmodel.h"
#include "windowstage.h"
#include "wire/spans.h"

#include <QDir>
#include <QFileInfo>
#include <QTabBar>
#include <QTest>

#include <set>

using namespace connscope;
using namespace connscope::app;
using connscope::test::shipped;
using Fixture = connscope::test::WindowStage;
using trace::EventKind;

namespace {

std::int32_t number(const wire::Bytes& bytes, std::size_t at)
{
    std::uint32_t out = 0;
    for (std::size_t i = at; i < at + 4 && i < bytes.size(); ++i)
        out = out << 8U | bytes[i];
    return static_cast<std::int32_t>(out);
}

} // namespace

class TestFrames : public QObject {
    Q_OBJECT

private slots:
    void everyRequestOfAScenarioCanBeSeenAsBytes_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const QString& file :
            QDir(QFileInfo(shipped("13-three-kinds")).path()).entryList({QStringLiteral("*.yaml")})) {
            const QByteArray name = QFileInfo(file).completeBaseName().toUtf8();
            if (!name.startsWith("02") && !name.startsWith("07")
                && !name.startsWith("29")) // large, and nothing new in them
                QTest::newRow(name.constData()) << name;
        }
    }
    void everyRequestOfAScenarioCanBeSeenAsBytes()
    {
        QFETCH(QByteArray, name);
        LoadRequest request;
        request.file = shipped(name.constData()).toStdString();
        const std::atomic<bool> cancel {false};
        LoadResult loaded = load(request, cancel, [](LoadPhase, double) {});
        QVERIFY(loaded.content);
        const trace::Trace& trace = loaded.content->trace;
        session::Options options;
        options.seed = loaded.content->source.seed;
        std::set<ApiKey> seen; // one of each is enough
        for (std::uint32_t i = 0; i < trace.size(); ++i) {
            const trace::Event& e = trace[i];
            if (e.kind != EventKind::RequestSent || seen.count(e.api) != 0)
                continue;
            const auto life = inspector::RequestLife::of(loaded.content->index, EventId {i});
            if (!life.answered.isValid())
                continue;
            seen.insert(e.api);
            const auto found = simulatedFrames(*loaded.content->scenario, options, life, trace[life.answered].at);
            QVERIFY(found);
            const QByteArray api(apiName(e.api).data(), static_cast<qsizetype>(apiName(e.api).size()));
            QVERIFY2(found->nothing.isEmpty(), qPrintable(QString::fromLatin1(api) + u": " + found->nothing));
            QVERIFY2(found->request && found->response, api.constData());
            QVERIFY(found->request->api == e.api && found->request->version <= e.value);
            QCOMPARE(number(found->request->bytes, 8), e.correlation);
            QCOMPARE(number(found->response->bytes, 4), e.correlation);
            QVERIFY2(!wire::inspectRequest(found->request->bytes).error, api.constData());
            QVERIFY2(found->response->isCut() // its end is not there
                    || !wire::inspectResponse(e.api, found->response->version, found->response->bytes).error,
                api.constData());
        }
        QVERIFY(!seen.empty());
    }

    void selectingARequestShowsItsBytesAndTheAnswerWhenItHasCome()
    {
        Fixture f;
        QVERIFY(f.opens(shipped("13-three-kinds")));
        const view::Document& document = f.context().document;
        auto& playback = const_cast<view::Playback&>(f.context().playback);
        auto& selection = const_cast<view::Selection&>(f.context().selection);
        const trace::Trace& trace = document.trace();
        std::uint32_t sent = 0;
        while (trace[sent].kind != EventKind::RequestSent || trace[sent].api != ApiKey::Metadata)
            ++sent;
        inspector::InspectorPanel& panel = f.window->inspector();
        inspector::FrameView& view = panel.frameView();
        playback.goToStart();
        selection.setCurrent(view::Item::request(EventId {sent}));
        QVERIFY(!view.isVisibleTo(&panel)); // it has not been sent
        playback.goTo(EventId {sent});
        QVERIFY(view.isVisibleTo(&panel));
        QTRY_VERIFY_WITH_TIMEOUT(!view.hex().bytes().empty(), 20'000);
        QVERIFY(!view.tabs().isTabEnabled(1));
        playback.goToEnd();
        QVERIFY(view.tabs().isTabEnabled(1));
        view.tabs().setCurrentIndex(1);
        QCOMPARE(number(view.hex().bytes(), 4), trace[sent].correlation);
        selection.setCurrent(view::Item::of(trace[sent].client));
        QVERIFY(!view.isVisibleTo(&panel)); // a client has no bytes
    }
};

QTEST_MAIN(TestFrames)
#include "tst_frames.moc"
