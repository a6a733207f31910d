// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/annotation.h"

#include <QObject>

#include <optional>
#include <vector>

namespace connscope::annotation {

/// What was written into the picture, in the order of the file. Views draw and change it; whoever saves it listens to
/// changed(), whoever takes it back to edited().
class Annotations : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const std::vector<scenario::Annotation>& all() const { return m_all; }
    /// The one that a person picked; none where it is gone.
    std::optional<std::size_t> picked() const { return m_picked; }
    void pick(std::optional<std::size_t> index);

    /// As in a file, or as it was before: nobody edited it.
    void setAll(std::vector<scenario::Annotation> annotations);
    /// Behind the others, and picked; its index. At most scenario::kMostAnnotations: one more is not taken, and the last
    /// index comes back.
    std::size_t add(scenario::Annotation annotation);
    /// \a goesOn: a part of the last change, as the next step of a drag is, and taken back with it.
    void set(std::size_t index, scenario::Annotation annotation, bool goesOn = false);
    void remove(std::size_t index, bool goesOn = false);
    /// The next number that no callout has.
    int nextNumber() const;

signals:
    void changed();
    /// By a person, from \a before to what is now; \a goesOn: as for set(). After changed().
    void edited(const std::vector<connscope::scenario::Annotation>& before, bool goesOn);
    void pickedChanged();

private:
    std::vector<scenario::Annotation> m_all;
    std::optional<std::size_t> m_picked;
};

} // namespace connscope::annotation
