// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/frameview.h"
#include "inspector/hexview.h"
#include "inspector/spanmodel.h"
#include "wire/codec.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QTreeView>

using namespace connscope;
using namespace connscope::inspector;

namespace {

wire::KeptFrame metadataRequest()
{
    wire::RequestFrame frame;
    frame.header.requestApiKey = 3;
    frame.header.requestApiVersion = 9;
    frame.header.correlationId = 5;
    frame.header.clientId = "c-1";
    wire::MetadataRequest body;
    body.topics.emplace();
    body.topics->resize(2);
    (*body.topics)[0].name = "t4";
    (*body.topics)[1].name = "orders";
    frame.body = body;
    auto bytes = wire::encodeFrame(frame);
    if (!bytes)
        qFatal("%s", bytes.error().message.c_str());
    wire::KeptFrame kept;
    kept.api = ApiKey::Metadata;
    kept.version = 9;
    kept.length = bytes->size();
    kept.bytes = std::move(*bytes);
    return kept;
}

std::shared_ptr<const Frames> frames(bool real = true)
{
    const auto out = std::make_shared<Frames>();
    out->sent = EventId {1};
    out->isReal = real;
    out->request = metadataRequest();
    return out;
}

QModelIndex row(const SpanModel& model, const char* name, const QModelIndex& under = {})
{
    for (int i = 0; i < model.rowCount(under); ++i) {
        const QModelIndex index = model.index(i, 0, under);
        if (index.data().toString() == QLatin1String(name))
            return index;
        if (const QModelIndex deeper = row(model, name, index); deeper.isValid())
            return deeper;
    }
    return {};
}

} // namespace

class TestFrameView : public QObject {
    Q_OBJECT

private slots:
    void fieldsAreATreeUnderTheirOwnNames()
    {
        SpanModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setInspection(wire::inspectRequest(metadataRequest().bytes));
        QVERIFY(model.rowCount() >= 3); // length, header, message
        const QModelIndex name = row(model, "name");
        QVERIFY(name.isValid());
        QCOMPARE(name.siblingAtColumn(SpanModel::Value).data().toString(), QStringLiteral("t4"));
        QVERIFY(name.parent().data().toString().startsWith(QLatin1String("[0]"))
            || name.parent().data().toString() == QLatin1String("topics[0]"));
        QVERIFY(row(model, "correlationId").isValid());
        QVERIFY(!name.data(Qt::ToolTipRole).toString().isEmpty());
    }

    void everyByteBelongsToALeaf()
    {
        SpanModel model;
        const wire::KeptFrame frame = metadataRequest();
        model.setInspection(wire::inspectRequest(frame.bytes));
        for (std::uint32_t byte = 0; byte < frame.bytes.size(); ++byte) {
            const int span = model.spanAt(byte);
            QVERIFY(span >= 0);
            QCOMPARE(model.rowCount(model.indexOf(span)), 0);
        }
        QCOMPARE(model.spanAt(static_cast<std::uint32_t>(frame.bytes.size())), -1);
    }

    void aSelectedFieldMarksItsBytesAndAByteItsField()
    {
        const theme::Look look;
        FrameView view(look);
        view.resize(360, 500);
        view.setFrames(frames(), 9);
        view.show();
        const QModelIndex name = row(view.model(), "name");
        view.tree().setCurrentIndex(name);
        const wire::Span& span = view.model().spans()[static_cast<std::size_t>(view.model().spanOf(name))];
        QCOMPARE(view.hex().marked(), (ByteRange {span.offset, span.length}));

        const QModelIndex correlation = row(view.model(), "correlationId");
        const wire::Span& other = view.model().spans()[static_cast<std::size_t>(view.model().spanOf(correlation))];
        const QRectF at = view.hex().layout().hexRect(other.offset + 2);
        const QPoint place(static_cast<int>(at.center().x()), static_cast<int>(at.center().y()) + 4);
        QTest::mouseClick(view.hex().viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(view.model().spanOf(view.tree().currentIndex()), view.model().spanOf(correlation));
        QCOMPARE(view.hex().marked(), (ByteRange {other.offset, other.length}));
    }

    void whatIsPointedAtIsMarkedInBoth()
    {
        const theme::Look look;
        FrameView view(look);
        view.setFrames(frames(), 9);
        const QModelIndex name = row(view.model(), "name");
        emit view.tree().entered(name);
        const wire::Span& span = view.model().spans()[static_cast<std::size_t>(view.model().spanOf(name))];
        QCOMPARE(view.hex().hovered(), (ByteRange {span.offset, span.length}));
        emit view.hex().pointedAt(0);
        QCOMPARE(view.hex().hovered(), (ByteRange {0, 4})); // the length
        emit view.hex().pointedAt(-1);
        QVERIFY(view.hex().hovered().isEmpty());
    }

    void arrowsWalkOverTheBytes()
    {
        const theme::Look look;
        HexView hex(look);
        hex.resize(400, 200);
        hex.setBytes(metadataRequest().bytes);
        QSignalSpy chosen(&hex, &HexView::chosen);
        QTest::keyClick(&hex, Qt::Key_Right);
        QTest::keyClick(&hex, Qt::Key_Down);
        QTest::keyClick(&hex, Qt::Key_Home);
        QTest::keyClick(&hex, Qt::Key_Left); // there is nothing before the first
        QTest::keyClick(&hex, Qt::Key_End);
        QCOMPARE(chosen.count(), 5);
        QCOMPARE(chosen[0][0].toUInt(), 1U);
        QCOMPARE(chosen[1][0].toUInt(), 1U + static_cast<unsigned>(hex.layout().perRow));
        QCOMPARE(chosen[3][0].toUInt(), 0U);
        QCOMPARE(chosen[4][0].toUInt(), static_cast<unsigned>(hex.bytes().size()) - 1);
    }

    void bytesStandWhereTheyAreFound_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("perRow");
        QTest::addRow("narrow") << 220.0 << 4;
        QTest::addRow("a panel") << 340.0 << 8;
        QTest::addRow("wide") << 640.0 << 16;
    }
    void bytesStandWhereTheyAreFound()
    {
        QFETCH(double, width);
        QFETCH(int, perRow);
        const HexLayout l = HexLayout::make(100, width, 7, 17);
        QCOMPARE(l.perRow, perRow);
        QVERIFY(l.width() <= width || perRow == 4);
        double right = 0;
        for (std::uint32_t byte = 0; byte < 100; ++byte) {
            QCOMPARE(l.byteAt(l.hexRect(byte).center().x(), l.hexRect(byte).center().y()), static_cast<int>(byte));
            QCOMPARE(l.byteAt(l.textRect(byte).center().x(), l.textRect(byte).center().y()), static_cast<int>(byte));
            if (byte % static_cast<std::uint32_t>(perRow) != 0)
                QVERIFY(l.hexRect(byte).left() > right);
            right = l.hexRect(byte).right();
        }
        QCOMPARE(l.byteAt(l.hexRect(99).right() + 40 * 7, l.hexRect(99).bottom() + 17), -1);
    }

    void itIsSaidWhereBytesComeFrom()
    {
        const theme::Look look;
        FrameView view(look);
        view.setFrames(nullptr, 9);
        QVERIFY(!view.note().isEmpty()); // they are being looked for
        view.setFrames(frames(true), 9);
        const QString real = view.note();
        view.setFrames(frames(false), 9);
        QVERIFY(view.note() != real && !view.note().isEmpty());
        const QString same = view.note();
        view.setFrames(frames(false), 13);
        QVERIFY(view.note() != same); // another version than the trace has
        const auto none = std::make_shared<Frames>();
        none->nothing = QStringLiteral("a trace has none");
        view.setFrames(none, 9);
        QCOMPARE(view.note(), none->nothing);
        QVERIFY(view.hex().bytes().empty());
    }

    void anAnswerIsNotShownBeforeItCame()
    {
        const theme::Look look;
        FrameView view(look);
        const auto both = std::make_shared<Frames>(*frames());
        both->response = wire::KeptFrame {ApiKey::Heartbeat, 0, {0, 0, 0, 6, 0, 0, 0, 5, 0, 27}, 10, false};
        view.setFrames(both, 9);
        QVERIFY(!view.tabs().isTabEnabled(1));
        view.setAnswered(true);
        QVERIFY(view.tabs().isTabEnabled(1));
        view.tabs().setCurrentIndex(1);
        QCOMPARE(view.hex().bytes().size(), std::size_t(10));
        QVERIFY(row(view.model(), "errorCode").isValid());
        view.setAnswered(false); // the playhead went back
        QCOMPARE(view.tabs().currentIndex(), 0);
    }
};

QTEST_MAIN(TestFrameView)
#include "tst_frameview.moc"
