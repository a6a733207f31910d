// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/lessondesk.h"

#include "app/lessonfiles.h"
#include "app/window/unveiling.h"
#include "classroom/lessonpanel.h"
#include "classroom/words.h"
#include "lesson/feedback.h"
#include "theme/look.h"
#include "view/document.h"
#include "view/journey.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QFileInfo>
#include <QMetaObject>
#include <QSettings>

#include <algorithm>
#include <array>
#include <utility>

namespace connscope::app {

using classroom::LessonSession;
using Phase = LessonSession::Phase;

namespace {

constexpr std::chrono::seconds kTimeToAnswer {6}; // that playing up to an answer takes at most
constexpr std::size_t kMostErrors = 4;

view::Item itemOf(const lesson::Thing& thing)
{
    switch (thing.kind) {
    case lesson::Thing::Kind::Connection:
        return view::Item::of(ConnectionId {static_cast<std::uint32_t>(thing.id)});
    case lesson::Thing::Kind::Broker:
        return view::Item::of(BrokerId {static_cast<std::int32_t>(thing.id)});
    case lesson::Thing::Kind::Client:
        return view::Item::of(ClientId {static_cast<std::uint32_t>(thing.id)});
    }
    return {};
}

std::optional<lesson::Thing> thingOf(const view::Item& item)
{
    if (item.connection().isValid())
        return lesson::Thing {lesson::Thing::Kind::Connection, item.connection().value};
    if (item.broker().isValid())
        return lesson::Thing {lesson::Thing::Kind::Broker, item.broker().value};
    if (item.client().isValid())
        return lesson::Thing {lesson::Thing::Kind::Client, item.client().value};
    return std::nullopt;
}

/// An order by what happens: "the client sends a SYN; METADATA is sent".
QString inWords(
    const lesson::PreparedQuestion& question, const std::vector<std::size_t>& order, analysis::Language language)
{
    QStringList words;
    for (const std::size_t place : order)
        words << QString::fromStdString(lesson::in(question.choices[place].text, language));
    return words.join(language == analysis::Language::Chinese ? QStringLiteral("；") : QStringLiteral("; "));
}

} // namespace

LessonDesk::LessonDesk(const view::Context& context, QSettings& settings, QObject* parent)
    : QObject(parent)
    , m_context(context)
    , m_results(settings)
{
    connect(&m_session, &LessonSession::entered, this, &LessonDesk::enter);
    connect(&m_session, &LessonSession::played, this, &LessonDesk::play);
    connect(&m_session, &LessonSession::hurried, this, &LessonDesk::hurry);
    connect(&m_session, &LessonSession::changed, this, [this] {
        bound();
        emit changed();
    });
    connect(&m_session, &LessonSession::answered, this, &LessonDesk::taken);
    connect(&m_session, &LessonSession::left, this, [this] {
        if (m_shown) // whoever leaves may look at all of it
            unveil({std::max(m_shown->end, m_shown->trace.end()), m_shown->trace.size()});
        m_shown = m_asked = nullptr;
        if (std::exchange(m_plays, false))
            playAsBefore();
        m_context.playback.setBounds(std::nullopt);
    });
    connect(&context.playback, &view::Playback::positionChanged, this, &LessonDesk::watch);
    connect(&context.selection, &view::Selection::currentChanged, this, [this](view::Item item) {
        if (!m_placing && m_session.isOn() && m_session.question()
            && m_session.question()->kind == lesson::Question::Kind::Pick)
            m_session.pick(thingOf(item));
    });
    connect(&context.document, &view::Document::replaced, this, [this] {
        m_shown = std::exchange(m_asked, nullptr); // nothing, where somebody else opened something
        if (m_shown && m_session.isOn())
            QMetaObject::invokeMethod(
                this, &LessonDesk::place, Qt::QueuedConnection); // once the window has taken it in
    });
}

LessonDesk::~LessonDesk() { cancel(); }

QWidget* LessonDesk::makePanel(QWidget* parent)
{
    m_panel = new classroom::LessonPanel(m_context, m_session, m_results, parent);
    connect(m_panel, &classroom::LessonPanel::leaveWanted, this, &LessonDesk::leave);
    connect(m_panel, &classroom::LessonPanel::finished, this, &LessonDesk::finish);
    connect(m_panel, &classroom::LessonPanel::eventWanted, this, &LessonDesk::eventWanted);
    // To read them all takes as long as the rest of a start.
    connect(
        &m_panel->list(), &classroom::LessonList::shown, this,
        [this] {
            if (m_panel->list().isVisible()) // and not for a moment, before the lesson that is being opened
                fillList();
        },
        Qt::QueuedConnection);
    return m_panel;
}

void LessonDesk::fillList()
{
    if (std::exchange(m_isListed, true))
        return;
    std::vector<classroom::LessonEntry> entries;
    for (const std::string& file : lessonFiles(shippedLessonFolder())) {
        const lesson::ReadResult read = readLessonFile(file);
        if (read.lesson)
            entries.push_back(classroom::LessonEntry::of(QString::fromStdString(file), *read.lesson));
    }
    m_panel->list().setEntries(std::move(entries));
}

void LessonDesk::cancel()
{
    if (m_cancel)
        *m_cancel = true;
    if (m_thread.joinable())
        m_thread.join();
    ++m_number;
    m_preparing = false;
}

void LessonDesk::start(const QString& file)
{
    cancel();
    m_preparing = true;
    m_cancel = std::make_shared<std::atomic<bool>>(false);
    emit changed();
    m_thread = std::thread([this, file, cancel = m_cancel, number = m_number] {
        auto prepared = std::make_shared<Prepared>();
        lesson::ReadResult read = readLessonFile(file.toStdString());
        prepared->errors = std::move(read.errors);
        if (read.lesson) {
            lesson::PrepareOptions options;
            options.cancel = cancel.get();
            lesson::PrepareResult result = lesson::prepare(*read.lesson, scenarioLoader(), options);
            prepared->lesson = std::move(result.lesson);
            prepared->errors = std::move(result.errors);
        }
        QMetaObject::invokeMethod(
            this,
            [this, file, prepared, number] {
                if (number == m_number)
                    settle(file, prepared);
            },
            Qt::QueuedConnection);
    });
}

void LessonDesk::settle(const QString& file, const std::shared_ptr<Prepared>& prepared)
{
    m_thread.join();
    m_preparing = false;
    if (!prepared->lesson) {
        QStringList lines;
        for (std::size_t i = 0; i < std::min(prepared->errors.size(), kMostErrors); ++i)
            lines << QString::fromStdString(prepared->errors[i].toString());
        emit changed();
        emit failed(lines.join(u'\n'));
        return;
    }
    m_file = file;
    const QString name = QFileInfo(file).completeBaseName();
    const bool goesOn = !m_results.isFinished(name);
    m_session.leave();
    m_session.start(prepared->lesson, name, goesOn ? static_cast<std::size_t>(m_results.furthest(name)) : 0);
}

void LessonDesk::leave()
{
    if (m_preparing) {
        cancel();
        emit changed();
    }
    if (m_session.isOn())
        fillList(); // what was opened as a file left none behind
    m_session.leave();
}

void LessonDesk::finish()
{
    m_results.setFinished(m_session.name());
    fillList();
    m_session.leave();
}

view::Position LessonDesk::positionOf(const lesson::Moment& moment) const { return {moment.at, moment.applied}; }

void LessonDesk::enter()
{
    if (std::exchange(m_plays, false))
        playAsBefore();
    m_results.reached(m_session.name(), static_cast<int>(m_session.step()));
    const lesson::Played& played = m_session.lesson()->run(m_session.current().run);
    if (m_shown == &played) {
        place();
        return;
    }
    if (m_asked == &played)
        return;
    emit runLeft(); // the document may be replaced by it, and that is not yet what is asked for
    m_asked = &played;
    LoadRequest request;
    request.scenario = std::make_shared<const scenario::Scenario>(played.scenario);
    // A scenario that stands in the lesson is of no file: reloading would read the lesson.
    if (QFileInfo(QString::fromStdString(played.scenario.file)).completeBaseName() != m_session.name())
        request.file = played.scenario.file;
    request.profile = played.profile;
    request.seed = played.seed;
    request.shown = positionOf(m_session.horizon());
    emit runWanted(request);
}

void LessonDesk::place()
{
    if (!m_session.isOn() || m_shown != &m_session.lesson()->run(m_session.current().run))
        return;
    view::Playback& playback = m_context.playback;
    playback.pause();
    playback.setBounds(std::nullopt);
    playback.setReversed(false);
    unveil(m_session.horizon());
    playback.setPosition(positionOf(m_session.reach()));
    bound();
    highlight();
    static constexpr std::array<const char*, 6> kViews {"", "topology", "timeline", "events", "log", "inspector"};
    if (m_session.current().view != lesson::View::AsItIs)
        emit viewWanted(QLatin1String(kViews[static_cast<std::size_t>(m_session.current().view)]));
}

void LessonDesk::highlight()
{
    m_placing = true;
    const std::vector<lesson::Thing>& things = m_session.current().highlights;
    view::Selection& selection = m_context.selection;
    const bool areConnections = std::all_of(things.begin(), things.end(),
        [](const lesson::Thing& thing) { return thing.kind == lesson::Thing::Kind::Connection; });
    if (things.empty()) {
        selection.setCurrent({});
    } else if (things.size() > 1 && areConnections) {
        view::Group group;
        for (const lesson::Thing& thing : things)
            group.connections.push_back(itemOf(thing).connection());
        std::sort(group.connections.begin(), group.connections.end());
        selection.setCurrent(selection.itemOf(group));
    } else {
        selection.setCurrent(itemOf(things.front()));
    }
    m_placing = false;
}

/// While time is not free the playhead stays where the step has it, whoever asks.
void LessonDesk::bound()
{
    view::Playback& playback = m_context.playback;
    if (!m_session.isOn() || m_shown != &m_session.lesson()->run(m_session.current().run))
        return;
    const unsigned free = m_session.freeControls();
    const view::Position from = positionOf(m_session.current().pause);
    const view::Position to = positionOf(m_session.reach());
    if (m_session.phase() == Phase::Playing)
        playback.setBounds(std::pair {from, to});
    else if (free & lesson::ControlSeek)
        playback.setBounds(std::nullopt);
    else if (free & (lesson::ControlPlay | lesson::ControlStep))
        playback.setBounds(std::pair {from, m_context.document.endPosition()});
    else
        playback.setBounds(std::pair {from, to});
}

/// What was hidden of the run comes into the picture, for all views alike.
void LessonDesk::unveil(const lesson::Moment& upTo)
{
    view::Document& document = m_context.document;
    if (!m_shown || (document.trace().size() >= upTo.applied && document.end() >= upTo.at))
        return;
    document.grow([this, &upTo](trace::Trace& trace) { appendUpTo(trace, m_shown->trace, upTo.applied); }, upTo.at);
}

void LessonDesk::play()
{
    view::Playback& playback = m_context.playback;
    if (m_shown)
        unveil(m_session.horizon());
    const view::Position from = positionOf(m_session.current().pause);
    const view::Position to = positionOf(m_session.reach());
    playback.setPosition(from);
    if (to <= from || m_context.look.reducedMotion() || m_shown == nullptr) {
        playback.setPosition(to);
        m_session.arrive();
        return;
    }
    m_speed = playback.speed();
    m_skipped = playback.skipsSilence();
    m_lingered = playback.lingers();
    m_plays = true;
    const double seconds = static_cast<double>((to.at - from.at).count()) / 1e9;
    playback.setSkipsSilence(true);
    playback.setLingers(false); // the time to the answer is known
    // What is short is stretched; what is long, and busy, goes faster than the clock.
    const double slow
        = std::min(std::max(seconds / static_cast<double>(kTimeToAnswer.count()), view::Playback::kSlowest), 1.0);
    playback.setSpeed(view::journeySpeed(m_context.document, from, to, slow, kTimeToAnswer));
    playback.play();
}

/// To the answer at once, without seeing the way.
void LessonDesk::hurry()
{
    if (m_plays)
        m_context.playback.setPosition(positionOf(m_session.reach())); // watch() sees it arrive
}

void LessonDesk::playAsBefore()
{
    view::Playback& playback = m_context.playback;
    playback.pause();
    playback.setSpeed(m_speed);
    playback.setSkipsSilence(m_skipped);
    playback.setLingers(m_lingered);
}

void LessonDesk::watch()
{
    if (!m_plays || m_session.phase() != Phase::Playing
        || m_context.playback.position() < positionOf(m_session.reach()))
        return;
    m_plays = false;
    // Not from within the playback's own step.
    QMetaObject::invokeMethod(
        this,
        [this] {
            playAsBefore();
            m_session.arrive();
        },
        Qt::QueuedConnection);
}

void LessonDesk::taken(std::size_t step, const lesson::Given& given, bool right, bool hinted)
{
    const auto language = classroom::languageOf(m_context.look.language());
    const lesson::PreparedQuestion& question = *m_session.question();
    const lesson::Played& played = m_session.lesson()->run(m_session.current().run);
    classroom::Result result;
    result.lesson = m_session.name();
    result.step = static_cast<int>(step) + 1;
    result.kind = QString::fromUtf8(
        lesson::kindName(question.kind).data(), static_cast<qsizetype>(lesson::kindName(question.kind).size()));
    result.question = QString::fromStdString(lesson::in(question.text, language));
    result.answer = QString::fromStdString(lesson::answerText(played, question, language));
    result.right = right;
    result.hinted = hinted;
    lesson::PreparedQuestion said = question; // what was given, in the words of an answer
    said.answer = given.number.value_or(0);
    said.order = given.choices;
    if (given.picked)
        said.picks = {*given.picked};
    for (std::size_t i = 0; i < said.choices.size(); ++i)
        said.choices[i].isRight = std::count(given.choices.begin(), given.choices.end(), i) > 0;
    if (question.kind == lesson::Question::Kind::Count && given.choices.size() == 1)
        said.answer = question.choices[given.choices.front()].value.value_or(0);
    result.given = QString::fromStdString(lesson::answerText(played, said, language));
    if (question.kind == lesson::Question::Kind::Order) { // its letters stand on paper only
        result.answer = inWords(question, question.order, language);
        result.given = inWords(question, given.choices, language);
    }
    m_results.add(result);
}

} // namespace connscope::app
