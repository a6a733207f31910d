// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/eventlist.h"

#include "events/eventmodel.h"
#include "events/eventrows.h"
#include "events/eventsearch.h"
#include "events/rowset.h"
#include "events/searchbar.h"
#include "events/words.h"
#include "view/filter.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QVBoxLayout>

namespace connscope::events {

namespace {

constexpr qint64 kSliceMs = 6;
constexpr std::size_t kTurn = 4096; // events

} // namespace

EventList::EventList(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_model(new EventModel(context, this))
    , m_rows(new EventRows(context, *m_model, this))
    , m_bar(new SearchBar(context.look, this))
    , m_matches(std::make_unique<RowSet>())
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_rows, 1);
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &EventList::searchSome);
    connect(m_rows, &RowsView::chosen, this, &EventList::chosen);
    connect(m_rows, &EventRows::copyCsvWanted, this, &EventList::copyCsv);
    connect(m_bar, &SearchBar::searched, this, &EventList::search);
    connect(m_bar, &SearchBar::step, this, &EventList::stepMatch);
    connect(m_model, &EventModel::scannedChanged, this, &EventList::follow);
    connect(&context.playback, &view::Playback::positionChanged, this, &EventList::follow);
    connect(&context.selection, &view::Selection::currentChanged, this, &EventList::follow);
    connect(&context.document, &view::Document::replaced, this, [this] { search(m_bar->text()); });
    connect(&context.document, &view::Document::grown, this, [this] {
        if (m_search)
            m_timer.start();
        follow();
    });
    connect(&context.filter, &view::Filter::changed, this, &EventList::showFound);
    connect(&context.look, &theme::Look::changed, this, &EventList::refresh);
    refresh();
}

EventList::~EventList() = default;

RowsView& EventList::rows() const { return *m_rows; }

void EventList::focusSearch() { m_bar->focus(); }

void EventList::chosen(int row)
{
    const EventId event = m_model->event(row);
    if (!event.isValid())
        return;
    m_context.selection.setCurrent(view::Item::of(event));
    m_context.playback.goTo(event);
    showFound();
}

void EventList::follow()
{
    if (!isVisible()) {
        m_stale = true;
        return;
    }
    m_stale = false;
    const view::Item item = m_context.selection.current();
    const int current = item.event().isValid() ? m_model->rowOf(item.event()) : -1;
    const int playhead = m_model->rowAtOrBefore(m_context.playback.event());
    const bool moved = playhead != m_rows->playheadRow();
    m_rows->setCurrentRow(current);
    m_rows->setPlayheadRow(playhead);
    if (moved)
        m_rows->ensureVisible(std::max(playhead, 0)); // the playhead wins where both moved
    m_rows->viewport()->update();
}

void EventList::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        follow();
}

void EventList::search(const QString& text)
{
    m_matches->clear();
    m_search = std::make_unique<EventSearch>(m_context.document, languageOf(m_context.look), text);
    if (m_search->isEmpty())
        m_search.reset();
    m_rows->setMatches(m_search ? m_matches.get() : nullptr, m_search ? m_search->words() : QStringList());
    if (m_search)
        m_timer.start();
    else
        m_timer.stop();
    showFound();
}

void EventList::searchUntil(std::size_t events)
{
    const std::size_t end = std::min(events, m_context.document.trace().size());
    for (std::size_t i = m_matches->size(); i < end; ++i)
        m_matches->append(m_search->matches(EventId {static_cast<std::uint32_t>(i)}));
}

void EventList::searchSome()
{
    QElapsedTimer clock;
    clock.start();
    const std::size_t all = m_context.document.trace().size();
    while (m_search && m_matches->size() < all && clock.elapsed() < kSliceMs)
        searchUntil(m_matches->size() + kTurn);
    if (!m_search || m_matches->size() >= all)
        m_timer.stop();
    m_rows->viewport()->update();
    showFound();
}

void EventList::finishSearch()
{
    if (m_search)
        searchUntil(m_context.document.trace().size());
    m_timer.stop();
    showFound();
}

void EventList::stepMatch(int direction)
{
    // From the start it looks through everything, what has happened there too.
    const EventId now = m_rows->currentRow() >= 0 ? m_model->event(m_rows->currentRow())
        : m_context.playback.isAtStart()          ? EventId {}
                                                  : m_context.playback.event();
    const std::size_t at = now.isValid() ? now.value : 0;
    // What the filter hides is not gone to.
    const auto seek = [&](std::optional<std::size_t> found) {
        while (found && m_model->rowOf(EventId {static_cast<std::uint32_t>(*found)}) < 0)
            found = direction > 0 ? m_matches->next(*found + 1) : m_matches->previous(*found);
        return found;
    };
    const auto beyond
        = [&] { return seek(direction > 0 ? m_matches->next(now.isValid() ? at + 1 : 0) : m_matches->previous(at)); };
    using Turn = SearchBar::Turn;
    Turn turn = Turn::None;
    std::optional<std::size_t> found = beyond();
    if (!found) {
        finishSearch(); // it may lie where nobody has looked yet
        found = beyond();
    }
    if (!found) { // as any search does: round, and it says so
        found = seek(direction > 0 ? m_matches->next(0) : m_matches->previous(m_matches->size()));
        turn = !found                                                    ? Turn::Hidden
            : now.isValid() && *found == at && m_rows->currentRow() >= 0 ? Turn::NoOther
            : direction > 0                                              ? Turn::FromStart
                                                                         : Turn::FromEnd;
    }
    if (found) {
        const int row = m_model->rowOf(EventId {static_cast<std::uint32_t>(*found)});
        m_rows->setCurrentRow(row);
        chosen(row);
    }
    m_bar->setTurn(turn);
}

void EventList::showFound()
{
    const EventId now = m_rows->currentRow() >= 0 ? m_model->event(m_rows->currentRow()) : EventId {};
    const std::size_t all = m_context.document.trace().size();
    const bool isOn = now.isValid() && m_matches->contains(now.value);
    m_bar->setFound(isOn ? static_cast<qint64>(m_matches->rank(now.value)) + 1 : 0,
        static_cast<qint64>(m_matches->count()),
        all == 0 || !m_search ? 1 : static_cast<double>(m_matches->size()) / static_cast<double>(all));
}

void EventList::copy() const { m_rows->copy(); }

void EventList::copyCsv() const
{
    const auto range = m_rows->marked();
    if (!range)
        return;
    QStringList titles;
    for (int c = 0; c < EventModel::ColumnCount; ++c) {
        if (m_model->shows(static_cast<EventModel::Column>(c)))
            titles += m_model->headerData(c, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    QString text = titles.join(u',') + QStringLiteral("\r\n");
    const int last = std::min(range->second, range->first + RowsView::kMaxCopied - 1);
    for (int row = range->first; row <= last; ++row)
        text += m_model->rowCsv(row) + QStringLiteral("\r\n");
    QGuiApplication::clipboard()->setText(text);
}

void EventList::refresh()
{
    m_rows->setAccessibleName(tr("Events"));
    m_rows->fitColumns();
    m_rows->refresh();
    search(m_bar->text());
    follow();
}

} // namespace connscope::events
