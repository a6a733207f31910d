// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/annotation.h"

#include <QObject>

#include <optional>
#include <vector>

namespace connscope::annotation {

/// What was written into the picture, in the order of the file, with a way back. Views draw and change it; whoever saves it
/// listens to changed(). A change can be undone until the next file.
class Annotations : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::vector<scenario::Annotation>& all() const { return m_all; }
    /// The one that a person picked; none where it is gone.
    std::optional<std::size_t> picked() const { return m_picked; }
    void pick(std::optional<std::size_t> index);

    /// As in a file: nothing is left to undo.
    void setAll(std::vector<scenario::Annotation> annotations);
    /// Behind the others, and picked; its index. At most scenario::kMostAnnotations: one more is not taken, and the last
    /// index comes back.
    std::size_t add(scenario::Annotation annotation);
    /// \a goesOn: a part of the last change, as the next step of a drag is, and undone with it.
    void set(std::size_t index, scenario::Annotation annotation, bool goesOn = false);
    void remove(std::size_t index, bool goesOn = false);
    /// The next number that no callout has.
    int nextNumber() const;

    // Changes lie between other things that can be undone. A change remembers the stamp that stood when it was made.
    void setStamp(std::size_t stamp) { m_stamp = stamp; }
    std::optional<std::size_t> undoStamp() const { return stampOf(m_undo); }
    std::optional<std::size_t> redoStamp() const { return stampOf(m_redo); }
    void undo() { step(m_undo, m_redo); }
    void redo() { step(m_redo, m_undo); }
    /// What was undone is gone for good: something else was done since.
    void dropRedo() { m_redo.clear(); }

signals:
    void changed();
    void pickedChanged();

private:
    struct State {
        std::vector<scenario::Annotation> all;
        std::size_t stamp = 0; ///< of the change that left it
    };
    static std::optional<std::size_t> stampOf(const std::vector<State>& states)
    {
        return states.empty() ? std::nullopt : std::optional(states.back().stamp);
    }
    void remember(bool goesOn);
    void step(std::vector<State>& from, std::vector<State>& to);

    std::vector<scenario::Annotation> m_all;
    std::vector<State> m_undo;
    std::vector<State> m_redo;
    std::optional<std::size_t> m_picked;
    std::size_t m_stamp = 0;
};

} // namespace connscope::annotation
