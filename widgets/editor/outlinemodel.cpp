// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/outlinemodel.h"

#include "frame/actionwords.h"
#include "theme/look.h"

#include <algorithm>
#include <utility>

namespace connscope::editor {

using scenario::YamlNode;
using scenario::YamlPath;
using Kind = Thing::Kind;

namespace {

constexpr std::size_t kMost = 200; // of one sort: a tree of more is no outline

} // namespace

struct OutlineModel::Node {
    Thing thing;
    QString name;
    QString detail;
    QString problem;
    Node* parent = nullptr;
    int row = 0;
    std::vector<std::unique_ptr<Node>> children;

    /// Whether rows stand for the same things.
    bool hasShapeOf(const Node& other) const
    {
        return thing == other.thing
            && std::equal(children.begin(), children.end(), other.children.begin(), other.children.end(),
                [](const auto& a, const auto& b) { return a->hasShapeOf(*b); });
    }
};

OutlineModel::OutlineModel(const Draft& draft, const theme::Look& look, QObject* parent)
    : QAbstractItemModel(parent)
    , m_draft(draft)
    , m_look(look)
    , m_root(std::make_unique<Node>())
{
    connect(&draft, &Draft::changed, this, &OutlineModel::build);
    connect(&look, &theme::Look::changed, this, &OutlineModel::build);
    build();
}

OutlineModel::~OutlineModel() = default;

void OutlineModel::build()
{
    auto tree = makeTree();
    if (!tree->hasShapeOf(*m_root)) {
        beginResetModel();
        m_root = std::move(tree);
        endResetModel();
        emit rebuilt();
        return;
    }
    // Rows stay, so that whoever types in a form keeps the place in the tree.
    const auto take = [this](auto&& self, Node& own, Node& other, const QModelIndex& index) -> void {
        own.name = std::move(other.name);
        own.detail = std::move(other.detail);
        own.problem = std::move(other.problem);
        for (std::size_t i = 0; i < own.children.size(); ++i)
            self(self, *own.children[i], *other.children[i], this->index(static_cast<int>(i), 0, index));
        if (!own.children.empty())
            emit dataChanged(this->index(0, 0, index),
                this->index(static_cast<int>(own.children.size()) - 1, ColumnCount - 1, index));
    };
    take(take, *m_root, *tree, {});
}

OutlineModel::Node& OutlineModel::add(
    Node& parent, Kind kind, const YamlPath& path, const QString& name, const QString& detail) const
{
    auto node = std::make_unique<Node>();
    node->thing = {kind, path};
    node->name = name;
    node->detail = detail;
    node->parent = &parent;
    node->row = static_cast<int>(parent.children.size());
    for (const Message& message : m_draft.messages()) {
        if (!message.isWarning && !path.isRoot() && message.path.isIn(path)) {
            node->problem = QString::fromStdString(message.error.message);
            break;
        }
    }
    parent.children.push_back(std::move(node));
    return *parent.children.back();
}

void OutlineModel::addConfig(Node& parent, const YamlPath& path, const QString& name) const
{
    const YamlNode* config = m_draft.at(path);
    const std::size_t count = config ? config->entries.size() : 0;
    add(parent, Kind::Config, path, name, count == 0 ? QString() : QString::number(count));
}

std::unique_ptr<OutlineModel::Node> OutlineModel::makeTree() const
{
    auto root = std::make_unique<Node>();
    if (!m_draft.document())
        return root;
    const scenario::Scenario* s = m_draft.scenario();
    add(*root, Kind::Scenario, {}, tr("Scenario"),
        s ? QString::fromStdString(
            m_look.language() == theme::Language::Chinese && !s->title.zh.empty() ? s->title.zh : s->title.en)
          : QString());
    addCluster(*root);
    const YamlPath network = YamlPath() / "network";
    Node& links = add(*root, Kind::Network, network, tr("Network"), m_draft.textAt(network / "latency"));
    if (const YamlNode* list = m_draft.at(network / "links")) {
        for (std::size_t i = 0; i < std::min(list->items.size(), kMost); ++i) {
            const YamlPath path = network / "links" / i;
            QString client = m_draft.textAt(path / "client");
            if (client.isEmpty() || client == QLatin1String("*"))
                client = tr("every client");
            const QString broker = m_draft.textAt(path / "broker");
            add(links, Kind::Link, path,
                tr("%1 – %2").arg(client, broker.isEmpty() ? tr("every broker") : tr("broker %1").arg(broker)),
                m_draft.textAt(path / "latency"));
        }
    }
    addClients(*root);
    addActions(*root);
    return root;
}

void OutlineModel::addCluster(Node& root) const
{
    const scenario::Scenario* s = m_draft.scenario();
    const YamlPath path = YamlPath() / "cluster";
    const std::size_t count = s ? s->cluster.brokers.size() : 0;
    QString inShort;
    if (s) {
        const QString version = QString::fromStdString(s->cluster.version.toString());
        inShort = count == 1 ? tr("1 broker · %1").arg(version)
                             : tr("%1 brokers · %2").arg(m_look.format().number(static_cast<qint64>(count)), version);
    }
    Node& cluster = add(root, Kind::Cluster, path, tr("Cluster"), inShort);
    addConfig(cluster, path / "config", tr("Settings of every broker"));
    const YamlNode* list = m_draft.meant(path / "brokers");
    const std::size_t brokers = list && list->isList() ? list->items.size() : count;
    for (std::size_t i = 0; i < std::min(brokers, kMost); ++i) {
        const YamlPath own = path / "brokers" / i;
        const auto id = brokerIdOf(m_draft, own);
        const YamlNode* host = m_draft.meant(own / "host");
        const YamlNode* port = m_draft.meant(own / "port");
        QString where = host ? Draft::lineOf(host) : QString();
        if (where.isEmpty() && s && i < count)
            where = QString::fromStdString(s->cluster.brokers[i].host);
        const QString number = port ? Draft::lineOf(port)
            : s && i < count        ? QString::number(s->cluster.brokers[i].port)
                                    : QString();
        Node& broker = add(cluster, Kind::Broker, own, id ? tr("broker %1").arg(*id) : tr("broker"),
            number.isEmpty() ? where : where + u':' + number);
        addConfig(broker, own / "config", tr("Settings"));
    }
    if (brokers > kMost)
        add(cluster, Kind::None, path / "brokers", QStringLiteral("…"),
            tr("%1 brokers in all").arg(m_look.format().number(static_cast<qint64>(brokers))));
    const YamlPath topicsPath = path / "topics";
    Node& topics = add(root, Kind::Topics, topicsPath, tr("Topics"));
    const QStringList names = topicNames(m_draft);
    for (qsizetype i = 0; i < std::min(names.size(), static_cast<qsizetype>(kMost)); ++i) {
        const std::string name = names[i].toStdString();
        QString detail;
        if (s) {
            for (const broker::TopicSpec& topic : s->cluster.topics) {
                if (topic.name != name)
                    continue;
                QStringList leaders;
                for (std::size_t p = 0; p < std::min<std::size_t>(topic.partitions.size(), 12); ++p)
                    leaders << (topic.partitions[p].leader.isValid()
                            ? QString::number(topic.partitions[p].leader.value)
                            : QStringLiteral("–"));
                if (topic.partitions.size() > 12)
                    leaders << QStringLiteral("…");
                detail = tr("leaders %1").arg(leaders.join(QStringLiteral(", ")));
            }
        }
        add(topics, Kind::Topic, topicsPath / name, names[i], detail);
    }
}

void OutlineModel::addClients(Node& root) const
{
    const YamlPath path = YamlPath() / "clients";
    Node& clients = add(root, Kind::Clients, path, tr("Clients"));
    const YamlNode* list = m_draft.at(path);
    for (std::size_t i = 0; list && i < std::min(list->items.size(), kMost); ++i) {
        const YamlPath own = path / i;
        const QString count = m_draft.textAt(own / "count");
        const QString kind = m_draft.textAt(own / "kind");
        Node& client = add(clients, Kind::Client, own, clientNameOf(m_draft, own),
            count.isEmpty() ? kind : tr("%1 × %2").arg(count, kind));
        addConfig(client, own / "config", tr("Settings"));
        const YamlPath scriptPath = own / "script";
        const bool isOwn = m_draft.at(scriptPath) != nullptr;
        Node& script = add(client, Kind::Script, scriptPath, tr("Script"), isOwn ? QString() : tr("as usual"));
        const YamlNode* steps = m_draft.meant(scriptPath);
        for (std::size_t k = 0; steps && k < std::min(steps->items.size(), kMost); ++k) {
            const std::string word = stepWordOf(steps->items[k]);
            const YamlNode& step = steps->items[k];
            add(script, Kind::Step, scriptPath / k, toText(word),
                step.isMap() && !step.entries.empty() ? Draft::lineOf(&step.entries.front().value) : QString());
        }
    }
}

void OutlineModel::addActions(Node& root) const
{
    const YamlPath path = YamlPath() / "actions";
    Node& actions = add(root, Kind::Actions, path, tr("What happens"));
    const YamlNode* list = m_draft.at(path);
    const scenario::Scenario* s = m_draft.isRight() ? m_draft.scenario() : nullptr;
    for (std::size_t i = 0; list && i < std::min(list->items.size(), kMost); ++i) {
        QString when = m_draft.textAt(path / i / "at");
        if (when.isEmpty())
            when = m_draft.textAt(path / i / "when");
        if (const QString after = m_draft.textAt(path / i / "after"); !after.isEmpty())
            when += QStringLiteral(" + ") + after;
        add(actions, Kind::Action, path / i, when,
            s && i < s->actions.size() ? frame::actionWords(s->actions[i], m_look.format())
                                       : m_draft.textAt(path / i / "do"));
    }
}

QModelIndex OutlineModel::indexOf(const Thing& thing) const
{
    QModelIndex best;
    const auto look = [&](auto&& self, const Node& node, const QModelIndex& index) -> bool {
        for (const auto& child : node.children) {
            const QModelIndex own = this->index(child->row, 0, index);
            if (child->thing == thing) {
                best = own;
                return true;
            }
            if (!child->thing.path.isRoot() && thing.path.isIn(child->thing.path))
                best = own;
            if (self(self, *child, own))
                return true;
        }
        return false;
    };
    look(look, *m_root, {});
    return best;
}

Thing OutlineModel::thingAt(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<const Node*>(index.internalPointer())->thing : Thing();
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const
{
    const Node& node = parent.isValid() ? *static_cast<const Node*>(parent.internalPointer()) : *m_root;
    if (row < 0 || column < 0 || column >= ColumnCount || row >= static_cast<int>(node.children.size())
        || parent.column() > 0)
        return {};
    return createIndex(row, column, node.children[static_cast<std::size_t>(row)].get());
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    Node* node = static_cast<Node*>(child.internalPointer())->parent;
    return node == m_root.get() ? QModelIndex() : createIndex(node->row, 0, node);
}

int OutlineModel::rowCount(const QModelIndex& parent) const
{
    if (parent.column() > 0)
        return 0;
    const Node& node = parent.isValid() ? *static_cast<const Node*>(parent.internalPointer()) : *m_root;
    return static_cast<int>(node.children.size());
}

int OutlineModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QVariant OutlineModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Node& node = *static_cast<const Node*>(index.internalPointer());
    const bool isGroup = node.parent == m_root.get();
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Name ? node.name : node.detail;
    case Qt::ToolTipRole:
        return !node.problem.isEmpty() ? node.problem : index.column() == Detail ? node.detail : node.name;
    case Qt::FontRole:
        return m_look.text(isGroup && index.column() == Name ? theme::Type::Strong : theme::Type::Body);
    case Qt::ForegroundRole:
        if (!node.problem.isEmpty())
            return m_look.theme().error;
        return index.column() == Detail ? QVariant(m_look.theme().secondary) : QVariant();
    case Qt::AccessibleTextRole:
        return node.detail.isEmpty() ? node.name : tr("%1, %2").arg(node.name, node.detail);
    case Qt::AccessibleDescriptionRole:
        return node.problem;
    case ThingRole:
        return QVariant::fromValue(node.thing);
    case ProblemRole:
        return node.problem;
    default:
        return {};
    }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("What there is") : tr("In short");
}

} // namespace connscope::editor
