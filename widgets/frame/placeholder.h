// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QLineEdit;

namespace connscope::frame {

/// What an empty field says: the longest of several texts that has room in it. An example that is cut off is no example.
class Placeholder : public QObject {
    Q_OBJECT

public:
    /// Belongs to \a edit.
    explicit Placeholder(QLineEdit* edit);

    /// \a texts: the longest first; of the last, which should be short, as much is shown as there is room for.
    void setTexts(const QStringList& texts);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose();

    QLineEdit* m_edit;
    QStringList m_texts;
};

} // namespace connscope::frame
