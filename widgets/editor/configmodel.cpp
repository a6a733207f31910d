// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/configmodel.h"

#include "protocol/properties.h"
#include "theme/look.h"

#include <algorithm>
#include <array>
#include <utility>

namespace connscope::editor {

using protocol::ConfigKey;
using protocol::ConfigType;
using scenario::YamlNode;
using scenario::YamlPath;

namespace {

// Where `config` stands among its neighbours.
constexpr std::array<std::string_view, 8> kOfBroker {
    "id", "host", "port", "advertised", "rack", "service-time", "slow-apis", "config"};
constexpr std::array<std::string_view, 9> kOfOthers {
    "id", "version", "brokers", "name", "kind", "profile", "what-if", "bootstrap", "config"};

std::span<const std::string_view> orderOf(const ConfigTarget& target)
{
    return target.inherited.isRoot() ? std::span<const std::string_view>(kOfOthers) : kOfBroker;
}

/// A value as Kafka reads it: lists joined by commas.
std::string textOf(const YamlNode& node)
{
    if (!node.isList())
        return node.text;
    std::string out;
    for (std::size_t i = 0; i < node.items.size(); ++i)
        out += (i > 0 ? "," : "") + node.items[i].text;
    return out;
}

/// What is said of a value, where it is plain whose.
QString withoutKey(const std::string& key, std::string_view message)
{
    if (message.starts_with(key + ": "))
        message.remove_prefix(key.size() + 2);
    return toText(message);
}

bool isSecret(std::string_view key) { return protocol::shownValue(key, "x") != "x"; }

} // namespace

QString asMilliseconds(const QString& text)
{
    const QString bare = text.trimmed().remove(u' ');
    if (bare.isEmpty() || bare.back().isDigit())
        return text.trimmed();
    const auto duration = parseDuration(bare.toStdString());
    return duration && duration->count() % 1'000'000 == 0 ? QString::number(toMs(*duration)) : text.trimmed();
}

ConfigModel::ConfigModel(Draft& draft, const theme::Look& look, QObject* parent)
    : QAbstractTableModel(parent)
    , m_draft(draft)
    , m_look(look)
{
    connect(&draft, &Draft::changed, this, &ConfigModel::build);
    connect(&look, &theme::Look::changed, this, [this] {
        emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    });
}

void ConfigModel::setThing(const Thing& thing)
{
    m_thing = thing;
    build();
}

const ConfigKey* ConfigModel::keyAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].key : nullptr;
}

QString ConfigModel::nameAt(int row) const
{
    return row >= 0 && row < rowCount() ? QString::fromStdString(m_rows[static_cast<std::size_t>(row)].name)
                                        : QString();
}

int ConfigModel::rowOf(const QString& key) const
{
    const std::string name = key.toStdString();
    const auto found
        = std::find_if(m_rows.begin(), m_rows.end(), [&name](const Row& row) { return row.name == name; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void ConfigModel::build()
{
    if (m_thing.kind == Thing::Kind::Config)
        m_target = configTargetOf(m_draft, m_thing);
    std::vector<Row> rows = m_thing.kind == Thing::Kind::Config ? makeRows() : std::vector<Row>();
    const bool sameKeys = std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
        [](const Row& a, const Row& b) { return a.name == b.name; });
    if (!sameKeys) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i] == m_rows[i])
            continue;
        m_rows[i] = std::move(rows[i]);
        emit dataChanged(index(static_cast<int>(i), 0), index(static_cast<int>(i), ColumnCount - 1));
    }
}

std::vector<ConfigModel::Row> ConfigModel::makeRows() const
{
    std::vector<Row> rows;
    for (const ConfigKey& key : protocol::configKeys(m_target.owner)) {
        if (!key.existsIn(m_target.version))
            continue;
        Row row;
        row.name = key.name;
        row.key = &key;
        rows.push_back(std::move(row));
    }
    const auto rowFor = [&rows, this](const std::string& name) -> Row& {
        const auto found
            = std::find_if(rows.begin(), rows.end(), [&name](const Row& row) { return row.name == name; });
        if (found != rows.end())
            return *found;
        Row row;
        row.name = name;
        row.key = protocol::findConfigKey(m_target.owner, name);
        return *rows.insert(std::upper_bound(rows.begin(), rows.end(), name,
                                [](const std::string& a, const Row& b) { return a < b.name; }),
            std::move(row));
    };
    const YamlNode* inherited = m_target.inherited.isRoot() ? nullptr : m_draft.at(m_target.inherited);
    for (std::size_t i = 0; inherited && i < inherited->entries.size(); ++i)
        rowFor(inherited->entries[i].key.text).inherited = textOf(inherited->entries[i].value);
    const YamlNode* own = m_draft.at(m_target.path);
    for (std::size_t i = 0; own && i < own->entries.size(); ++i) {
        const scenario::YamlEntry& entry = own->entries[i];
        Row& row = rowFor(entry.key.text);
        row.set = textOf(entry.value);
        row.line = m_draft.document()->lineOf(entry.key.offset);
        if (const Message* message = m_draft.messageAt(m_target.path / entry.key.text))
            row.problem = withoutKey(entry.key.text, message->error.message);
    }
    const std::string name = nameOf(m_draft, m_thing).toStdString();
    const auto id = m_target.owner == protocol::ConfigOwner::Broker && !m_target.inherited.isRoot()
        ? brokerIdOf(m_draft, m_target.path.parent())
        : std::nullopt;
    for (const std::string& setting : m_draft.overrides()) {
        const std::size_t equals = setting.find('=');
        const std::string_view left = std::string_view(setting).substr(0, equals);
        for (const std::string& who : m_target.owner == protocol::ConfigOwner::Broker
                ? std::vector<std::string> {"broker." + std::to_string(id.value_or(-1)), "broker", "cluster"}
                : std::vector<std::string> {name, "*"}) {
            if (equals == std::string::npos || left.size() <= who.size() + 1 || !left.starts_with(who)
                || left[who.size()] != '.')
                continue;
            const std::string_view key = left.substr(who.size() + 1);
            if (protocol::findConfigKey(m_target.owner, key)) {
                rowFor(std::string(key)).override = setting.substr(equals + 1);
                break;
            }
        }
    }
    // What holds where a key is not set may follow from others that are.
    protocol::ConfigSet set(m_target.owner, m_target.version);
    for (const Row& row : rows) {
        if (row.override || row.set || row.inherited)
            (void)set.set(row.name, row.override ? *row.override : row.set ? *row.set : *row.inherited);
    }
    for (Row& row : rows) {
        if (!row.key)
            continue;
        const auto plain = row.key->defaultIn(m_target.version);
        const bool isSet = set.isSet(row.name);
        row.isNull = !plain && (isSet || !set.hasValue(row.name));
        row.standard = isSet ? std::string(plain.value_or(std::string_view())) : set.text(row.name);
    }
    return rows;
}

int ConfigModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ConfigModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString ConfigModel::shown(const Row& row) const
{
    const auto& value = row.override ? row.override : row.set ? row.set : row.inherited;
    if (!value)
        return {};
    if (isSecret(row.name))
        return QStringLiteral("[hidden]");
    const QString text = QString::fromStdString(*value);
    bool isNumber = false;
    const qlonglong number = text.toLongLong(&isNumber);
    constexpr qlonglong kLongest = 9'000'000'000'000; // ms that a Duration holds
    if (row.key && row.key->type == ConfigType::Milliseconds && isNumber && number >= 1000 && number < kLongest)
        return text + QStringLiteral("  ·  ") + m_look.format().duration(ms(number));
    return text;
}

QString ConfigModel::allowed(const Row& row) const
{
    return row.key ? QString::fromStdString(row.key->expected(m_target.version)) : tr("no key of Kafka's");
}

QString ConfigModel::setIn(const Row& row) const
{
    if (row.override)
        return tr("tool bar");
    if (row.set)
        return m_target.owner == protocol::ConfigOwner::Broker && !m_target.inherited.isRoot() && row.inherited
            ? tr("line %1, instead of every broker's").arg(row.line)
            : tr("line %1").arg(row.line);
    return row.inherited ? tr("every broker") : QString();
}

QVariant ConfigModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        switch (column) {
        case Key:
            return QString::fromStdString(row.name);
        case Value:
            return shown(row);
        case Default:
            // The message stands beside the value that is wrong.
            if (!row.problem.isEmpty())
                return row.problem;
            if (!row.key)
                return {};
            return isSecret(row.name) && !row.standard.empty()       ? QStringLiteral("[hidden]")
                : row.key->defaultCount == 0 && row.standard.empty() ? tr("demanded")
                : row.isNull && row.standard.empty()                 ? tr("null")
                                                                     : QString::fromStdString(row.standard);
        case Allowed:
            return allowed(row);
        case SetIn:
            return setIn(row);
        case Documentation:
            return row.key ? toText(row.key->doc) : QString();
        case ColumnCount:
            break;
        }
        return {};
    case Qt::EditRole:
        if (column != Value || isSecret(row.name))
            return data(index, Qt::DisplayRole);
        return QString::fromStdString(row.set.value_or(std::string()));
    case RawRole:
        return QString::fromStdString(isSecret(row.name) ? "[hidden]"
                : row.override                           ? *row.override
                : row.set                                ? *row.set
                : row.inherited                          ? *row.inherited
                                                         : row.standard);
    case ChangedRole:
        return row.set.has_value();
    case ProblemRole:
        return row.problem;
    case TypeRole:
        return row.key ? static_cast<int>(row.key->type) : -1;
    case ChoicesRole: {
        QStringList out;
        if (row.key && row.key->type == ConfigType::Boolean)
            out << QStringLiteral("true") << QStringLiteral("false");
        for (std::size_t i = 0; row.key && i < row.key->choiceCount; ++i) {
            const protocol::ConfigChoice& choice = row.key->choices[i];
            if (choice.since <= m_target.version
                && (choice.removedIn == protocol::KafkaVersion {} || m_target.version < choice.removedIn))
                out << toText(choice.text);
        }
        return out;
    }
    case UsedRole:
        return !row.key || row.key->aboutConnections || row.set || row.override;
    case SearchRole:
        return QStringList {QString::fromStdString(row.name), row.key ? toText(row.key->doc) : QString(), shown(row)}
            .join(u' ');
    case Qt::ToolTipRole:
        if (!row.problem.isEmpty())
            return row.problem;
        if (!row.key)
            return QString::fromStdString(row.name);
        return row.key->note.empty() ? toText(row.key->doc)
                                     : QString(toText(row.key->doc) + u'\n' + toText(row.key->note));
    case Qt::ForegroundRole:
        if (!row.problem.isEmpty() && (column == Value || column == Default || column == Key))
            return m_look.theme().error;
        if (column == Default || column == Allowed || column == SetIn || column == Documentation
            || (column == Key && !row.set && !row.override))
            return m_look.theme().secondary;
        return {};
    case Qt::FontRole:
        return column == Key || column == Value || (column == Default && row.problem.isEmpty())
            ? m_look.mono(theme::Type::Small)
            : m_look.text(theme::Type::Small);
    case Qt::AccessibleDescriptionRole:
        return column == Value ? row.problem : QString();
    default:
        return {};
    }
}

Title ConfigModel::titleOf(const std::string& key, const std::optional<std::string>& value) const
{
    const QString name = nameOf(m_draft, m_thing);
    const QString what = QString::fromStdString(key);
    const QString text = value ? QString::fromStdString(*value) : QString();
    return [name, what, text] {
        return text.isEmpty()
            ? tr("set %1 of %2 back to its default").arg(what, name)
            : tr("set %1 of %2 to %3").arg(what, name, text.size() > 40 ? text.left(39) + u'…' : text);
    };
}

bool ConfigModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    QString text = value.toString().trimmed();
    if (row.key && row.key->type == ConfigType::Milliseconds)
        text = asMilliseconds(text);
    if (text.isEmpty())
        return row.set ? reset(index.row()) : true;
    if (row.set && *row.set == text.toStdString())
        return true;
    const std::string name = row.name;
    Change change(m_draft);
    writeOut(change, m_draft, m_thing);
    change.set(m_target.path / name, text.toStdString(), orderOf(m_target));
    // Words are chosen one by one, the rest is typed.
    const bool isTyped = index.data(ChoicesRole).toStringList().isEmpty();
    return m_draft.commit(change, titleOf(name, text.toStdString()),
        isTyped ? QString::fromStdString((m_target.path / name).toString()) : QString());
}

bool ConfigModel::reset(int row)
{
    if (row < 0 || row >= rowCount() || !m_rows[static_cast<std::size_t>(row)].set)
        return false;
    const std::string name = m_rows[static_cast<std::size_t>(row)].name;
    Change change(m_draft);
    change.remove(m_target.path / name, m_target.path.parent());
    return m_draft.commit(change, titleOf(name, std::nullopt));
}

ConfigModel::Pasted ConfigModel::paste(const QString& properties, const QString& file)
{
    Pasted out;
    const auto read = protocol::parseProperties(properties.toStdString(), file.toStdString());
    if (!read) {
        out.error = QString::fromStdString(read.error().toString());
        return out;
    }
    Change change(m_draft);
    writeOut(change, m_draft, m_thing);
    for (const protocol::Property& property : *read) {
        const QString key = QString::fromStdString(property.key);
        if (isSecret(property.key) || property.value.find("${") != std::string::npos) {
            out.secret << key;
        } else if (!protocol::findConfigKey(m_target.owner, property.key)) {
            out.unknown << key;
        } else {
            change.set(m_target.path / property.key, property.value, orderOf(m_target));
            ++out.taken;
        }
    }
    if (out.taken == 0)
        return out;
    const QString name = nameOf(m_draft, m_thing);
    const int count = out.taken;
    if (!m_draft.commit(change, [name, count] { return tr("paste %1 settings into %2").arg(count).arg(name); }))
        out.taken = 0;
    return out;
}

Qt::ItemFlags ConfigModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags out = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == Value && m_draft.document()
        && !isSecret(m_rows[static_cast<std::size_t>(index.row())].name))
        out |= Qt::ItemIsEditable;
    return out;
}

QVariant ConfigModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Key:
        return tr("Key");
    case Value:
        return tr("Value");
    case Default:
        return tr("Default");
    case Allowed:
        return tr("May be");
    case SetIn:
        return tr("Set in");
    case Documentation:
        return tr("What it does");
    default:
        return {};
    }
}

void ConfigFilter::setSearch(const QString& words)
{
    m_words = words.split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

void ConfigFilter::setOnlyChanged(bool on)
{
    m_onlyChanged = on;
    invalidateFilter();
}

void ConfigFilter::setAllKeys(bool on)
{
    m_allKeys = on;
    invalidateFilter();
}

bool ConfigFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (m_onlyChanged && !index.data(ConfigModel::ChangedRole).toBool())
        return false;
    if (m_words.isEmpty())
        return m_allKeys || index.data(ConfigModel::UsedRole).toBool();
    const QString all = index.data(ConfigModel::SearchRole).toString();
    return std::all_of(m_words.begin(), m_words.end(),
        [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

} // namespace connscope::editor
