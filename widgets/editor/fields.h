// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/things.h"

#include <QStringList>

#include <vector>

/// \file
/// What can be said of each kind of thing: the keys of docs/scenario-format.md, as rows of tables. A form shows a line for
/// each; what a value may be is the reader's to say.

namespace connscope::editor {

enum class FieldKind : std::uint8_t {
    Text,
    LongText, ///< several lines
    Duration,
    Number,
    Choice, ///< one of wordsOf(), or what is not said
    Query,
    List, ///< "0, 1, 2": as inside of [ ]
    Map, ///< "test: 2": as inside of { }
    Name, ///< the key by which the thing stands in its map: taken when it is whole
};

/// Where the words of a Choice come from.
enum class FieldWords : std::uint8_t {
    None,
    Flags,
    Kinds,
    Profiles,
    Versions,
    Answers,
    Verbs,
    Brokers,
    Clients,
    Topics,
    Partitions,
};

struct Field {
    const char* key; ///< below the thing; "kernel/syn-retry" is in a map of its own
    FieldKind kind;
    const char* label; ///< to be translated in context "Fields"
    const char* help; ///< a sentence, likewise
    const char* standard = ""; ///< what holds where nothing is said, as it would be written
    FieldWords words = FieldWords::None;
};

/// In the order in which they stand in a file, too. Of a step and an action: of its word.
std::vector<Field> fieldsOf(const Draft& draft, const Thing& thing);
QString labelOf(const Field& field);
QString helpOf(const Field& field);
/// What holds where nothing is said, where that depends on other things.
QString standardOf(const Draft& draft, const Thing& thing, const Field& field);
QStringList wordsOf(const Draft& draft, FieldWords words);
/// Where the value stands, or would stand.
scenario::YamlPath pathOf(const Draft& draft, const Thing& thing, const Field& field);
/// As it is shown in the form.
QString valueOf(const Draft& draft, const Thing& thing, const Field& field);

/// The thing under the name that a field of kind Name gives it.
Thing renamed(const Thing& thing, const QString& name);
/// The field's value changed; "" takes it away. An error where \a text cannot stand in a list or map.
Result<Change> changeOf(const Draft& draft, const Thing& thing, const Field& field, const QString& text);
/// "set the latency of the network to 2ms".
Title titleOf(const Draft& draft, const Thing& thing, const Field& field, const QString& text);

} // namespace connscope::editor
