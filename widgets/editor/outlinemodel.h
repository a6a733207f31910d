// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/things.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace connscope::theme {
class Look;
}

namespace connscope::editor {

/// The scenario as a tree of things that can be edited. What has a message of the reader in it, or inside of it, is marked.
class OutlineModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Detail, ColumnCount };
    enum Role {
        ThingRole = Qt::UserRole, ///< a Thing
        ProblemRole, ///< the message of an error in it; "" = none
    };

    OutlineModel(const Draft& draft, const theme::Look& look, QObject* parent = nullptr);
    ~OutlineModel() override;

    /// The row of a thing, or of what is nearest around it.
    QModelIndex indexOf(const Thing& thing) const;
    Thing thingAt(const QModelIndex& index) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// Rows came or went.
    void rebuilt();

private:
    struct Node;
    void build();
    std::unique_ptr<Node> makeTree() const;
    void addCluster(Node& root) const;
    void addClients(Node& root) const;
    void addActions(Node& root) const;
    Node& add(Node& parent, Thing::Kind kind, const scenario::YamlPath& path, const QString& name,
        const QString& detail = {}) const;
    void addConfig(Node& parent, const scenario::YamlPath& path, const QString& name) const;

    const Draft& m_draft;
    const theme::Look& m_look;
    std::unique_ptr<Node> m_root;
};

} // namespace connscope::editor
