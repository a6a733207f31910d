// SPDX-License-Identifier: GPL-3.0-or-later
// In the window, as it is laid out at four sizes, no text of the topology lies on another, leaves the view or is cut: at
// rest and while it plays fast, at several instants and at the busiest.
#include "app/scenariofiles.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"
#include "windowstage.h"

#include <QFontMetricsF>
#include <QTest>

using namespace connscope;
using Fixture = connscope::test::WindowStage;

namespace {

struct Text {
    QRectF rect; // in the widget
    QString text;
};

std::vector<Text> textsOf(const topology::TopologyWidget& widget)
{
    const topology::Scene& scene = widget.scene();
    std::vector<Text> out;
    for (const auto* labels : {&scene.still, &scene.moving}) {
        for (const topology::Label& label : *labels)
            out.push_back({widget.viewport().toWidget().mapRect(label.rect), label.text});
    }
    for (const topology::BadgePicture& badge : scene.badges)
        out.push_back({widget.viewport().toWidget().mapRect(badge.rect), theme::Format::nodeId(badge.node)});
    return out;
}

/// What is wrong; "" = nothing.
QString problem(const topology::TopologyWidget& widget, const theme::Look& look)
{
    const std::vector<Text> texts = textsOf(widget);
    if (texts.size() < 2)
        return QStringLiteral("nothing is said at all");
    const QRectF view(QPointF(), QSizeF(widget.size()));
    for (std::size_t a = 0; a < texts.size(); ++a) {
        const bool isSeen = view.adjusted(-1, -1, 1, 1).contains(texts[a].rect);
        if (!isSeen && widget.showsMap())
            continue; // one goes there
        if (!isSeen)
            return QStringLiteral("'%1' leaves the view").arg(texts[a].text);
        for (std::size_t b = a + 1; b < texts.size(); ++b) {
            const QRectF common = texts[a].rect.intersected(texts[b].rect);
            if (common.width() >= 1 && common.height() >= 1)
                return QStringLiteral("'%1' lies on '%2'").arg(texts[a].text, texts[b].text);
        }
    }
    const topology::Scene& scene = widget.scene();
    for (const auto* labels : {&scene.still, &scene.moving}) {
        for (const topology::Label& label : *labels) {
            const QFont font = label.mono ? look.mono(label.type) : look.text(label.type);
            if (QFontMetricsF(font).horizontalAdvance(label.text) > label.rect.width() + 1.5)
                return QStringLiteral("'%1' is cut").arg(label.text);
        }
    }
    return {};
}

/// Where the most events happen within a tenth of a second.
Instant busiest(const trace::Trace& trace)
{
    Instant out = kStart;
    std::size_t most = 0;
    for (std::size_t first = 0, last = 0; last < trace.size(); ++last) {
        while (trace[last].at - trace[first].at > ms(100))
            ++first;
        if (last - first > most) {
            most = last - first;
            out = trace[first + (last - first) / 2].at;
        }
    }
    return out;
}

} // namespace

class TestWindowLabels : public QObject {
    Q_OBJECT

private slots:
    void nothingOverlapsLeavesTheViewOrIsCut_data()
    {
        QTest::addColumn<QString>("file");
        for (const std::string& name : app::shippedScenarios(app::shippedScenarioFolder()))
            QTest::newRow(name.c_str()) << test::shipped(name.c_str());
    }

    void nothingOverlapsLeavesTheViewOrIsCut()
    {
        QFETCH(QString, file);
        Fixture f;
        f.window->show();
        QVERIFY(f.opens(file));
        view::Playback& playback = f.context().playback;
        const Instant end = f.context().document.end();
        const Instant rush = busiest(f.context().document.trace());
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1600, 900), QSize(1920, 1080)}) {
            f.window->resize(size);
            QCoreApplication::processEvents();
            QCOMPARE(f.window->size(), size);
            for (const Instant t : {kStart, kStart + (end - kStart) / 100, kStart + (end - kStart) * 3 / 10, rush,
                     kStart + (end - kStart) * 6 / 10, end}) {
                for (const double speed : {0.0, 1.0, 10'000.0}) {
                    playback.pause();
                    playback.setInstant(t);
                    if (speed > 0) {
                        playback.setSpeed(speed);
                        playback.play();
                        playback.setInstant(t); // play begins anew at the end
                    }
                    const QString wrong = problem(f.window->topology(), f.context().look);
                    QVERIFY2(wrong.isEmpty(),
                        qPrintable(QStringLiteral("%1 at %2 × %3, %4 s, speed %5")
                                       .arg(wrong)
                                       .arg(size.width())
                                       .arg(size.height())
                                       .arg(static_cast<double>(toNs(t)) * 1e-9)
                                       .arg(speed)));
                }
            }
        }
        playback.pause();
    }
};

QTEST_MAIN(TestWindowLabels)
#include "tst_windowlabels.moc"
