// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"

#include <QFrame>

#include <functional>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace connscope::frame {

/// Says what went wrong, or how far a long piece of work is, in a bar of the window: nothing modal. What has to be
/// asked is asked there too, and the window goes on meanwhile.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind : std::uint8_t { Info, Error };

    explicit MessageBar(const view::Context& context, QWidget* parent = nullptr);

    /// \a more: what has no room in a line, as a tool tip.
    void show(Kind kind, const QString& text, const QString& more = {});
    /// The same of a text of the interface, which is asked for once more when the language changes. What it reads must be its own.
    void show(Kind kind, std::function<QString()> text);
    /// The same, where it is of use for the moment only: dropHint() takes it away, and leaves every other message.
    void hint(std::function<QString()> text);
    void dropHint();
    /// A bar with a cancel button. \a share 0 to 1; below 0 = not known.
    void showProgress(const QString& text, double share);
    /// A question with a button for each answer; the first is the one that is meant. Closing the bar, Escape, or another
    /// message is no answer.
    void ask(const QString& text, const QStringList& answers);
    bool isAsking() const { return !m_answers.isEmpty(); }
    /// As if its button was pressed.
    void answer(int which);
    /// Takes away progress; a message stays.
    void endProgress();
    void dismiss();

    bool isShowing() const { return !isHidden(); }
    bool isProgress() const { return m_progressing; }
    QString text() const;
    Kind kind() const { return m_kind; }

signals:
    void cancelled();
    /// The position of an answer; −1 = none was given.
    void answered(int which);

protected:
    void keyPressEvent(QKeyEvent* event) override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void restyle();
    void dropAnswers();

    view::Context m_context;
    QLabel* m_icon;
    QLabel* m_text;
    QProgressBar* m_progress;
    QToolButton* m_close;
    QList<QPushButton*> m_answers;
    std::function<QString()>
        m_retell; ///< the text that is shown, in the language of the interface; empty: it has one only
    Kind m_kind = Kind::Info;
    bool m_progressing = false;
    bool m_isHint = false;
};

} // namespace connscope::frame
