// SPDX-License-Identifier: GPL-3.0-or-later
#include "annotation/hands.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <QWidget>

using namespace connscope;
using namespace connscope::annotation;
using scenario::Annotation;

namespace {

struct Stage {
    Stage()
        : hands(annotations, look, Annotation::View::Topology, widget)
    {
        widget.resize(600, 400);
        widget.show();
        // As a history does it: what goes on is part of the step before it, and what comes to nothing is no step.
        QObject::connect(
            &annotations, &Annotations::edited, &widget, [this](const std::vector<Annotation>& before, bool goesOn) {
                if (!goesOn)
                    steps.push_back(before);
                else if (annotations.all() == steps.back())
                    steps.pop_back();
            });
    }
    QLineEdit* field() const { return widget.findChild<QLineEdit*>(); }
    std::vector<Mark> marks() const
    {
        const std::vector<Place> places(annotations.all().size(), Place {{QRectF(300, 200, 20, 20)}, {}, {}});
        return layOutMarks(annotations.all(), places, {QRectF(0, 0, 600, 400), {}, {}}, look);
    }
    void type(const char* words)
    {
        field()->setText(QString::fromUtf8(words));
        QTest::keyClick(field(), Qt::Key_Return);
    }

    theme::Look look;
    Annotations annotations;
    std::vector<std::vector<Annotation>> steps; // what was there before each
    QWidget widget;
    Hands hands;
};

Annotation about()
{
    Annotation out;
    out.anchors = {"broker 1"};
    return out;
}

QAction* entry(QMenu& menu, const char* text)
{
    for (QAction* action : menu.actions()) {
        if (action->text().remove(QLatin1Char('&')) == QLatin1String(text))
            return action;
    }
    return nullptr;
}

} // namespace

class TestHands : public QObject {
    Q_OBJECT

private slots:
    void aNewOneIsWrittenInPlaceAndIsOneChange()
    {
        Stage stage;
        stage.hands.add(about(), Annotation::Kind::Text);
        QVERIFY(stage.field());
        stage.type("the coordinator");
        QCOMPARE(stage.annotations.all().front().text.en, std::string("the coordinator"));
        QCOMPARE(stage.steps.size(), std::size_t {1});
        QVERIFY(stage.steps.front().empty());
    }

    void onThatGotNoWordsIsNotKept_data()
    {
        QTest::addColumn<int>("key");
        QTest::newRow("Escape") << static_cast<int>(Qt::Key_Escape);
        QTest::newRow("Return on nothing") << static_cast<int>(Qt::Key_Return);
    }
    void onThatGotNoWordsIsNotKept()
    {
        QFETCH(int, key);
        Stage stage;
        stage.hands.add(about(), Annotation::Kind::Text);
        QTest::keyClick(stage.field(), static_cast<Qt::Key>(key));
        QVERIFY(stage.annotations.all().empty());
        QVERIFY(stage.steps.empty());
    }

    /// As a view has it: what nobody took of a key goes to the hands.
    void returnInTheFieldEndsItAndDoesNotOpenItAgain()
    {
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
            Stage stage;
            stage.hands.add(about(), Annotation::Kind::Text);
            stage.field()->setText(QStringLiteral("words"));
            int heard = 0;
            class Listener : public QObject {
            public:
                explicit Listener(int& count)
                    : m_count(count)
                {
                }
                bool eventFilter(QObject*, QEvent* event) override
                {
                    m_count += event->type() == QEvent::KeyPress ? 1 : 0;
                    return false;
                }

            private:
                int& m_count;
            } listener(heard);
            stage.widget.installEventFilter(&listener);
            QTest::keyClick(stage.field(), key);
            QCOMPARE(stage.annotations.all().front().text.en, std::string("words"));
            QCOMPARE(heard, 0);
        }
    }

    void anArrowNeedsNoWords()
    {
        Stage stage;
        stage.hands.add(about(), Annotation::Kind::Arrow);
        QTest::keyClick(stage.field(), Qt::Key_Escape);
        QCOMPARE(stage.annotations.all().size(), std::size_t {1});
    }

    void wordsGoIntoTheLanguageThatIsOn()
    {
        Stage stage;
        stage.annotations.setAll({about()});
        Annotation first = about();
        first.text.en = "first";
        stage.annotations.setAll({first});
        stage.look.setLanguage(theme::Language::Chinese);
        stage.hands.edit(0);
        QCOMPARE(stage.field()->text(), QString());
        stage.type("第一");
        QCOMPARE(stage.annotations.all().front().text.en, std::string("first"));
        QCOMPARE(stage.annotations.all().front().text.zh, std::string("第一"));
    }

    void escapeLeavesTheWordsAsTheyWere()
    {
        Stage stage;
        Annotation first = about();
        first.text.en = "first";
        stage.annotations.setAll({first});
        stage.hands.edit(0);
        stage.field()->setText(QStringLiteral("other"));
        QTest::keyClick(stage.field(), Qt::Key_Escape);
        QCOMPARE(stage.annotations.all().front().text.en, std::string("first"));
    }

    void aDragMovesTheWordsAndNotTheThing()
    {
        Stage stage;
        Annotation first = about();
        first.text.en = "first";
        stage.annotations.setAll({first});
        const QPointF from = stage.marks().front().label.center();
        QVERIFY(stage.hands.press(stage.marks(), from, 4));
        QCOMPARE(stage.hands.picked(), 0);
        QVERIFY(stage.hands.move(from + QPointF(1, 0))); // a trembling hand moves nothing
        QVERIFY(!stage.annotations.all().front().offset);
        QVERIFY(stage.hands.move(from + QPointF(60, 40)));
        QVERIFY(stage.hands.move(from + QPointF(80, 50)));
        QVERIFY(stage.hands.release());
        const QPointF moved = stage.marks().front().label.center() - from;
        QVERIFY(std::abs(moved.x() - 80) <= 1 && std::abs(moved.y() - 50) <= 1);
        QCOMPARE(stage.steps.size(), std::size_t {1});
        QVERIFY(!stage.steps.front().front().offset);
    }

    void aPressElsewhereIsNotMeantForIt()
    {
        Stage stage;
        Annotation first = about();
        first.text.en = "first";
        stage.annotations.setAll({first});
        stage.annotations.pick(0);
        QVERIFY(!stage.hands.press(stage.marks(), {5, 390}, 4));
        QCOMPARE(stage.hands.picked(), -1);
        QVERIFY(!stage.hands.move({50, 50}));
        QVERIFY(!stage.hands.release());
    }

    void deleteTakesAwayWhatIsPicked()
    {
        Stage stage;
        Annotation first = about();
        first.text.en = "first";
        stage.annotations.setAll({first});
        const QKeyEvent key(QEvent::KeyPress, Qt::Key_Delete, Qt::NoModifier);
        QVERIFY(!stage.hands.key(key)); // nothing is picked
        stage.annotations.pick(0);
        QVERIFY(stage.hands.key(key));
        QVERIFY(stage.annotations.all().empty());
    }

    void thoseOfAnotherViewAreLeftAlone()
    {
        Stage stage;
        Annotation other = about();
        other.view = Annotation::View::Timeline;
        stage.annotations.setAll({other});
        stage.annotations.pick(0);
        QCOMPARE(stage.hands.picked(), -1);
        const QKeyEvent key(QEvent::KeyPress, Qt::Key_Delete, Qt::NoModifier);
        QVERIFY(!stage.hands.key(key));
        QCOMPARE(stage.annotations.all().size(), std::size_t {1});
    }

    void theMenuSaysFromWhenOnAndUntilWhen()
    {
        Stage stage;
        Annotation first = about();
        first.text.en = "first";
        first.offset = scenario::Offset {10, 10};
        stage.annotations.setAll({first});
        QMenu menu;
        stage.hands.fillMenu(menu, 0, kStart + std::chrono::seconds(3));
        entry(menu, "Seen from Here On")->trigger();
        QVERIFY(stage.annotations.all().front().from == kStart + std::chrono::seconds(3));
        QMenu later;
        stage.hands.fillMenu(later, 0, kStart + std::chrono::seconds(1));
        entry(later, "Seen until Here")->trigger();
        QVERIFY(stage.annotations.all().front().to == kStart + std::chrono::seconds(1));
        QVERIFY(!stage.annotations.all().front().from); // it would never be seen
        entry(later, "Wherever There Is Room")->trigger();
        QVERIFY(!stage.annotations.all().front().offset);
        entry(later, "Delete")->trigger();
        QVERIFY(stage.annotations.all().empty());
    }
};

QTEST_MAIN(TestHands)
#include "tst_hands.moc"
