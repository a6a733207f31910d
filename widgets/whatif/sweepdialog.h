// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sweep/sweep.h"
#include "view/context.h"
#include "whatif/runner.h"
#include "whatif/sweepplot.h"

#include <QDialog>
#include <QStringList>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace connscope::whatif {

/// Tools ▸ Sweep…: varies one setting or two of the scenario that is open, on all cores, as a plot and a table. A run of
/// it can be opened in the window.
class SweepDialog : public QDialog {
    Q_OBJECT

public:
    explicit SweepDialog(const view::Context& context, QWidget* parent = nullptr);
    ~SweepDialog() override;

    /// What can be varied in a scenario: its shape, profile, seed, and the keys that decide about connections.
    static QStringList namesFor(const scenario::Scenario& scenario);

    QComboBox* name(int axis) const { return m_name[axis]; }
    QLineEdit* values(int axis) const { return m_values[axis]; }
    SweepPlot& plot() const { return *m_plot; }
    QTableWidget* table() const { return m_rows; }
    bool isRunning() const { return m_runner.isRunning(); }
    const std::optional<sweep::Table>& result() const { return m_result; }
    QString message() const;
    /// As the command line writes it.
    QByteArray csv() const;

public slots:
    void run();
    void cancel() { m_runner.cancel(); }

signals:
    /// One of its runs is to be opened: settings as the command line has them with --set; profile and seed "" = unchanged.
    void runWanted(const QStringList& settings, const QString& profile, const QString& seed);
    /// A run of all of it ended.
    void ended();

private:
    void build();
    void openRow(std::size_t row);
    void showTable(const sweep::Table& table);
    void redraw();
    void fillNames();
    void save(bool asFigure);
    void retranslate();
    void update();

    view::Context m_context;
    Runner m_runner;
    QLabel* m_nameLabel[2];
    QComboBox* m_name[2];
    QLineEdit* m_values[2];
    QLabel* m_hint;
    QPushButton* m_run;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
    QLabel* m_message;
    QComboBox* m_column;
    QCheckBox* m_log;
    SweepPlot* m_plot;
    QTableWidget* m_rows;
    QPushButton* m_open;
    QPushButton* m_csv;
    QPushButton* m_figure;
    std::optional<sweep::Table> m_result;
    QString m_error;
};

} // namespace connscope::whatif
