// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/loader.h"
#include "view/context.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace connscope::app {

/// What is looked at, and how it was run: profile, simulated or not, seed, settings. Changing one asks for another run at
/// once.
class SourceBar : public QWidget {
    Q_OBJECT

public:
    explicit SourceBar(const view::Context& context, QWidget* parent = nullptr);

    /// How it was run, as a request for the same again.
    LoadRequest request() const;
    void nextSeed();
    void editSettings();

signals:
    void wanted(const connscope::app::LoadRequest& request);

private:
    void refresh();
    void askFor(LoadRequest request);
    QString kindText(const view::Source& source) const;
    QString kindTip(const view::Source& source) const;
    QString keptText() const;
    QString keptTip() const;

    view::Context m_context;
    QComboBox* m_profile;
    QLabel* m_kind;
    QLineEdit* m_seed;
    QToolButton* m_settings;
};

} // namespace connscope::app
