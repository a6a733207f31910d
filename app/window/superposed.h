// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view/context.h"
#include "view/document.h"

#include <QObject>

#include <memory>

/// \file
/// The window's picture with a second run laid over it. The document shows both as one trace; its own run is kept, and is there
/// again when the second is taken away. Playhead, selection and filter stay, to and fro.

namespace connscope::app {

class Superposed : public QObject {
    Q_OBJECT

public:
    explicit Superposed(const view::Context& context, QObject* parent = nullptr);
    ~Superposed() override;

    bool isOn() const { return m_own != nullptr; }
    /// The document is being replaced by what shows the same run, so that nothing else about it is new.
    bool isSwapping() const { return m_swapping; }
    /// The window's own run: what the document has where nothing lies over it.
    const trace::Trace& ownTrace() const { return m_own ? m_own->trace : m_context.document.trace(); }
    Instant ownEnd() const;

    /// \a both is of the document's own run and another (superposing.h). Where one lies over it already, it takes that one's
    /// place.
    void show(std::unique_ptr<view::Content> both);
    /// Back to the window's own run.
    void leave();

signals:
    void aboutToSwap();
    /// The document shows the other.
    void swapped();
    /// Another run took the document while this was on: there is nothing to go back to.
    void lost();

private:
    std::unique_ptr<view::Content> swap(std::unique_ptr<view::Content> next);

    view::Context m_context;
    std::unique_ptr<view::Content> m_own; // while another lies over it
    bool m_swapping = false;
};

} // namespace connscope::app
