// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/liveplans.h"
#include "view/context.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace connscope::app {

/// What is asked before a client of ours meets somebody else's cluster: where it is, what of a client.properties file, which
/// client, and whether it may write there. Not modal. Values that are secret are seen nowhere.
class ConnectDialog : public QDialog {
    Q_OBJECT

public:
    explicit ConnectDialog(const view::Context& context, QWidget* parent = nullptr);

    /// Takes over a client.properties file; says so in the dialog where it cannot be read.
    void setPropertiesFile(const QString& file);
    void setServers(const QString& servers);
    /// As it is filled in now.
    OutsideRequest request() const;
    /// As if its button was pressed.
    void run();

signals:
    void wanted(const connscope::app::LivePlan& plan);

protected:
    void changeEvent(QEvent* event) override;

private:
    void chooseFile();
    void refresh();
    void retranslate();

    view::Context m_context;
    ClientProperties m_properties;
    QString m_file;
    QFormLayout* m_form;
    QLineEdit* m_servers;
    QWidget* m_fileRow;
    QLineEdit* m_fileName;
    QPushButton* m_choose;
    QPlainTextEdit* m_shown;
    QComboBox* m_kind;
    QLineEdit* m_topic;
    QLineEdit* m_group;
    QLabel* m_groupHint;
    QCheckBox* m_mayWrite;
    QLabel* m_problem;
    QPushButton* m_run;
};

} // namespace connscope::app
