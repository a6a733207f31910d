// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/outline.h"

#include "frame/actionwords.h"
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
    const scenario::Scenario* scenario = m_context.document.scenario();
    if (scenario) {
        auto* about = group(
            m_context.document.source().title.empty() ? tr("Scenario") : text(m_context.document.source().title));
        row(about, tr("seed"), QString::number(m_context.document.source().seed));
        row(about, tr("until"), m_context.look.format().duration(scenario->until));
        row(about, tr("profile"),
            text(m_context.document.source().profile.empty() ? scenario->profileName
                                                             : m_context.document.source().profile));
        addCluster();
    } else {
        const trace::Header& header = m_context.document.trace().header();
        auto* about = group(tr("Trace"));
        row(about, tr("title"), text(header.title));
        row(about, tr("events"),
            m_context.look.format().number(static_cast<std::int64_t>(m_context.document.trace().size())));
        row(about, tr("length"), m_context.look.format().duration(m_context.document.end() - kStart));
    }
    addClients();
    if (scenario)
        addActions();
}

void Outline::addCluster()
{
    const scenario::Scenario& s = *m_context.document.scenario();
    auto* brokers = group(tr("Cluster"));
    constexpr std::size_t kMost = 200; // a tree of more is no outline
    for (std::size_t i = 0; i < std::min(s.cluster.brokers.size(), kMost); ++i) {
        const auto& broker = s.cluster.brokers[i];
        QString where = text(broker.host) + u':' + QString::number(broker.port);
        if (!broker.rack.empty())
            where += QStringLiteral(" · ") + text(broker.rack);
        row(brokers, tr("broker %1").arg(broker.id.value), where, view::Item::of(broker.id));
    }
    if (s.cluster.brokers.size() > kMost)
        row(brokers, QStringLiteral("…"), tr("%1 brokers in all").arg(s.cluster.brokers.size()));
    for (const auto& topic : s.cluster.topics) {
        QStringList leaders;
        for (std::size_t p = 0; p < std::min<std::size_t>(topic.partitions.size(), 32); ++p) {
            const auto leader = topic.partitions[p].leader;
            leaders << (leader.isValid() ? QString::number(leader.value) : QStringLiteral("–"));
        }
        if (topic.partitions.size() > 32)
            leaders << QStringLiteral("…");
        row(brokers, text(topic.name), tr("leaders %1").arg(leaders.join(QStringLiteral(", "))));
    }
    for (const auto& [name, broker] : s.cluster.groupCoordinators)
        row(brokers, text(name), tr("group, coordinator: broker %1").arg(broker.value), view::Item::of(broker));
}

void Outline::addClients()
{
    auto* clients = group(tr("Clients"));
    const scenario::Scenario* s = m_context.document.scenario();
    const std::uint32_t count = std::min<std::uint32_t>(m_context.document.trace().clientCount(), 500);
    for (std::uint32_t i = 0; i < count; ++i) {
        const ClientId id {i};
        const trace::ClientState& client = m_context.document.index().end().client(id);
        if (!client.exists() && m_context.document.trace().dropped() > 0)
            continue; // ended, and its events were dropped
        const std::string_view kind = client.exists() ? trace::clientKindName(client.kind) : std::string_view();
        row(clients, text(m_context.document.names().client(id)),
            QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size())), view::Item::of(id));
    }
    if (!s)
        return;
    for (const scenario::ClientEntry& entry : s->clients) {
        if (entry.config.empty())
            continue;
        auto* config = group(tr("Config of %1").arg(text(entry.name)));
        for (const auto& [key, value] : entry.config)
            row(config, text(key), text(value));
    }
}

void Outline::addActions()
{
    const scenario::Scenario& s = *m_context.document.scenario();
    if (s.actions.empty())
        return;
    auto* actions = group(tr("What happens"));
    for (const scenario::Action& action : s.actions) {
        QString when = action.at ? m_context.look.format().tick(*action.at) : text(action.whenText);
        if (action.after.count() > 0)
            when += QStringLiteral(" + ") + m_context.look.format().duration(action.after);
        row(actions, when, actionWords(action, m_context.look.format()));
    }
}

} // namespace connscope::frame
