// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/format.h"

#include <QByteArray>
#include <QList>
#include <QString>

/// \file
/// What people really ask about Kafka connections, and where the answer can be looked at: resources/questions/questions.json,
/// which lies in the program.

namespace connscope::whatif {

struct Question {
    QString id; ///< "node-minus-one"
    QString question[2]; ///< by theme::Language
    QString answer[2];
    // Where it leads: a scenario that comes with the program, and what to look at in it. `query` or `finding` is given, or both.
    QString scenario; ///< "13-three-kinds"
    QString profile; ///< "" = as the scenario says
    QString query; ///< the first event for which it holds
    QString finding; ///< the kind of a finding, whose first evidence is the place where there is no query

    bool matches(const QString& search, theme::Language language) const;
};

/// Those of the program.
QList<Question> questions();
/// Those of a file's bytes; none, and what is wrong in \a error, where it is no such file.
QList<Question> readQuestions(const QByteArray& json, QString* error = nullptr);

} // namespace connscope::whatif
