// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/outline.h"

#include "theme/look.h"
#include "view/document.h"
#include "view/selection.h"

#include <QHeaderView>
#include <QVariant>

namespace connscope::frame {

namespace {

constexpr int kItemRole = Qt::UserRole;

QString text(const std::string& s) { return QString::fromStdString(s); }

QTreeWidgetItem* row(QTreeWidgetItem* parent, const QString& name, const QString& value, view::Item item = {})
{
    auto* out = new QTreeWidgetItem(parent, {name, value});
    out->setToolTip(1, value);
    if (item)
        out->setData(0, kItemRole, QVariant::fromValue(item));
    return out;
}

} // namespace

Outline::Outline(const view::Context& context, QWidget* parent)
    : QTreeWidget(parent)
    , m_context(context)
{
    setColumnCount(2);
    setHeaderHidden(true);
    setIndentation(14);
    setUniformRowHeights(true);
    setFrameShape(QFrame::NoFrame);
    header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* current) {
        const QVariant item = current ? current->data(0, kItemRole) : QVariant();
        if (item.isValid())
            m_context.selection.setCurrent(item.value<view::Item>());
    });
    connect(&context.document, &view::Document::replaced, this, &Outline::buildWhenSeen);
    connect(&context.document, &view::Document::sourceChanged, this, &Outline::buildWhenSeen);
    connect(&context.look, &theme::Look::changed, this, &Outline::buildWhenSeen);
    buildWhenSeen();
}

void Outline::buildWhenSeen()
{
    m_stale = true;
    setAccessibleName(tr("Scenario"));
    if (isVisible())
        build();
}

void Outline::showEvent(QShowEvent* event)
{
    QTreeWidget::showEvent(event);
    if (m_stale)
        build();
}

QTreeWidgetItem* Outline::group(const QString& title)
{
    auto* out = new QTreeWidgetItem(this, {title});
    out->setFont(0, m_context.look.text(theme::Type::Strong));
    out->setFirstColumnSpanned(true);
    out->setExpanded(true);
    return out;
}

void Outline::build()
{
    m_stale = false;
    clear();
    const trace::Header& header = m_context.document.trace().header();
    auto* about = group(tr("Trace"));
    row(about, tr("title"), text(header.title));
    row(about, tr("events"),
        m_context.look.format().number(static_cast<std::int64_t>(m_context.document.trace().size())));
    row(about, tr("length"), m_context.look.format().duration(m_context.document.end() - kStart));
    addClients();
}

void Outline::addClients()
{
    auto* clients = group(tr("Clients"));
    const std::uint32_t count = std::min<std::uint32_t>(m_context.document.trace().clientCount(), 500);
    for (std::uint32_t i = 0; i < count; ++i) {
        const ClientId id {i};
        if (const trace::Twofold* twofold = m_context.document.twofold(); twofold && !twofold->isShown(id))
            continue; // as the second of two runs has it
        const trace::ClientState& client = m_context.document.index().end().client(id);
        if (!client.exists() && m_context.document.trace().dropped() > 0)
            continue; // ended, and its events were dropped
        const std::string_view kind = client.exists() ? trace::clientKindName(client.kind) : std::string_view();
        row(clients, text(m_context.document.names().client(id)),
            QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size())), view::Item::of(id));
    }
}

} // namespace connscope::frame
