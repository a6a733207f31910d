// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace connscope::theme {
class Look;
}

namespace connscope::classroom {

/// One answer that is offered: a disc with its number, which is also its key, and a text that may need several lines.
class ChoiceButton : public QAbstractButton {
    Q_OBJECT

public:
    enum class Mark : std::uint8_t {
        None,
        Chosen, ///< the prediction
        Right, ///< the answer, once it is seen
        Wrong, ///< what was chosen and is not the answer
        Faded, ///< the others then
    };

    ChoiceButton(int number, const theme::Look& look, QWidget* parent = nullptr);

    void setMark(Mark mark);
    Mark mark() const { return m_mark; }
    /// What stands in the disc: its number or, in an order, its place.
    void setDisc(const QString& disc);
    /// Larger type, for a lecture hall.
    void setLarge(bool large);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, heightForWidth(240)}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QFont textFont() const;
    int discSize() const;
    QRect textRect(int width) const;

    const theme::Look& m_look;
    QString m_disc;
    Mark m_mark = Mark::None;
    bool m_large = false;
};

} // namespace connscope::classroom
