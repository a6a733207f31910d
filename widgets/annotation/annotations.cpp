// SPDX-License-Identifier: GPL-3.0-or-later
#include "annotation/annotations.h"

#include <algorithm>
#include <utility>

namespace connscope::annotation {

namespace {

constexpr std::size_t kMostSteps = 200;

} // namespace

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
    m_undo.clear();
    m_redo.clear();
    pick(std::nullopt);
    if (annotations == m_all)
        return;
    m_all = std::move(annotations);
    emit changed();
}

void Annotations::remember(bool goesOn)
{
    m_redo.clear();
    if (goesOn && !m_undo.empty())
        return;
    if (m_undo.size() == kMostSteps)
        m_undo.erase(m_undo.begin());
    m_undo.push_back({m_all, m_stamp});
}

std::size_t Annotations::add(scenario::Annotation annotation)
{
    if (m_all.size() >= scenario::kMostAnnotations)
        return m_all.size() - 1;
    remember(false);
    m_all.push_back(std::move(annotation));
    m_picked = m_all.size() - 1;
    emit changed();
    emit pickedChanged();
    return m_all.size() - 1;
}

void Annotations::set(std::size_t index, scenario::Annotation annotation, bool goesOn)
{
    if (index >= m_all.size() || m_all[index] == annotation)
        return;
    remember(goesOn);
    m_all[index] = std::move(annotation);
    emit changed();
}

void Annotations::remove(std::size_t index, bool goesOn)
{
    if (index >= m_all.size())
        return;
    remember(goesOn);
    m_all.erase(m_all.begin() + static_cast<std::ptrdiff_t>(index));
    if (!m_undo.empty() && m_undo.back().all == m_all)
        m_undo.pop_back(); // it came and went in one change
    pick(std::nullopt);
    emit changed();
}

int Annotations::nextNumber() const
{
    int most = 0;
    for (const scenario::Annotation& annotation : m_all)
        most = std::max(most, annotation.number);
    return std::min(most + 1, scenario::kLargestNumber);
}

void Annotations::step(std::vector<State>& from, std::vector<State>& to)
{
    if (from.empty())
        return;
    State state = std::move(from.back());
    from.pop_back();
    to.push_back({std::move(m_all), state.stamp});
    m_all = std::move(state.all);
    pick(std::nullopt);
    emit changed();
}

} // namespace connscope::annotation
