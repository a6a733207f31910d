// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "scenario/model.h"
#include "scenario/yamledit.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// \file
/// The scenario that is being written: its file's own text. Forms and tables change single values of it, so that comments
/// and order stay; the scenario room reads it after every change, and what it says is the only judge of what is right.

namespace connscope::editor {

/// Names a change in the language of the interface, whenever it is asked.
using Title = std::function<QString()>;

/// A change of the text, for whoever keeps the history.
struct Edit {
    std::string text; ///< all of it, as it is afterwards
    Title title; ///< "set linger.ms of producer to 5"
    QString
        mergeKey; ///< changes with the same one that come one after the other are one step of the history; "" = none
    bool commentsLost = false; ///< a part that had comments had to be written anew
};

/// What the reader said, and about which value.
struct Message {
    scenario::YamlPath path;
    Error error;
    bool isWarning = false;
};

class Draft;

/// Several changes that are one. The first that is refused ends it, and nothing is changed.
class Change {
public:
    explicit Change(const Draft& draft);

    Change& set(const scenario::YamlPath& path, const scenario::YamlValue& value,
        std::span<const std::string_view> order = {});
    Change& set(const scenario::YamlPath& path, std::string_view text, std::span<const std::string_view> order = {})
    {
        return set(path, scenario::YamlValue::scalar(text), order);
    }
    /// Maps inside of \a keep that become empty go too.
    Change& remove(const scenario::YamlPath& path, const scenario::YamlPath& keep);
    Change& rename(const scenario::YamlPath& path, std::string_view key);
    Change& insert(const scenario::YamlPath& list, std::size_t index, const scenario::YamlValue& value);
    Change& move(const scenario::YamlPath& list, std::size_t from, std::size_t to);

    /// As the text is after what was done so far; nullptr where there is nothing.
    const scenario::YamlNode* at(const scenario::YamlPath& path) const;
    const std::optional<Error>& error() const { return m_error; }
    const std::string& text() const { return m_document->text(); }
    bool commentsLost() const { return m_commentsLost; }

private:
    void take(Result<scenario::EditedYaml> edited);

    std::optional<scenario::YamlDocument> m_document;
    std::optional<Error> m_error;
    bool m_commentsLost = false;
};

class Draft : public QObject {
    Q_OBJECT

public:
    explicit Draft(QObject* parent = nullptr);

    /// Reads \a text, which is of \a file. Takes as long as reading a scenario does.
    void setText(std::string text, const std::string& file);
    /// The same of a text that somebody has read already and that is right: it is read again when it is first looked at.
    void setRightText(std::string text, const std::string& file);
    /// There is no scenario: a trace from a file, or nothing.
    void clear();
    /// Settings of the tool bar, which lie over those of the file ("consumer.linger.ms=5").
    void setOverrides(std::vector<std::string> settings);
    const std::vector<std::string>& overrides() const { return m_overrides; }

    bool hasText() const { return m_hasText; }
    const std::string& text() const { return m_text; }
    /// nullptr where the text is no YAML.
    const scenario::YamlDocument* document() const { return judge().document ? &*m_judged.document : nullptr; }
    /// As it was when the text was last right: for lists of what there is. nullptr where it never was.
    const scenario::Scenario* scenario() const { return judge().scenario ? &*m_judged.scenario : nullptr; }
    bool isRight() const { return m_judged.isRight; }
    /// Errors first.
    const std::vector<Message>& messages() const { return judge().messages; }
    /// The first message on this value or on something inside of it; nullptr for none.
    const Message* messageAt(const scenario::YamlPath& path) const;
    /// The first message on exactly this value.
    const Message* messageOn(const scenario::YamlPath& path) const;

    const scenario::YamlNode* at(const scenario::YamlPath& path) const;
    /// What stands at \a path, or stands for it where the text has a short form of what is around it (`brokers: 3`).
    const scenario::YamlNode* meant(const scenario::YamlPath& path) const;
    /// In one line; "" where there is nothing. Lists and maps without their brackets.
    QString textAt(const scenario::YamlPath& path) const;
    static QString lineOf(const scenario::YamlNode* node);
    /// The scenario as the writer has it, everything in its long form; nullptr where it never was right.
    const scenario::YamlDocument* longForm() const;

    /// Hands a change on. False, and `refused`, where it could not be made.
    bool commit(const Change& change, Title title, const QString& mergeKey = {});

signals:
    /// There is another text, or the same one is judged anew.
    void changed();
    /// Somebody wants this text; whoever keeps the history answers with setText.
    void edited(const connscope::editor::Edit& edit);
    void refused(const QString& why);

private:
    /// What the reader said of the text.
    struct Judged {
        bool isDue = false; ///< it was not asked yet
        bool isRight = false;
        std::optional<scenario::YamlDocument> document;
        std::optional<scenario::Scenario> scenario; ///< when the text was last right
        std::optional<scenario::YamlDocument> longForm;
        std::vector<Message> messages;
    };
    /// False where that is the text already.
    bool take(std::string text, const std::string& file);
    const Judged& judge() const;

    std::string m_text;
    std::string m_file;
    bool m_hasText = false;
    mutable Judged m_judged;
    std::vector<std::string> m_overrides;
};

inline QString toText(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

} // namespace connscope::editor
