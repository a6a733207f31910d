// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wire/spans.h"

#include <QAbstractItemModel>

#include <cstdint>
#include <vector>

namespace connscope::inspector {

/// The fields of a frame as a tree: what a field is called within the one that holds it, and its value.
class SpanModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column : int { Field, Value, ColumnCount };

    using QAbstractItemModel::QAbstractItemModel;

    void setInspection(wire::Inspection inspection);
    const std::vector<wire::Span>& spans() const { return m_inspection.spans; }
    const std::optional<Error>& error() const { return m_inspection.error; }

    /// Which span a row shows; -1 for no row.
    int spanOf(const QModelIndex& index) const { return index.isValid() ? static_cast<int>(index.internalId()) : -1; }
    QModelIndex indexOf(int span, int column = Field) const;
    /// The innermost field that holds a byte; -1 outside of the frame.
    int spanAt(std::uint32_t offset) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// The interface's language is another one.
    void retranslate();

private:
    struct Node {
        int parent = -1;
        int row = 0;
        std::vector<int> children;
    };
    const std::vector<int>& childrenOf(const QModelIndex& parent) const;

    wire::Inspection m_inspection;
    std::vector<Node> m_nodes; // one for each span
    std::vector<int> m_top;
};

} // namespace connscope::inspector
