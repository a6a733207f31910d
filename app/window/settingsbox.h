// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/completion.h"
#include "scenario/model.h"

#include <QFrame>
#include <QString>

#include <string>
#include <vector>

class QLabel;

namespace connscope::theme {
class Look;
}

namespace connscope::app {

class SettingsEdit;

/// What may come next in a line "NAME.KEY=VALUE" (scenario::applySetting): the clients' names, * and the brokers'; behind
/// the dot the keys that these have, each with its default, first those that decide about connections; behind = the values
/// of a key that has few. \a profile: a person's, "" = each client's own.
frame::Completion settingCompletion(
    const QString& line, qsizetype cursor, const scenario::Scenario& scenario, const std::string& profile);

/// Settings on top of a scenario, one a line, with completion. What does not go is said in the box, which stays open; nothing
/// is lost.
class SettingsBox : public QFrame {
    Q_OBJECT

public:
    /// \a look outlives it.
    SettingsBox(const theme::Look& look, scenario::Scenario scenario, std::string profile,
        const std::vector<std::string>& settings, QWidget* parent);

    /// What is wrong, with its line; "" = nothing.
    QString problem() const;
    /// As its button: tells `accepted` and closes, or says what is wrong.
    void run();

signals:
    void accepted(const std::vector<std::string>& settings);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refuse(const QString& problem);

    scenario::Scenario m_scenario;
    std::string m_profile;
    SettingsEdit* m_edit;
    QLabel* m_problem;
};

} // namespace connscope::app
