// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/things.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <optional>
#include <vector>

namespace connscope::theme {
class Look;
}

namespace connscope::editor {

/// The settings of a client or of brokers as rows: every key that their version knows, by name, and what is set without
/// being one. A value that is written is put into the draft; what the reader says of it is shown beside it.
/// Values of secret keys are neither shown nor taken: a scenario needs none, and it is handed on.
class ConfigModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Key, Value, Default, Allowed, SetIn, Documentation, ColumnCount };
    enum Role {
        RawRole = Qt::UserRole, ///< the value as it stands in the text, or is in force
        ChangedRole, ///< whether it is set here
        ProblemRole, ///< what the reader says of it; "" = it is right
        TypeRole, ///< protocol::ConfigType
        ChoicesRole, ///< QStringList: what a Choice or Boolean may be
        UsedRole, ///< whether anything here depends on it
        SearchRole, ///< all words of the row
    };

    ConfigModel(Draft& draft, const theme::Look& look, QObject* parent = nullptr);

    /// Whose settings; a Thing of kind Config.
    void setThing(const Thing& thing);
    const Thing& thing() const { return m_thing; }
    const ConfigTarget& target() const { return m_target; }
    /// nullptr for a row that is no known key.
    const protocol::ConfigKey* keyAt(int row) const;
    QString nameAt(int row) const;
    int rowOf(const QString& key) const; ///< −1 = there is none

    /// Takes the value away: the default holds again. False where none is set.
    bool reset(int row);
    /// Text as in a client.properties file, "key=value" a line. What could not be taken is told in the result: keys that this
    /// kind of client does not have, secrets. An error of the parser, with its line, changes nothing.
    struct Pasted {
        int taken = 0;
        QStringList unknown;
        QStringList secret;
        QString error;
    };
    Pasted paste(const QString& properties, const QString& file = {});

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        std::string name;
        const protocol::ConfigKey* key = nullptr;
        std::optional<std::string> set; ///< here
        std::optional<std::string> inherited; ///< of every broker
        std::optional<std::string> override; ///< of the tool bar
        std::string standard; ///< what holds without
        bool isNull = false; ///< the standard is Java's null
        QString problem;
        int line = 0; ///< of the file, 0 = not set
        bool operator==(const Row&) const = default;
    };
    void build();
    std::vector<Row> makeRows() const;
    QString shown(const Row& row) const;
    QString setIn(const Row& row) const;
    QString allowed(const Row& row) const;
    Title titleOf(const std::string& key, const std::optional<std::string>& value) const;

    Draft& m_draft;
    const theme::Look& m_look;
    Thing m_thing;
    ConfigTarget m_target;
    std::vector<Row> m_rows;
};

/// Rows in which what was typed occurs; on request only those that are set; without a search only those that matter here.
class ConfigFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setSearch(const QString& words);
    void setOnlyChanged(bool on);
    void setAllKeys(bool on);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    bool m_onlyChanged = false;
    bool m_allKeys = false;
};

/// "540 s", "9m" and "540000" for a key of milliseconds: as it is written into the text.
QString asMilliseconds(const QString& text);

} // namespace connscope::editor
