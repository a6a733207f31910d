// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"

#include <QWidget>

#include <cstdint>

class QLabel;
class QLineEdit;
class QToolButton;

namespace connscope::events {

/// A line to search in, what was found, and the way to the next and the last one.
class SearchBar : public QWidget {
    Q_OBJECT

public:
    SearchBar(const theme::Look& look, QWidget* parent = nullptr);

    QString text() const;
    void setText(const QString& text);
    /// How the last step came to where it is.
    enum class Turn : std::uint8_t {
        None, ///< straight on
        FromStart, ///< beyond the last one, so on from the first
        FromEnd, ///< the other way round
        NoOther, ///< there is none but the one that it is on
        Hidden, ///< the filter leaves out all that were found
    };
    /// Told beside the number until the next step or search.
    void setTurn(Turn turn);
    /// \a number of \a count, from 1; 0 = not on one. \a share: how much has been searched, 0 to 1.
    void setFound(qint64 number, qint64 count, double share);
    /// "3 of 812" in the interface's language; "" while there is no search.
    QString foundText() const;

public slots:
    /// Ctrl+F.
    void focus();

signals:
    void searched(const QString& text);
    void step(int direction);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();

    const theme::Look& m_look;
    QLineEdit* m_edit;
    QLabel* m_found;
    QToolButton* m_previous;
    QToolButton* m_next;
    qint64 m_number = 0;
    qint64 m_count = 0;
    double m_share = 1;
    Turn m_turn = Turn::None;
};

} // namespace connscope::events
