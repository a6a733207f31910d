// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/configbook.h"
#include "view/context.h"
#include "view/item.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QSplitter;
class QToolButton;

namespace connscope::inspector {

struct Frames;
struct Sheet;
class FrameSource;
class FrameView;
class SheetView;

/// What the two panels share: a sheet that is written anew when the moment, the selection or the look changes, at most
/// once a turn of the event loop and only while somebody sees it.
class SheetPanel : public QWidget {
    Q_OBJECT

public:
    explicit SheetPanel(const view::Context& context, QWidget* parent = nullptr);
    ~SheetPanel() override;

    SheetView& sheetView() const { return *m_view; }
    /// Writes what is due at once.
    void refreshNow();

public slots:
    /// All of it as plain text.
    void copyAll() const;

protected:
    virtual Sheet write() const = 0;
    void schedule();
    void showEvent(QShowEvent* event) override;
    const ConfigBook& configs() const { return *m_configs; }

    view::Context m_context;

private:
    void activate(const view::Item& item);

    SheetView* m_view;
    std::unique_ptr<ConfigBook> m_configs;
    QTimer m_timer; // single shot
    bool m_stale = true;
};

/// One thing at the playhead's moment: a connection, client, broker, request or event, with all that is known of it and
/// why. Links lead on; there is a way back.
class InspectorPanel : public SheetPanel {
    Q_OBJECT

public:
    explicit InspectorPanel(const view::Context& context, QWidget* parent = nullptr);

    /// Who has the bytes of requests; without one there are none. It outlives this.
    void setFrameSource(FrameSource* source);
    /// Below the sheet of a request. Made when it is first wanted: a start has no request.
    FrameView& frameView();

protected:
    Sheet write() const override;

private:
    void refreshButtons();
    void refreshFrames();

    QToolButton* m_back;
    QToolButton* m_forward;
    QSplitter* m_parts;
    FrameView* m_frames = nullptr;
    FrameSource* m_source = nullptr;
    EventId m_askedFor;
    bool m_askedAnswered = false; // whether the answer was known when it was asked
};

/// The picture in words: what is open, what travels, what closes next.
class DescribePanel : public SheetPanel {
    Q_OBJECT

public:
    explicit DescribePanel(const view::Context& context, QWidget* parent = nullptr);

protected:
    Sheet write() const override;
};

} // namespace connscope::inspector
