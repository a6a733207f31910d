// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace connscope::theme {
class Look;
}

namespace connscope::timeline {

/// A round button with a word, one of a row of which one is chosen.
class Chip : public QAbstractButton {
    Q_OBJECT

public:
    Chip(const theme::Look& look, QWidget* parent);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const theme::Look& m_look;
};

} // namespace connscope::timeline
