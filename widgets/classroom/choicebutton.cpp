// SPDX-License-Identifier: GPL-3.0-or-later
#include "classroom/choicebutton.h"

#include "classroom/words.h"
#include "theme/look.h"

#include <QEnterEvent>
#include <QPainter>

namespace connscope::classroom {

namespace {

constexpr int kPad = 8; // px
constexpr int kGap = 10;
constexpr Qt::TextFlag kWrap = Qt::TextWordWrap;

} // namespace

ChoiceButton::ChoiceButton(int number, const theme::Look& look, QWidget* parent)
    : QAbstractButton(parent)
    , m_look(look)
    , m_disc(QString::number(number))
{
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
}

void ChoiceButton::setMark(Mark mark)
{
    if (std::exchange(m_mark, mark) == mark)
        return;
    // Nothing by colour alone, and nothing by sight alone.
    setAccessibleDescription(mark == Mark::Chosen ? Words::tr("chosen")
            : mark == Mark::Right                 ? Words::tr("the right answer")
            : mark == Mark::Wrong                 ? Words::tr("chosen, not right")
                                                  : QString());
    update();
}

void ChoiceButton::setDisc(const QString& disc)
{
    if (std::exchange(m_disc, disc) != disc)
        update();
}

void ChoiceButton::setLarge(bool large)
{
    if (std::exchange(m_large, large) == large)
        return;
    updateGeometry();
    update();
}

QFont ChoiceButton::textFont() const { return m_look.text(m_large ? theme::Type::Title : theme::Type::Body); }

int ChoiceButton::discSize() const { return QFontMetrics(textFont()).height() + 6; }

QRect ChoiceButton::textRect(int width) const
{
    const int left = kPad + discSize() + kGap;
    // Room for the mark at the right end.
    return {left, kPad, std::max(40, width - left - kPad - discSize()), 10'000};
}

int ChoiceButton::heightForWidth(int width) const
{
    const QRect text = QFontMetrics(textFont()).boundingRect(textRect(width), kWrap, this->text());
    return std::max(text.height(), discSize()) + 2 * kPad;
}

QSize ChoiceButton::sizeHint() const { return {280, heightForWidth(280)}; }

void ChoiceButton::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void ChoiceButton::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

void ChoiceButton::paintEvent(QPaintEvent*)
{
    const theme::Theme& t = m_look.theme();
    const bool isLit = isEnabled() && underMouse();
    QColor edge = t.hairline;
    QColor disc = t.outline;
    QString sign;
    if (m_mark == Mark::Chosen)
        edge = disc = t.accent;
    if (m_mark == Mark::Right) {
        edge = disc = t.positive;
        sign = QStringLiteral("✓");
    }
    if (m_mark == Mark::Wrong) {
        edge = disc = t.error;
        sign = QStringLiteral("✗");
    }
    QPainter p(this);
    p.setRenderHint(QPainter::Antialiasing);
    const bool isStrong = m_mark != Mark::None && m_mark != Mark::Faded;
    p.setPen(QPen(hasFocus() ? t.accent : edge, isStrong || hasFocus() ? 2 : 1));
    p.setBrush(m_mark == Mark::Chosen ? t.selection : isLit ? t.hover : t.raised);
    p.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);

    const int size = discSize();
    const QRectF circle(kPad, (height() - size) / 2.0, size, size);
    p.setPen(isStrong ? QPen(Qt::NoPen) : QPen(disc, 1.5));
    p.setBrush(isStrong ? QBrush(disc) : QBrush(Qt::NoBrush));
    p.drawEllipse(circle.adjusted(1, 1, -1, -1));
    QFont digits = m_look.mono(m_large ? theme::Type::Title : theme::Type::Body);
    digits.setBold(true);
    p.setFont(digits);
    p.setPen(isStrong ? t.card : t.ink);
    p.drawText(circle, Qt::AlignCenter, m_disc);

    p.setFont(textFont());
    p.setPen(m_mark == Mark::Faded ? t.secondary : t.ink);
    QRect room = textRect(width());
    room.setHeight(height() - 2 * kPad);
    p.drawText(room, int(kWrap) | Qt::AlignVCenter | Qt::AlignLeft, text());
    if (!sign.isEmpty()) {
        p.setPen(disc);
        p.setFont(digits);
        p.drawText(QRect(width() - kPad - size, 0, size, height()), Qt::AlignCenter, sign);
    }
}

} // namespace connscope::classroom
