// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/loader.h"
#include "view/context.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;

/// \file
/// What to compare the window's run with: the same scenario run otherwise, or another scenario or trace. A scenario takes a
/// profile, a seed and settings, whichever it is; a trace is as it is.

namespace connscope::app {

class CompareDialog : public QDialog {
    Q_OBJECT

public:
    CompareDialog(const view::Context& context, QWidget* parent);

    /// As the window's run is asked for now; the fields begin with it.
    void begin(LoadRequest own);
    /// The second run as the fields say it.
    LoadRequest request() const;
    void setFile(const QString& file);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void wanted(const connscope::app::LoadRequest& request);

private:
    /// Of a run, as the fields say it.
    struct Fields {
        QString profile; ///< "" = as the scenario says
        QString seed; ///< likewise
        QString settings;
    };

    void retranslate();
    void refresh();
    void chooseFile();
    void choose(bool another);
    Fields fields() const;
    void fill(const Fields& fields);
    std::string file() const;

    view::Context m_context;
    LoadRequest m_own;
    Fields m_kept; // of the one of both that is not chosen
    bool m_showsAnother = false; // whose fields are shown
    QLabel* m_head;
    QRadioButton* m_otherwise;
    QRadioButton* m_another;
    QLabel* m_profileLabel;
    QComboBox* m_profile;
    QLabel* m_seedLabel;
    QLineEdit* m_seed;
    QLabel* m_settingsLabel;
    QPlainTextEdit* m_settings;
    QLineEdit* m_file;
    QPushButton* m_choose;
    QPushButton* m_compare;
};

} // namespace connscope::app
