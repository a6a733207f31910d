// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/badge.h"
#include "theme/look.h"
#include "theme/marks.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

using namespace connscope;
using namespace connscope::theme;

class TestLook : public QObject {
    Q_OBJECT

private slots:
    void itFollowsTheSystemUntilItIsToldOtherwise()
    {
        Look look;
        QSignalSpy changed(&look, &Look::changed);
        QCOMPARE(look.theme().scheme, Scheme::Light);
        look.setSystemDark(true);
        QCOMPARE(look.theme().scheme, Scheme::Dark);
        look.setMode(Look::Mode::Light);
        QCOMPARE(look.theme().scheme, Scheme::Light);
        look.setSystemDark(false);
        QCOMPARE(look.theme().scheme, Scheme::Light);
        look.setMode(Look::Mode::Dark);
        look.setHighContrast(true);
        QCOMPARE(look.theme().scheme, Scheme::HighContrastDark);
        QCOMPARE(changed.count(), 4); // the system's change under an override changed nothing
    }

    void nothingIsSaidWhereNothingChanges()
    {
        Look look;
        QSignalSpy changed(&look, &Look::changed);
        look.setLanguage(Language::English);
        look.setTextScale(1);
        look.setReducedMotion(false);
        QCOMPARE(changed.count(), 0);
        look.setLanguage(Language::Chinese);
        look.setTextScale(1.5);
        look.setReducedMotion(true);
        QCOMPARE(changed.count(), 3);
    }

    void typeGrowsWithTheScale()
    {
        Look look;
        const double before = look.mono(Type::Hero).pointSizeF();
        look.setTextScale(1.5);
        QVERIFY(qAbs(look.mono(Type::Hero).pointSizeF() - 1.5 * before) < 0.01);
        QVERIFY(look.text(Type::Small).pointSizeF() < look.text(Type::Body).pointSizeF());
    }

    void aBadgeHoldsItsWholeNodeId()
    {
        const Look look;
        for (const NodeId node : {NodeId {-1}, NodeId {0}, NodeId {2147483645}, NodeId {-1000}}) {
            for (const Type type : {Type::Small, Type::Body, Type::Title}) {
                const QSizeF size = badgeSize(node, look, type);
                QFont font = look.mono(type);
                font.setWeight(QFont::DemiBold);
                QVERIFY(
                    size.width() > QFontMetricsF(font).horizontalAdvance(Format::nodeId(node)) + size.height() * 0.6);
                QImage image(300, 80, QImage::Format_ARGB32_Premultiplied);
                image.fill(look.theme().card);
                QPainter painter(&image);
                const QRectF filled = paintBadge(painter, {150, 40}, {node, node.role()}, look, type);
                QCOMPARE(filled.size(), size);
                QVERIFY(QRectF(image.rect()).contains(filled));
            }
        }
    }

    void aPictureIsTheSameTwice()
    {
        const Look look;
        const auto draw = [&look] {
            QImage image(400, 120, QImage::Format_ARGB32_Premultiplied);
            image.fill(look.theme().card);
            QPainter painter(&image);
            paintCountdown(
                painter, {40, 40}, 20, {std::chrono::seconds(3), std::chrono::minutes(9), trace::Side::Client}, look);
            paintCountdown(painter, {100, 40}, 20,
                {std::chrono::minutes(4), std::chrono::minutes(10), trace::Side::Broker}, look);
            for (int i = 0; i < kLinkStateCount; ++i)
                paintSegment(painter, QRectF(10 + 28 * i, 80, 26, 20), static_cast<LinkState>(i), Role::Data,
                    trace::Side::Client, look);
            paintDot(painter, {160, 40}, 6, Role::Data, false, look);
            paintDot(painter, {180, 40}, 6, Role::Data, true, look);
            return image;
        };
        QCOMPARE(draw(), draw());
    }

    void capsDifferInShapeNotOnlyInColour()
    {
        const Look look;
        const auto mask = [&look](trace::Side closer) {
            QImage image(30, 30, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            QPainter painter(&image);
            paintCap(painter, {6, 15}, 20, closer, look);
            painter.end();
            return image.convertToFormat(QImage::Format_Alpha8);
        };
        QVERIFY(mask(trace::Side::Client) != mask(trace::Side::Broker));
        QVERIFY(mask(trace::Side::Client) != mask(trace::Side::Network));
        QVERIFY(mask(trace::Side::Broker) != mask(trace::Side::Network));
    }
};

QTEST_MAIN(TestLook)
#include "tst_look.moc"
