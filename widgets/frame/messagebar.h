// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"

#include <QFrame>

class QLabel;
class QProgressBar;
class QToolButton;

namespace connscope::frame {

/// Says what went wrong, or how far a long piece of work is, in a bar of the window: nothing modal, nothing that has to
/// be answered.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { Info, Error };

    explicit MessageBar(const view::Context& context, QWidget* parent = nullptr);

    void show(Kind kind, const QString& text);
    /// A bar with a cancel button. \a share 0 to 1; below 0 = not known.
    void showProgress(const QString& text, double share);
    /// Takes away progress; a message stays.
    void endProgress();
    void dismiss();

    bool isShowing() const { return !isHidden(); }
    bool isProgress() const { return m_progressing; }
    QString text() const;
    Kind kind() const { return m_kind; }

signals:
    void cancelled();

private:
    void restyle();

    view::Context m_context;
    QLabel* m_icon;
    QLabel* m_text;
    QProgressBar* m_progress;
    QToolButton* m_close;
    Kind m_kind = Kind::Info;
    bool m_progressing = false;
};

} // namespace connscope::frame
