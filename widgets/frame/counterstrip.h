// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"

#include <QFrame>

namespace connscope::frame {

class CountersLine;
class FilterEdit;

/// The counters and, in the room that they leave, the filter. Where their words would leave it hardly any, the counters say
/// it in short.
class CounterStrip : public QFrame {
    Q_OBJECT

public:
    explicit CounterStrip(const view::Context& context, QWidget* parent = nullptr);

    CountersLine& counters() { return *m_counters; }
    FilterEdit& filter() { return *m_filter; }

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void share();

    CountersLine* m_counters;
    FilterEdit* m_filter;
};

} // namespace connscope::frame
