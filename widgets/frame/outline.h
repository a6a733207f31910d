// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"

#include <QTreeWidget>

namespace connscope::frame {

/// What a trace from a file itself tells, as a tree: what it is and who takes part. What is chosen here is selected
/// everywhere.
class Outline : public QTreeWidget {
    Q_OBJECT

public:
    explicit Outline(const view::Context& context, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void buildWhenSeen();
    QTreeWidgetItem* group(const QString& title);
    void addClients();

    view::Context m_context;
    bool m_stale = true; // what it lists is not what there is; nobody looks
};

} // namespace connscope::frame
