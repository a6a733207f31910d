// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/spanmodel.h"

#include <algorithm>
#include <string_view>

namespace connscope::inspector {

namespace {

/// "topics[0].name" within "topics[0]" is "name"; what does not begin with its holder's name stays whole.
QString nameWithin(std::string_view name, std::string_view holder)
{
    if (!holder.empty() && name.size() > holder.size() && name.starts_with(holder)) {
        const std::string_view rest = name.substr(holder.size());
        if (rest.front() == '.' || rest.front() == '[')
            name = rest.front() == '.' ? rest.substr(1) : rest;
    }
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

} // namespace

void SpanModel::setInspection(wire::Inspection inspection)
{
    beginResetModel();
    m_inspection = std::move(inspection);
    m_nodes.assign(m_inspection.spans.size(), {});
    m_top.clear();
    std::vector<int> open; // the spans that hold the next one
    for (int i = 0; i < static_cast<int>(m_nodes.size()); ++i) {
        const int depth = m_inspection.spans[static_cast<std::size_t>(i)].depth;
        while (!open.empty() && m_inspection.spans[static_cast<std::size_t>(open.back())].depth >= depth)
            open.pop_back();
        Node& node = m_nodes[static_cast<std::size_t>(i)];
        node.parent = open.empty() ? -1 : open.back();
        std::vector<int>& siblings = open.empty() ? m_top : m_nodes[static_cast<std::size_t>(open.back())].children;
        node.row = static_cast<int>(siblings.size());
        siblings.push_back(i);
        open.push_back(i);
    }
    endResetModel();
}

int SpanModel::spanAt(std::uint32_t offset) const
{
    int found = -1;
    int depth = -1;
    for (std::size_t i = 0; i < m_inspection.spans.size(); ++i) {
        const wire::Span& span = m_inspection.spans[i];
        if (span.offset > offset)
            break; // spans come in the order of their first bytes
        if (offset < span.offset + span.length && span.depth > depth) {
            found = static_cast<int>(i);
            depth = span.depth;
        }
    }
    return found;
}

const std::vector<int>& SpanModel::childrenOf(const QModelIndex& parent) const
{
    return parent.isValid() ? m_nodes[parent.internalId()].children : m_top;
}

QModelIndex SpanModel::indexOf(int span, int column) const
{
    if (span < 0 || span >= static_cast<int>(m_nodes.size()))
        return {};
    return createIndex(m_nodes[static_cast<std::size_t>(span)].row, column, static_cast<quintptr>(span));
}

QModelIndex SpanModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, static_cast<quintptr>(childrenOf(parent)[static_cast<std::size_t>(row)]));
}

QModelIndex SpanModel::parent(const QModelIndex& child) const
{
    return child.isValid() ? indexOf(m_nodes[child.internalId()].parent) : QModelIndex();
}

int SpanModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
}

int SpanModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant SpanModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const wire::Span& span = m_inspection.spans[index.internalId()];
    if (role == Qt::DisplayRole) {
        if (index.column() == Value)
            return QString::fromStdString(span.value);
        const int parent = m_nodes[index.internalId()].parent;
        return nameWithin(span.name,
            parent < 0 ? std::string_view()
                       : std::string_view(m_inspection.spans[static_cast<std::size_t>(parent)].name));
    }
    if (role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole) {
        const QString place = span.length == 1 ? tr("byte %1").arg(span.offset)
                                               : tr("%1 bytes from byte %2 on").arg(span.length).arg(span.offset);
        return QString(QString::fromStdString(span.name) + QStringLiteral(" · ") + place);
    }
    return {};
}

QVariant SpanModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Field ? tr("Field") : tr("Value");
}

void SpanModel::retranslate() { emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1); }

} // namespace connscope::inspector
