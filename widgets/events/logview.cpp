// SPDX-License-Identifier: GPL-3.0-or-later
#include "events/logview.h"

#include "events/logrows.h"
#include "events/searchbar.h"
#include "scenario/model.h"
#include "theme/look.h"
#include "view/document.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QElapsedTimer>
#include <QProgressBar>
#include <QVBoxLayout>

#include <algorithm>

namespace connscope::events {

namespace {

constexpr qint64 kSliceMs = 6;
constexpr std::size_t kTurnEvents = 2048;
constexpr std::size_t kTurnLines = 1024;
constexpr std::size_t kAll = static_cast<std::size_t>(-1);

} // namespace

LogView::LogView(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_lines(std::make_unique<LogLines>())
    , m_rows(new LogRows(context.look, m_lines, m_matches, this))
    , m_bar(new SearchBar(context.look, this))
    , m_progress(new QProgressBar(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addWidget(m_progress);
    column->addWidget(m_rows, 1);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(3);
    m_progress->hide();
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &LogView::work);
    connect(m_rows, &RowsView::chosen, this, &LogView::chosen);
    connect(m_bar, &SearchBar::searched, this, &LogView::search);
    connect(m_bar, &SearchBar::step, this, &LogView::stepMatch);
    connect(&context.playback, &view::Playback::positionChanged, this, &LogView::follow);
    connect(&context.selection, &view::Selection::currentChanged, this, &LogView::follow);
    connect(&context.document, &view::Document::replaced, this, [this] {
        m_reader.reset(); // of a trace that is gone
        m_timer.stop();
        m_lines->clear();
        m_matches.clear();
        m_rows->rowsChanged();
        if (isVisible())
            restart();
    });
    connect(&context.document, &view::Document::grown, this, &LogView::grow);
    connect(&context.look, &theme::Look::changed, this, &LogView::refresh);
    refresh();
}

LogView::~LogView() = default;

RowsView& LogView::rows() const { return *m_rows; }

void LogView::restart()
{
    ++m_restarts;
    m_complete = false;
    m_lines->clear();
    m_matches.clear();
    analysis::ClientLogOptions options;
    if (const scenario::Scenario* scenario = m_context.document.scenario())
        options.brokerVersion = scenario->cluster.version;
    const auto take = [this](std::string_view text, EventId event) {
        // A log is one run's: of two that are laid over each other it is the first's.
        const trace::Twofold* twofold = m_context.document.twofold();
        if (twofold && event.isValid() && twofold->origin(event) == trace::Origin::Second)
            return;
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            m_lines->append(text.substr(0, end), event);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
    };
    m_reader = std::make_unique<analysis::ClientLogReader>(
        m_context.document.trace(), take, options, &m_context.document.landmarks());
    m_progress->setValue(0);
    m_timer.start();
}

void LogView::grow()
{
    if (!m_reader)
        return; // nobody has looked yet
    if (!m_reader->grow()) {
        m_reader.reset();
        if (isVisible())
            restart();
        return;
    }
    m_complete = false;
    if (isVisible())
        m_timer.start();
}

double LogView::made() const
{
    const std::size_t all = m_context.document.trace().size();
    return !isMaking() || all == 0 ? 1 : static_cast<double>(m_reader->position()) / static_cast<double>(all);
}

void LogView::workOn(std::size_t events, std::size_t lines)
{
    if (isMaking() && !m_reader->advance(events))
        m_complete = true;
    if (m_words.isEmpty())
        return;
    const std::size_t end = lines == kAll ? m_lines->size() : std::min(m_lines->size(), m_matches.size() + lines);
    for (std::size_t i = m_matches.size(); i < end; ++i) {
        const QString line = m_lines->line(i);
        m_matches.append(std::all_of(m_words.begin(), m_words.end(),
            [&](const QString& word) { return line.contains(word, Qt::CaseInsensitive); }));
    }
}

void LogView::work()
{
    QElapsedTimer clock;
    clock.start();
    const auto isDone = [this] { return !isMaking() && (m_words.isEmpty() || m_matches.size() >= m_lines->size()); };
    while (!isDone() && clock.elapsed() < kSliceMs)
        workOn(kTurnEvents, kTurnLines);
    if (isDone())
        m_timer.stop();
    m_progress->setVisible(isMaking());
    m_progress->setValue(static_cast<int>(made() * 1000));
    m_rows->rowsChanged();
    follow();
    showFound();
}

void LogView::finish()
{
    if (!m_reader)
        restart();
    workOn(kAll, kAll);
    m_timer.stop();
    m_progress->hide();
    m_rows->rowsChanged();
    follow();
    showFound();
}

void LogView::focusSearch() { m_bar->focus(); }

void LogView::chosen(int row)
{
    const EventId event = m_lines->event(static_cast<std::size_t>(row));
    m_context.selection.setCurrent(view::Item::of(event));
    m_context.playback.goTo(event);
    showFound();
}

void LogView::follow()
{
    if (!isVisible() || m_lines->size() == 0)
        return;
    const trace::Trace& trace = m_context.document.trace();
    EventId selected = m_context.selection.current().event();
    if (selected.isValid() && selected.value >= trace.size())
        selected = {}; // of a trace that is gone
    const int shown = m_rows->currentRow();
    // A line that a person chose stays current, though its event has several lines.
    const bool isSame = selected.isValid() && shown >= 0 && shown < m_rows->rows()
        && m_lines->event(static_cast<std::size_t>(shown)) == selected;
    if (!isSame) {
        const std::size_t line = selected.isValid() ? m_lines->lineOf(selected, trace) : m_lines->size();
        m_rows->setCurrentRow(line < m_lines->size() ? static_cast<int>(line) : -1);
    }
    m_rows->setPlayheadRow(static_cast<int>(m_lines->printedAfter(m_context.playback.event(), trace)) - 1);
    m_rows->viewport()->update();
}

void LogView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_reader)
        restart();
    else if (isMaking())
        m_timer.start();
    follow();
}

void LogView::search(const QString& text)
{
    m_words = text.simplified().split(u' ', Qt::SkipEmptyParts);
    m_matches.clear();
    m_rows->setWords(m_words);
    if (!m_words.isEmpty())
        m_timer.start();
    showFound();
}

void LogView::stepMatch(int direction)
{
    // From the start it looks through everything, what has happened there too.
    const int now = m_rows->currentRow() >= 0 ? m_rows->currentRow()
        : m_context.playback.isAtStart()      ? -1
                                              : m_rows->playheadRow();
    using Turn = SearchBar::Turn;
    Turn turn = Turn::None;
    auto found = direction > 0 ? m_matches.next(static_cast<std::size_t>(now + 1))
                               : m_matches.previous(static_cast<std::size_t>(std::max(now, 0)));
    if (!found) { // round, and it says so
        found = direction > 0 ? m_matches.next(0) : m_matches.previous(m_matches.size());
        turn = found && static_cast<int>(*found) == m_rows->currentRow() ? Turn::NoOther
            : direction > 0                                              ? Turn::FromStart
                                                                         : Turn::FromEnd;
    }
    if (!found)
        return;
    m_rows->setCurrentRow(static_cast<int>(*found));
    chosen(static_cast<int>(*found));
    m_bar->setTurn(turn);
}

void LogView::showFound()
{
    const int row = m_rows->currentRow();
    const bool isOn = row >= 0 && m_matches.contains(static_cast<std::size_t>(row));
    const double share = m_lines->size() == 0 || m_words.isEmpty()
        ? 1
        : made() * static_cast<double>(m_matches.size()) / static_cast<double>(m_lines->size());
    m_bar->setFound(isOn ? static_cast<qint64>(m_matches.rank(static_cast<std::size_t>(row))) + 1 : 0,
        static_cast<qint64>(m_matches.count()), share);
}

void LogView::copy() const { m_rows->copy(); }

void LogView::refresh()
{
    m_rows->setAccessibleName(tr("Client log"));
    m_progress->setAccessibleName(tr("Writing the clients' log"));
    m_rows->refresh();
}

} // namespace connscope::events
