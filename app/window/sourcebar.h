// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/loader.h"
#include "frame/tightrow.h"
#include "view/context.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace connscope::app {

/// What is looked at, and how it was run: profile, simulated or not, seed, settings. Changing one asks for another run at
/// once. Where there is no room for all of it the settings give way first, which the menu has too, then the seed.
class SourceBar : public QWidget {
    Q_OBJECT

public:
    explicit SourceBar(const view::Context& context, QWidget* parent = nullptr);

    /// How it was run, as a request for the same again.
    LoadRequest request() const;
    void nextSeed();
    void editSettings();

    /// Of all of it, also where it has no room.
    QSize sizeHint() const override;
    /// Of what kind of thing is seen.
    QSize minimumSizeHint() const override;

signals:
    void wanted(const connscope::app::LoadRequest& request);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    QList<frame::Part> parts() const;
    void fitParts();
    void askFor(LoadRequest request);
    QString kindText(const view::Source& source, bool withSeed) const;
    QString kindTip(const view::Source& source) const;
    QString keptText() const;
    QString keptTip() const;

    view::Context m_context;
    QComboBox* m_profile;
    QLabel* m_kind;
    QLineEdit* m_seed;
    QToolButton* m_settings;
    bool m_fits = false; // it is being fitted just now
};

} // namespace connscope::app
