// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/avoidpanel.h"

#include "findings/words.h"
#include "sweep/searchwords.h"
#include "theme/look.h"
#include "view/document.h"
#include "whatif/words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace connscope::whatif {

using sweep::Goal;

namespace {

bool stoodInCloseWait(const view::Document& document, ConnectionId connection)
{
    for (const EventId id : document.index().events(connection)) {
        const trace::Event& e = document.trace()[id];
        if (e.side == trace::Side::Client && e.state == trace::TcpState::CloseWait)
            return true;
    }
    return false;
}

} // namespace

AvoidPanel::AvoidPanel(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_goal(new QComboBox(this))
    , m_head(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QPushButton(this))
    , m_page(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("avoid-panel"));
    m_goal->setObjectName(QStringLiteral("chip"));
    m_goal->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_goal->setMinimumContentsLength(12);
    m_head->setWordWrap(true);
    m_progress->setTextVisible(false);
    m_page->setOpenLinks(false);
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->document()->setDocumentMargin(12);
    setFocusProxy(m_page);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* row = new QHBoxLayout;
    row->addWidget(m_progress, 1);
    row->addWidget(m_cancel);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(12, 6, 12, 2);
    top->addWidget(m_goal);
    top->addWidget(m_head);
    top->addLayout(row);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_page, 1);
    connect(m_cancel, &QPushButton::clicked, this, &AvoidPanel::cancel);
    connect(m_goal, &QComboBox::activated, this, [this] {
        m_isAgain = isRunning();
        if (m_isAgain)
            m_runner.cancel();
        else
            begin();
    });
    connect(&m_runner, &Runner::progressed, this, [this](int done, int all) {
        m_progress->setRange(0, all);
        m_progress->setValue(done);
    });
    connect(&m_runner, &Runner::ended, this, [this] {
        if (std::exchange(m_isAgain, false)) {
            begin();
            return;
        }
        write();
        emit changed();
    });
    connect(m_page, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (!m_result || url.scheme() != QLatin1String("try"))
            return;
        bool isNumber = false;
        const std::size_t trial = url.path().toULongLong(&isNumber);
        if (isNumber && trial < m_result->trials.size())
            emit tryWanted(QString::fromStdString(m_result->trials[trial].setting));
    });
    connect(&context.look, &theme::Look::changed, this, &AvoidPanel::retranslate);
    retranslate();
}

AvoidPanel::~AvoidPanel() = default;

std::vector<Goal> AvoidPanel::goalsOf(const view::Document& document, ConnectionId connection)
{
    const trace::ConnectionLife* life = document.life(connection);
    if (!life)
        return {};
    std::vector<Goal> out;
    if (stoodInCloseWait(document, connection))
        out.push_back({Goal::Kind::CloseWait, connection, {}});
    out.push_back({Goal::Kind::Opening, connection, {}});
    if (life->closed)
        out.push_back({Goal::Kind::End, connection, {}});
    return out;
}

std::vector<Goal> AvoidPanel::goalsOf(const view::Document& document, view::Item item)
{
    if (item.connection().isValid())
        return goalsOf(document, item.connection());
    const EventId event = item.event();
    if (!event.isValid() || event.value >= document.trace().size())
        return {};
    const trace::Event& e = document.trace()[event];
    std::vector<Goal> out = goalsOf(document, e.connection);
    const auto first = [&out](Goal::Kind kind) {
        std::stable_partition(out.begin(), out.end(), [kind](const Goal& goal) { return goal.kind == kind; });
    };
    using K = trace::EventKind;
    if (e.state == trace::TcpState::CloseWait)
        first(Goal::Kind::CloseWait);
    else if (e.kind == K::FinSent || e.kind == K::IdleExpired || e.kind == K::Disconnected || e.kind == K::ResetSent
        || e.kind == K::ResetReceived || e.kind == K::Closed || e.kind == K::RequestTimedOut
        || e.kind == K::ConnectFailed)
        first(Goal::Kind::End);
    else
        first(Goal::Kind::Opening);
    return out;
}

QString AvoidPanel::goalText(const Goal& goal) const
{
    if (goal.kind == Goal::Kind::Finding)
        return toText(findings::title(goal.finding, languageOf(m_context.look)));
    const trace::ConnectionLife* life = m_context.document.life(goal.connection);
    if (!life)
        return {};
    const theme::Format& format = m_context.look.format();
    const QString node = theme::Format::nodeId(life->node);
    switch (goal.kind) {
    case Goal::Kind::CloseWait:
        return tr("Node %1: its time in CLOSE-WAIT").arg(node);
    case Goal::Kind::End:
        return tr("Node %1: that it ends at %2").arg(node, format.tick(life->closed.value_or(kStart)));
    default:
        return tr("Node %1: that it is opened at %2").arg(node, format.tick(life->opened));
    }
}

void AvoidPanel::look(const std::vector<Goal>& goals)
{
    if (goals.empty() || !m_context.document.scenario())
        return;
    m_goals = goals;
    m_goal->clear();
    for (const Goal& goal : m_goals)
        m_goal->addItem(goalText(goal));
    m_goal->setCurrentIndex(0);
    m_isAgain = isRunning();
    if (m_isAgain)
        m_runner.cancel();
    else
        begin();
}

void AvoidPanel::begin()
{
    const scenario::Scenario* scenario = m_context.document.scenario();
    const int chosen = m_goal->currentIndex();
    if (!scenario || chosen < 0 || static_cast<std::size_t>(chosen) >= m_goals.size())
        return;
    m_result.reset();
    m_error.clear();
    sweep::SearchPlan plan;
    plan.goal = m_goals[static_cast<std::size_t>(chosen)];
    plan.options.seed = m_context.document.source().seed;
    plan.options.profile = m_context.document.source().profile;
    m_progress->setRange(0, 0);
    // A copy of its own: the document may be replaced meanwhile.
    m_runner.start([this, plan, scenario = *scenario](
                       const std::atomic<bool>& cancel, const sweep::Progress& progress) -> Runner::Finish {
        const auto found = std::make_shared<Result<sweep::Search>>(sweep::search(scenario, plan, &cancel, progress));
        return [this, found] {
            if (*found)
                m_result = std::move(**found);
            else
                m_error = QString::fromStdString(found->error().message);
        };
    });
    write();
    emit changed();
}

void AvoidPanel::write()
{
    const bool runs = isRunning();
    m_progress->setVisible(runs);
    m_cancel->setVisible(runs);
    m_goal->setVisible(!m_goals.empty());
    const analysis::Language language = languageOf(m_context.look);
    const theme::Theme& theme = m_context.look.theme();
    if (runs) {
        m_head->setText(tr("Trying one setting after the other …"));
        m_page->clear();
        return;
    }
    if (!m_error.isEmpty()) {
        m_head->setText(m_error);
        m_page->clear();
        return;
    }
    if (!m_result) {
        m_head->setText(
            tr("Select a connection or an event and choose Tools ▸ What Would Avoid This?: every setting of a "
               "declared list is tried, one at a time."));
        m_page->clear();
        return;
    }
    m_head->setText(QString::fromStdString(sweep::tally(*m_result, language)));
    QString html
        = QStringLiteral("<p><b>%1</b> %2</p>")
              .arg(tr("To be avoided:"),
                  QString::fromStdString(m_result->what[static_cast<std::size_t>(language)]).toHtmlEscaped());
    for (const sweep::Answer& answer : sweep::answers(*m_result, language)) {
        html
            += QStringLiteral("<p style=\"margin:14px 0 2px 0\"><b>%1</b> &nbsp;<a href=\"try:%2\" style=\"color:%3; "
                              "text-decoration:none\">%4</a></p>")
                   .arg(QString::fromStdString(answer.setting).toHtmlEscaped())
                   .arg(answer.trial)
                   .arg(theme.role(Role::Data).text.name(), tr("Run it"));
        const auto paragraph = [&](const std::string& text) {
            if (!text.empty())
                html += QStringLiteral("<p style=\"margin:2px 0\">%1</p>")
                            .arg(QString::fromStdString(text).toHtmlEscaped());
        };
        paragraph(answer.why);
        paragraph(answer.others);
        if (!answer.numbers.empty())
            paragraph(tr("What it costs or saves: %1").arg(QString::fromStdString(answer.numbers)).toStdString());
        QStringList costs;
        for (const std::string& cost : answer.costs)
            costs << QStringLiteral("– ") + QString::fromStdString(cost).toHtmlEscaped();
        html += QStringLiteral("<p style=\"margin:3px 0 6px 14px; color:%1\">%2</p>")
                    .arg(theme.secondary.name(), costs.join(QStringLiteral("<br>")));
    }
    QStringList rest;
    for (const std::string& key : sweep::withoutSuccess(*m_result))
        rest << QString::fromStdString(key).toHtmlEscaped();
    if (!rest.isEmpty())
        html += QStringLiteral("<p style=\"color:%1; margin-top:14px\">%2 %3</p>")
                    .arg(theme.secondary.name(), tr("Tried without success:"), rest.join(tr(", ")));
    m_page->setHtml(html);
}

void AvoidPanel::retranslate()
{
    m_cancel->setText(tr("Cancel"));
    m_goal->setAccessibleName(tr("What is to be avoided"));
    m_page->setAccessibleName(tr("What would avoid it"));
    m_progress->setAccessibleName(tr("Progress"));
    for (int i = 0; i < m_goal->count(); ++i)
        m_goal->setItemText(i, goalText(m_goals[static_cast<std::size_t>(i)]));
    m_page->setFont(m_context.look.text());
    write();
}

} // namespace connscope::whatif
