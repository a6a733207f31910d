// SPDX-License-Identifier: GPL-3.0-or-later
#include "annotation/annotations.h"

#include <algorithm>
#include <utility>

namespace connscope::annotation {

void Annotations::pick(std::optional<std::size_t> index)
{
    if (index && *index >= m_all.size())
        index.reset();
    if (m_picked == index)
        return;
    m_picked = index;
    emit pickedChanged();
}

void Annotations::setAll(std::vector<scenario::Annotation> annotations)
{
    pick(std::nullopt);
    if (annotations == m_all)
        return;
    m_all = std::move(annotations);
    emit changed();
}

std::size_t Annotations::add(scenario::Annotation annotation)
{
    if (m_all.size() >= scenario::kMostAnnotations)
        return m_all.size() - 1;
    const std::vector<scenario::Annotation> before = m_all;
    m_all.push_back(std::move(annotation));
    m_picked = m_all.size() - 1;
    emit changed();
    emit pickedChanged();
    emit edited(before, false);
    return m_all.size() - 1;
}

void Annotations::set(std::size_t index, scenario::Annotation annotation, bool goesOn)
{
    if (index >= m_all.size() || m_all[index] == annotation)
        return;
    const std::vector<scenario::Annotation> before = m_all;
    m_all[index] = std::move(annotation);
    emit changed();
    emit edited(before, goesOn);
}

void Annotations::remove(std::size_t index, bool goesOn)
{
    if (index >= m_all.size())
        return;
    const std::vector<scenario::Annotation> before = m_all;
    m_all.erase(m_all.begin() + static_cast<std::ptrdiff_t>(index));
    pick(std::nullopt);
    emit changed();
    emit edited(before, goesOn);
}

int Annotations::nextNumber() const
{
    int most = 0;
    for (const scenario::Annotation& annotation : m_all)
        most = std::max(most, annotation.number);
    return std::min(most + 1, scenario::kLargestNumber);
}

} // namespace connscope::annotation
