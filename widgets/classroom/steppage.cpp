// SPDX-License-Identifier: GPL-3.0-or-later
#include "classroom/steppage.h"

#include "analysis/why.h"
#include "classroom/choicebutton.h"
#include "classroom/words.h"
#include "theme/look.h"
#include "view/document.h"

#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace connscope::classroom {

using lesson::Question;
using Phase = LessonSession::Phase;

namespace {

constexpr int kMostCauses = 8;

QLabel* label(QWidget* parent)
{
    auto* out = new QLabel(parent);
    out->setWordWrap(true);
    out->setTextFormat(Qt::PlainText);
    out->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return out;
}

/// A card of its own, with its layout.
QVBoxLayout* cardLayout(QFrame* card)
{
    card->setObjectName(QStringLiteral("card"));
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    return layout;
}

} // namespace

StepPage::StepPage(const view::Context& context, LessonSession& session, QWidget* parent)
    : QScrollArea(parent)
    , m_context(context)
    , m_session(session)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* page = new QWidget(this);
    page->setObjectName(QStringLiteral("lesson-step"));
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(4, 4, 8, 4);
    layout->setSpacing(10);
    m_title = label(page);
    m_text = label(page);
    layout->addWidget(m_title);
    layout->addWidget(m_text);

    m_card = new QFrame(page);
    QVBoxLayout* card = cardLayout(m_card);
    m_question = label(m_card);
    m_how = label(m_card);
    m_how->setObjectName(QStringLiteral("secondary"));
    m_choiceLayout = new QVBoxLayout;
    m_choiceLayout->setSpacing(6);
    m_number = new QLineEdit(m_card);
    m_number->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[-−]?[0-9]{0,18}")), m_number));
    m_hint = label(m_card);
    card->addWidget(m_question);
    card->addWidget(m_how);
    card->addLayout(m_choiceLayout);
    card->addWidget(m_number);
    card->addWidget(m_hint);
    layout->addWidget(m_card);

    m_feedback = new QFrame(page);
    QVBoxLayout* feedback = cardLayout(m_feedback);
    m_verdict = label(m_feedback);
    m_remark = label(m_feedback);
    m_explain = label(m_feedback);
    m_causes = label(m_feedback);
    m_causes->setTextFormat(Qt::RichText);
    m_causes->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    for (QLabel* one : {m_verdict, m_remark, m_explain, m_causes})
        feedback->addWidget(one);
    layout->addWidget(m_feedback);
    layout->addStretch(1);
    setWidget(page);

    connect(m_number, &QLineEdit::textEdited, this, [this](QString typed) {
        bool isNumber = false;
        const qlonglong number = typed.replace(QChar(0x2212), u'-').toLongLong(&isNumber);
        m_session.setNumber(isNumber ? std::optional<std::int64_t>(number) : std::nullopt);
    });
    connect(m_number, &QLineEdit::returnPressed, &m_session, &LessonSession::check);
    connect(m_causes, &QLabel::linkActivated, this,
        [this](const QString& link) { emit eventWanted(EventId {link.toUInt()}); });
    connect(&m_session, &LessonSession::changed, this, &StepPage::refresh);
    connect(&context.look, &theme::Look::changed, this, [this] {
        restyle();
        refresh();
    });
    restyle();
}

void StepPage::setPresenting(bool presenting)
{
    m_presenting = presenting;
    restyle();
    refresh();
}

void StepPage::restyle()
{
    const theme::Look& look = m_context.look;
    using theme::Type;
    // What is to be read from afar is large, and still no heading.
    QFont reading = look.text(m_presenting ? Type::Title : Type::Body);
    reading.setWeight(QFont::Normal);
    QFont heading = look.text(Type::Title);
    heading.setWeight(QFont::DemiBold);
    m_title->setFont(heading);
    m_text->setFont(reading);
    m_question->setFont(look.text(m_presenting ? Type::Hero : Type::Strong));
    m_how->setFont(look.text(Type::Small));
    m_number->setFont(look.mono(m_presenting ? Type::Hero : Type::Title));
    for (QLabel* one : {m_hint, m_remark, m_explain})
        one->setFont(reading);
    m_verdict->setFont(look.text(m_presenting ? Type::Hero : Type::Title));
    m_causes->setFont(look.text(Type::Body));
    for (ChoiceButton* choice : m_choices)
        choice->setLarge(m_presenting);
    m_number->setPlaceholderText(Words::tr("a number"));
    m_number->setAccessibleName(Words::tr("Your answer"));
}

void StepPage::makeChoices()
{
    for (ChoiceButton* choice : m_choices)
        delete choice;
    m_choices.clear();
    m_number->clear();
    const lesson::PreparedQuestion* question = m_session.question();
    if (!question || question->kind == Question::Kind::Number)
        return;
    for (std::size_t i = 0; i < question->choices.size(); ++i) {
        auto* button = new ChoiceButton(static_cast<int>(i) + 1, m_context.look, m_card);
        button->setLarge(m_presenting);
        connect(button, &QAbstractButton::clicked, &m_session, [this, i] { m_session.choose(i); });
        m_choiceLayout->addWidget(button);
        m_choices.push_back(button);
    }
}

void StepPage::refresh()
{
    if (!m_session.isOn()) {
        m_shown = nullptr;
        return;
    }
    const auto language = languageOf(m_context.look.language());
    const auto in = [language](const scenario::Text& words) { return text(lesson::in(words, language)); };
    const lesson::PreparedStep& step = m_session.current();
    if (m_shown != &step) {
        m_shown = &step;
        makeChoices();
        ensureVisible(0, 0);
    }
    m_title->setText(in(step.title));
    m_title->setVisible(!step.title.en.empty());
    m_text->setText(in(step.text));
    const lesson::PreparedQuestion* question = m_session.question();
    m_card->setVisible(question != nullptr);
    m_feedback->setVisible(question && m_session.phase() == Phase::Revealed);
    if (!question)
        return;
    m_question->setText(in(question->text));
    showChoices();
    m_hint->setVisible(m_session.showsHint());
    m_hint->setText(Words::tr("Hint: %1").arg(in(question->hint)));
    const bool isRevealed = m_session.phase() == Phase::Revealed;
    if (isRevealed)
        showFeedback();
    // Once the layout has given it its place.
    if (isRevealed && !m_wasRevealed)
        QTimer::singleShot(0, this, [this] { ensureWidgetVisible(m_verdict, 0, 60); });
    m_wasRevealed = isRevealed;
}

void StepPage::showChoices()
{
    const auto language = languageOf(m_context.look.language());
    const lesson::PreparedQuestion& question = *m_session.question();
    const lesson::Given& given = m_session.given();
    const bool isAsking = m_session.phase() == Phase::Asking;
    const bool isRevealed = m_session.phase() == Phase::Revealed;
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        ChoiceButton* button = m_choices[i];
        button->setText(text(lesson::in(question.choices[i].text, language)));
        button->setEnabled(isAsking);
        const auto at = std::find(given.choices.begin(), given.choices.end(), i);
        const bool isChosen = at != given.choices.end();
        if (question.kind == Question::Kind::Order) {
            const auto place = std::find(question.order.begin(), question.order.end(), i) - question.order.begin();
            const auto chosenPlace = at - given.choices.begin();
            button->setDisc(isRevealed ? QString::number(place + 1)
                    : isChosen         ? QString::number(chosenPlace + 1)
                                       : QStringLiteral("·"));
            button->setMark(!isRevealed ? (isChosen ? ChoiceButton::Mark::Chosen : ChoiceButton::Mark::None)
                    : !isChosen || chosenPlace == place ? ChoiceButton::Mark::Right
                                                        : ChoiceButton::Mark::Wrong);
            continue;
        }
        button->setMark(!isRevealed           ? (isChosen ? ChoiceButton::Mark::Chosen : ChoiceButton::Mark::None)
                : question.choices[i].isRight ? ChoiceButton::Mark::Right
                : isChosen                    ? ChoiceButton::Mark::Wrong
                                              : ChoiceButton::Mark::Faded);
    }
    m_number->setVisible(question.kind == Question::Kind::Number);
    m_number->setReadOnly(!isAsking);
    if (!isAsking)
        m_number->setText(given.number ? QString::number(*given.number) : QString());
    QString how;
    if (question.kind == Question::Kind::Order && isAsking)
        how = Words::tr("Click them one after the other, or press their numbers from the top.");
    if (question.kind == Question::Kind::Order && isRevealed)
        how = Words::tr("The numbers are the right order.");
    if (question.kind == Question::Kind::Pick)
        how = pickedText();
    if (question.kind == Question::Kind::Number && isAsking)
        how = Words::tr("Type it and press Enter.");
    m_how->setText(how);
    m_how->setVisible(!how.isEmpty());
}

QString StepPage::pickedText() const
{
    const auto& picked = m_session.given().picked;
    if (!picked)
        return m_session.phase() == Phase::Asking ? Words::tr("Click it in the picture.") : QString();
    lesson::PreparedQuestion only; // the name that an answer has
    only.kind = Question::Kind::Pick;
    only.picks = {*picked};
    const lesson::Played& played = m_session.lesson()->run(m_session.current().run);
    return Words::tr("Chosen: %1").arg(text(lesson::answerText(played, only, languageOf(m_context.look.language()))));
}

void StepPage::showFeedback()
{
    const theme::Theme& t = m_context.look.theme();
    const auto language = languageOf(m_context.look.language());
    const lesson::PreparedQuestion& question = *m_session.question();
    const lesson::Played& played = m_session.lesson()->run(m_session.current().run);
    const QString answer = text(lesson::answerText(played, question, language));
    const auto right = m_session.wasRight();
    const bool isOrder = question.kind == Question::Kind::Order;
    m_verdict->setText(right == true ? Words::tr("✓ Right")
            : right == false ? (isOrder ? Words::tr("✗ Not this order") : Words::tr("✗ It is: %1").arg(answer))
            : isOrder        ? Words::tr("The answer")
                             : Words::tr("The answer: %1").arg(answer));
    QPalette palette = m_verdict->palette();
    palette.setColor(QPalette::WindowText, right == true ? t.positive : right == false ? t.error : t.ink);
    m_verdict->setPalette(palette);
    m_remark->setText(text(lesson::remark(question, m_session.given(), language)));
    m_remark->setVisible(!m_remark->text().isEmpty());
    m_explain->setText(text(lesson::in(question.explain, language)));
    m_explain->setVisible(!m_explain->text().isEmpty());

    QString html
        = QStringLiteral("<p style=\"margin:0 0 4px 0\"><b>%1</b></p>").arg(Words::tr("Why?").toHtmlEscaped());
    const auto causes = lesson::causes(played, question, language);
    const auto line = [&](const lesson::CauseLine& cause) {
        if (cause.leftOut > 0)
            html
                += QStringLiteral("<p style=\"margin:0 0 2px 12px;color:%1\">%2</p>")
                       .arg(t.secondary.name(), text(analysis::leftOutText(cause.leftOut, language)).toHtmlEscaped());
        html += QStringLiteral(
            "<p style=\"margin:0 0 2px 0\"><a href=\"%1\" style=\"color:%2;text-decoration:none\">%3</a></p>")
                    .arg(QString::number(cause.event.value), t.ink.name(),
                        (cause.event == causes.front().event ? text(cause.text)
                                                             : Words::tr("↳ because %1").arg(text(cause.text)))
                            .toHtmlEscaped());
        if (!cause.rule.empty())
            html += QStringLiteral("<p style=\"margin:0 0 4px 12px;color:%1\">%2</p>")
                        .arg(t.secondary.name(), text(cause.rule).toHtmlEscaped());
    };
    const auto count = static_cast<int>(causes.size());
    for (int i = 0; i < count; ++i) {
        // The middle of a long chain is for the inspector; its two ends are what a student needs.
        if (count > kMostCauses && i == kMostCauses - 2) {
            html += QStringLiteral("<p style=\"margin:0 0 2px 12px;color:%1\">…</p>").arg(t.secondary.name());
            i = count - 1;
        }
        line(causes[static_cast<std::size_t>(i)]);
    }
    m_causes->setText(html);
}

QString StepPage::feedbackText() const
{
    return m_feedback->isHidden()
        ? QString()
        : m_verdict->text() + u'\n' + m_remark->text() + u'\n' + m_explain->text() + u'\n' + m_causes->text();
}

} // namespace connscope::classroom
