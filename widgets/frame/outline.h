// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"

#include <QTreeWidget>

namespace connscope::frame {

/// The scenario as a tree: its cluster, topics, clients with what they were told, and what will happen. What is chosen
/// here is selected everywhere. Of a trace from a file: what the trace itself tells.
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
    void addCluster();
    void addClients();
    void addActions();

    view::Context m_context;
    bool m_stale = true; // what it lists is not what there is; nobody looks
};

} // namespace connscope::frame
