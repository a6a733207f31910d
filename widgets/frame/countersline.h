// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"
#include "view/context.h"
#include "view/tally.h"

#include <QHash>
#include <QWidget>

#include <array>
#include <vector>

namespace connscope::frame {

/// One number of the line and its words.
struct CounterText {
    QString number;
    QString words;
    QString shortly; ///< words where room is short; may be ""
    Role role = Role::Unknown; ///< with hasRole: its letter stands before it
    bool hasRole = false;
    trace::Side closer = trace::Side::None; ///< not None: its cap stands before it
    bool loud = false; ///< something that should not be: CLOSE-WAIT
    bool isNow = false; ///< what there is at the playhead; otherwise what has been so far
};
/// The line in words of the interface's language.
std::vector<CounterText> counterTexts(const view::Counters& counters, const theme::Look& look);
/// The same of two runs that are laid over each other: a number that differs stands there twice, "7 | 9".
std::vector<CounterText> counterTexts(
    const view::Counters& first, const view::Counters& second, const theme::Look& look);

/// Those, and which connections count as open.
QString countersTip(const QStringList& counters);

/// A line of counters, always in sight: what is open now by role, what was opened, how often connections were reused, who
/// closed, what hangs in CLOSE-WAIT.
class CountersLine : public QWidget {
    Q_OBJECT

public:
    explicit CountersLine(const view::Context& context, QWidget* parent = nullptr);

    /// Of two runs: the first's.
    const view::Counters& counters() const { return m_counters; }
    /// Whether all is said in its shortest form.
    bool isShort() const { return m_short; }
    void setShort(bool on);
    /// What every word of it takes.
    int widthInWords() const;
    QSize sizeHint() const override;
    /// Room for every number in its shortest form.
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    std::vector<CounterText> textsAt(const trace::WorldState& world) const;
    /// How the line is written.
    struct Form {
        theme::Type numbers;
        theme::Type words;
        bool isShort;
        double gap;
    };
    static const std::array<Form, 4> kForms; // from all there is to the least
    double widthOf(const CounterText& text, const Form& form) const;
    int leastWidth(const Form& form) const;
    double widthOfText(const QString& text, theme::Type type, bool isNumber) const;

    view::Context m_context;
    view::Counters m_counters;
    std::vector<CounterText> m_texts;
    std::vector<CounterText> m_last; // at the end of the trace
    bool m_short = false;
    int m_width = 0; // that it asked for
    mutable QHash<QString, double> m_widths; // measured once: layouts ask again and again
};

} // namespace connscope::frame
