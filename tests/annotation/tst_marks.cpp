// SPDX-License-Identifier: GPL-3.0-or-later
#include "annotation/marks.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QTest>

using namespace connscope;
using namespace connscope::annotation;
using scenario::Annotation;

namespace {

Annotation make(Annotation::Kind kind, const char* text)
{
    Annotation out;
    out.kind = kind;
    out.anchors = {"broker 1"};
    out.text.en = text;
    out.number = kind == Annotation::Kind::Number ? 1 : 0;
    return out;
}

Place at(const QRectF& rect) { return {{rect}, {}, {}}; }

constexpr QRectF kRoom(0, 0, 800, 500);

} // namespace

class TestMarks : public QObject {
    Q_OBJECT

private slots:
    void wordsStayInTheRoomAndOffWhatIsTaken()
    {
        const theme::Look look;
        const QRectF badge(380, 240, 40, 16);
        Room room {kRoom, {badge, QRectF(300, 190, 200, 44), QRectF(300, 262, 200, 40)}, {}};
        const std::vector annotations {make(Annotation::Kind::Text, "words"),
            make(Annotation::Kind::Arrow, "more words"), make(Annotation::Kind::Number, ""),
            make(Annotation::Kind::Text,
                "a text that is long enough for two lines, "
                "and that would be wider than allowed")};
        const std::vector<Place> places(annotations.size(), at(badge));
        const auto marks = layOutMarks(annotations, places, room, look);
        QCOMPARE(marks.size(), annotations.size());
        for (std::size_t i = 0; i < marks.size(); ++i) {
            QVERIFY(room.rect.contains(marks[i].label));
            for (const QRectF& taken : room.taken)
                QVERIFY2(!marks[i].label.intersects(taken), qPrintable(QString::number(i)));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(!marks[i].label.intersects(marks[j].label));
        }
    }

    void aThingInACornerHasItsWordsInsideToo()
    {
        const theme::Look look;
        for (const QPointF corner : {QPointF(0, 0), QPointF(780, 0), QPointF(0, 480), QPointF(780, 480)}) {
            const QRectF rect(corner, QSizeF(20, 20));
            const auto marks = layOutMarks(std::vector {make(Annotation::Kind::Arrow, "into the corner")},
                std::vector {at(rect)}, {kRoom, {}, {}}, look);
            QVERIFY(kRoom.contains(marks.front().label));
            QVERIFY(!marks.front().label.intersects(rect));
        }
    }

    void aLineRunsOverNoBadge()
    {
        const theme::Look look;
        // Badges below each other, as at the ports of a client: words of the middle ones have to come from the side.
        Room room {kRoom, {}, {}};
        std::vector<Place> places;
        std::vector<Annotation> annotations;
        for (int i = 0; i < 7; ++i) {
            const QRectF badge(120, 160 + 26 * i, i == 3 ? 110 : 50, 20);
            room.taken.push_back(badge);
            places.push_back(at(badge));
            annotations.push_back(make(i % 2 ? Annotation::Kind::Arrow : Annotation::Kind::Text, "what it is for"));
        }
        room.taken.emplace_back(0, 100, 110, 300); // the client's card
        const auto marks = layOutMarks(annotations, places, room, look);
        QCOMPARE(marks.size(), annotations.size());
        for (std::size_t i = 0; i < marks.size(); ++i) {
            for (const QLineF& line : marks[i].lines) {
                for (int step = 0; step <= 200; ++step) {
                    const QPointF point = line.pointAt(step / 200.0);
                    for (std::size_t t = 0; t < room.taken.size(); ++t)
                        QVERIFY2(t == i || !room.taken[t].contains(point),
                            qPrintable(QStringLiteral("%1 runs over %2").arg(i).arg(t)));
                    for (std::size_t other = 0; other < marks.size(); ++other)
                        QVERIFY2(other == i || !marks[other].label.adjusted(1, 1, -1, -1).contains(point),
                            qPrintable(QStringLiteral("%1 runs over the words of %2").arg(i).arg(other)));
                }
            }
        }
    }

    void anOffsetIsCountedFromTheMiddle()
    {
        const theme::Look look;
        Annotation moved = make(Annotation::Kind::Text, "here");
        moved.offset = scenario::Offset {100, -80};
        const QRectF rect(300, 300, 40, 20);
        auto marks = layOutMarks(std::vector {moved}, std::vector {at(rect)}, {kRoom, {}, {}}, look);
        const QPointF away = marks.front().label.center() - rect.center();
        QVERIFY(std::abs(away.x() - 100) <= 1 && std::abs(away.y() + 80) <= 1);
        moved.offset = scenario::Offset {5'000, 0}; // outside: as far as the room goes
        marks = layOutMarks(std::vector {moved}, std::vector {at(rect)}, {kRoom, {}, {}}, look);
        QVERIFY(kRoom.contains(marks.front().label));
    }

    void anArrowPointsAtTheThing()
    {
        const theme::Look look;
        const QRectF rect(300, 300, 40, 20);
        const auto marks = layOutMarks(
            std::vector {make(Annotation::Kind::Arrow, "this one")}, std::vector {at(rect)}, {kRoom, {}, {}}, look);
        QCOMPARE(marks.front().lines.size(), std::size_t {1});
        QVERIFY(marks.front().head);
        const QLineF line = marks.front().lines.front();
        QVERIFY(rect.adjusted(-4, -4, 4, 4).contains(line.p2()));
        QVERIFY(!rect.contains(line.p2()));
        QVERIFY(line.length() > 20);
    }

    void aFrameIsAroundAllOfItsThings()
    {
        const theme::Look look;
        Place place {{QRectF(100, 100, 50, 20), QRectF(300, 200, 0, 20)}, {}, {}};
        const auto marks = layOutMarks(
            std::vector {make(Annotation::Kind::Box, "both")}, std::vector {place}, {kRoom, {}, {}}, look);
        QVERIFY(marks.front().box.contains(QRectF(100, 100, 200, 120)));
        QVERIFY(marks.front().lines.empty());
        place.clip = QRectF(90, 90, 100, 300);
        const auto cut
            = layOutMarks(std::vector {make(Annotation::Kind::Box, "")}, std::vector {place}, {kRoom, {}, {}}, look);
        QVERIFY(place.clip.contains(cut.front().box));
        QVERIFY(cut.front().label.isNull());
    }

    void whatHasNoPlaceIsNotThere()
    {
        const theme::Look look;
        const auto marks
            = layOutMarks(std::vector {make(Annotation::Kind::Text, "gone"), make(Annotation::Kind::Text, "here")},
                std::vector {Place {}, at(QRectF(10, 10, 10, 10))}, {kRoom, {}, {}}, look);
        QCOMPARE(marks.size(), std::size_t {1});
        QCOMPARE(marks.front().index, std::size_t {1});
    }

    void theWordsAreThoseOfTheLanguageOrTheOtherOne()
    {
        Annotation both = make(Annotation::Kind::Text, "first");
        both.text.zh = "第一";
        QCOMPARE(textOf(both, theme::Language::English), QStringLiteral("first"));
        QCOMPARE(textOf(both, theme::Language::Chinese), QStringLiteral("第一"));
        both.text.zh.clear();
        QCOMPARE(textOf(both, theme::Language::Chinese), QStringLiteral("first"));
        both.text = {"", "只有中文"};
        QCOMPARE(textOf(both, theme::Language::English), QStringLiteral("只有中文"));
    }

    void wordsHaveRoomInTheirLabel()
    {
        const theme::Look look;
        for (const char* text : {"x", "a text that is long enough for two lines, and wider than one line may be",
                 "一段足够长的文字，长到必须分成两行或者更多行，没有任何空格可以断开"}) {
            const auto marks = layOutMarks(std::vector {make(Annotation::Kind::Text, text)},
                std::vector {at(QRectF(400, 250, 10, 10))}, {kRoom, {}, {}}, look);
            const Mark& mark = marks.front();
            const QRectF needed
                = QFontMetricsF(look.text(theme::Type::Body))
                      .boundingRect(mark.words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, mark.text);
            QVERIFY2(mark.label.adjusted(-0.5, -0.5, 0.5, 0.5).contains(needed), text);
            QVERIFY(mark.label.width() <= 260);
        }
    }

    void whatIsOnTopIsPickedFirst()
    {
        const theme::Look look;
        Annotation first = make(Annotation::Kind::Text, "under");
        first.offset = scenario::Offset {100, 0};
        Annotation second = make(Annotation::Kind::Text, "over");
        second.offset = scenario::Offset {100, 0};
        const auto marks = layOutMarks(
            std::vector {first, second}, std::vector<Place>(2, at(QRectF(300, 300, 10, 10))), {kRoom, {}, {}}, look);
        QCOMPARE(markAt(marks, marks[0].label.center(), 4)->index, std::size_t {1});
        QVERIFY(!markAt(marks, {700, 20}, 4));
        // A frame is picked by its line, not by what is in it.
        const auto frame = layOutMarks(std::vector {make(Annotation::Kind::Box, "")},
            std::vector {at(QRectF(200, 200, 200, 100))}, {kRoom, {}, {}}, look);
        QVERIFY(!markAt(frame, {300, 250}, 4));
        QVERIFY(markAt(frame, {frame.front().box.left(), 250}, 4));
    }

    void everyKindIsPaintedInEveryScheme()
    {
        for (const bool dark : {false, true}) {
            theme::Look look;
            look.setMode(dark ? theme::Look::Mode::Dark : theme::Look::Mode::Light);
            for (const auto kind :
                {Annotation::Kind::Text, Annotation::Kind::Arrow, Annotation::Kind::Box, Annotation::Kind::Number}) {
                QImage image(800, 500, QImage::Format_RGB32);
                image.fill(look.theme().card);
                const QImage before = image;
                QPainter painter(&image);
                paintMarks(painter,
                    layOutMarks(std::vector {make(kind, kind == Annotation::Kind::Box ? "" : "x")},
                        std::vector {at(QRectF(300, 300, 40, 20))}, {kRoom, {}, {}}, look),
                    look);
                painter.end();
                QVERIFY(image != before);
            }
        }
    }
};

QTEST_MAIN(TestMarks)
#include "tst_marks.moc"
