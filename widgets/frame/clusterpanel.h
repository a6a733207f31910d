// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/ids.h"
#include "scenario/model.h"
#include "view/context.h"

#include <QWidget>

#include <utility>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableView;
class QToolButton;

namespace connscope::frame {

class ClusterModel;

/// The loopback cluster: how many brokers on which ports before it starts; then a row for each with what can be done to it,
/// and the lines that another program needs to reach it.
class ClusterPanel : public QWidget {
    Q_OBJECT

public:
    explicit ClusterPanel(const view::Context& context, QWidget* parent = nullptr);

    enum class Origin : std::uint8_t {
        Plain, ///< started here
        Scenario, ///< of a scenario that runs for real
        ScenarioElsewhere, ///< likewise, on other ports than it says: only its own clients find them
    };
    /// Brokers that listen now, and where; none = no cluster runs.
    void setRunning(const std::vector<std::pair<BrokerId, QString>>& brokers, Origin origin);
    bool isRunning() const { return m_running; }
    ClusterModel& model() { return *m_model; }
    QTableView& table() { return *m_table; }
    /// "bootstrap.servers=…" and "kcat -b … -L"; "" where none runs.
    QString bootstrapLine() const;
    QString kcatLine() const;
    /// Into the field that a start needs first.
    void focusStart();
    /// The button of something that is done to the current broker.
    QToolButton* button(scenario::Action::Kind kind) const;

signals:
    /// \a port: the first broker's, 0 = any that are free.
    void startWanted(int brokers, int port);
    void stopWanted();
    void actionWanted(connscope::scenario::Action::Kind kind, connscope::BrokerId broker);

private:
    QWidget* makeStart();
    QWidget* makeVerbs();
    QWidget* makeLine(QLineEdit*& line, QToolButton*& copy);
    void act(scenario::Action::Kind kind);
    void update();
    void retranslate();

    view::Context m_context;
    ClusterModel* m_model;
    QTableView* m_table;
    QLabel* m_state = nullptr;
    QWidget* m_choice = nullptr; // of number and port
    QLabel* m_countLabel = nullptr;
    QSpinBox* m_count = nullptr;
    QLabel* m_portLabel = nullptr;
    QSpinBox* m_port = nullptr;
    QPushButton* m_start = nullptr;
    QWidget* m_verbs = nullptr;
    QWidget* m_lines = nullptr;
    QLineEdit* m_bootstrap = nullptr;
    QLineEdit* m_kcat = nullptr;
    QToolButton* m_copyBootstrap = nullptr;
    QToolButton* m_copyKcat = nullptr;
    std::vector<std::pair<scenario::Action::Kind, QToolButton*>> m_buttons;
    bool m_running = false;
    Origin m_origin = Origin::Plain;
};

} // namespace connscope::frame
