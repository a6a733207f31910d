// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/clusterpanel.h"

#include "frame/clustermodel.h"
#include "theme/look.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace connscope::frame {

using Kind = scenario::Action::Kind;
using Power = trace::BrokerState::Power;

namespace {

constexpr int kMostBrokers = 20;
constexpr int kUsualPort = 9092;

} // namespace

ClusterPanel::ClusterPanel(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_model(new ClusterModel(context, this))
    , m_table(new QTableView(this))
{
    setObjectName(QStringLiteral("cluster-panel"));
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSizeAdjustPolicy(
        QAbstractScrollArea::AdjustToContents); // what can be done stands right below the rows
    m_table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(ClusterModel::Address, QHeaderView::Stretch);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 8);
    column->setSpacing(6);
    column->addWidget(makeStart());
    column->addWidget(m_table);
    column->addWidget(makeVerbs());
    m_lines = new QWidget(this);
    auto* lines = new QVBoxLayout(m_lines);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(6);
    lines->addWidget(makeLine(m_bootstrap, m_copyBootstrap));
    lines->addWidget(makeLine(m_kcat, m_copyKcat));
    column->addWidget(m_lines);
    column->addStretch(1);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &ClusterPanel::update);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &ClusterPanel::update);
    connect(&context.look, &theme::Look::changed, this, &ClusterPanel::retranslate);
    retranslate();
}

QWidget* ClusterPanel::makeStart()
{
    auto* row = new QWidget(this);
    m_state = new QLabel(row);
    m_state->setWordWrap(true);
    m_choice = new QWidget(row);
    m_countLabel = new QLabel(m_choice);
    m_count = new QSpinBox(m_choice);
    m_count->setRange(1, kMostBrokers);
    m_count->setValue(3);
    m_countLabel->setBuddy(m_count);
    m_portLabel = new QLabel(m_choice);
    m_port = new QSpinBox(m_choice);
    m_port->setRange(0, 65535 - kMostBrokers);
    m_port->setValue(kUsualPort);
    m_portLabel->setBuddy(m_port);
    m_start = new QPushButton(row);
    auto* choice = new QHBoxLayout(m_choice);
    choice->setContentsMargins(0, 0, 0, 0);
    choice->addWidget(m_countLabel);
    choice->addWidget(m_count);
    choice->addWidget(m_portLabel);
    choice->addWidget(m_port);
    choice->addStretch(1);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* left = new QVBoxLayout;
    left->addWidget(m_state);
    left->addWidget(m_choice);
    layout->addLayout(left, 1);
    layout->addWidget(m_start, 0, Qt::AlignTop);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (m_running)
            emit stopWanted();
        else
            emit startWanted(m_count->value(), m_port->value());
    });
    return row;
}

QWidget* ClusterPanel::makeVerbs()
{
    m_verbs = new QWidget(this);
    auto* row = new QHBoxLayout(m_verbs);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    for (const Kind kind : {Kind::StartBroker, Kind::StopBroker, Kind::KillBroker, Kind::RestartBroker,
             Kind::PauseBroker, Kind::ResumeBroker}) {
        auto* button = new QToolButton(m_verbs);
        button->setObjectName(QStringLiteral("chip"));
        connect(button, &QToolButton::clicked, this, [this, kind] { act(kind); });
        row->addWidget(button);
        m_buttons.emplace_back(kind, button);
    }
    row->addStretch(1);
    return m_verbs;
}

QWidget* ClusterPanel::makeLine(QLineEdit*& line, QToolButton*& copy)
{
    auto* row = new QWidget(this);
    line = new QLineEdit(row);
    line->setReadOnly(true);
    copy = new QToolButton(row);
    copy->setObjectName(QStringLiteral("chip"));
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(line, 1);
    layout->addWidget(copy);
    connect(copy, &QToolButton::clicked, this, [line] { QGuiApplication::clipboard()->setText(line->text()); });
    return row;
}

void ClusterPanel::setRunning(const std::vector<std::pair<BrokerId, QString>>& brokers, Origin origin)
{
    m_running = !brokers.empty();
    m_origin = origin;
    m_model->setBrokers(brokers);
    if (m_running)
        m_table->setCurrentIndex(m_model->index(0, 0));
    retranslate();
}

QString ClusterPanel::bootstrapLine() const
{
    QStringList servers;
    for (const ClusterModel::Row& row : m_model->brokers())
        servers << row.address;
    return servers.isEmpty() ? QString() : QStringLiteral("bootstrap.servers=") + servers.join(u',');
}

QString ClusterPanel::kcatLine() const
{
    const auto& rows = m_model->brokers();
    return rows.empty() ? QString() : QStringLiteral("kcat -b %1 -L").arg(rows.front().address);
}

void ClusterPanel::focusStart() { (m_running ? static_cast<QWidget*>(m_table) : m_count)->setFocus(); }

QToolButton* ClusterPanel::button(Kind kind) const
{
    for (const auto& [own, button] : m_buttons) {
        if (own == kind)
            return button;
    }
    return nullptr;
}

void ClusterPanel::act(Kind kind)
{
    const QModelIndex current = m_table->currentIndex();
    if (current.isValid())
        emit actionWanted(kind, m_model->brokers()[static_cast<std::size_t>(current.row())].broker);
}

/// What can be done to the current broker.
void ClusterPanel::update()
{
    const QModelIndex current = m_table->currentIndex();
    const bool any = m_running && current.isValid();
    const Power power = any ? m_model->brokers()[static_cast<std::size_t>(current.row())].power : Power::Down;
    for (const auto& [kind, button] : m_buttons) {
        const bool wantsDown = kind == Kind::StartBroker;
        const bool wantsPaused = kind == Kind::ResumeBroker;
        button->setEnabled(any
            && (wantsDown                       ? power == Power::Down
                    : wantsPaused               ? power == Power::Paused
                    : kind == Kind::PauseBroker ? power == Power::Up
                                                : power != Power::Down));
        // One place for both: what is paused can only be resumed.
        if (kind == Kind::PauseBroker)
            button->setVisible(power != Power::Paused);
        if (wantsPaused)
            button->setVisible(power == Power::Paused);
    }
}

void ClusterPanel::retranslate()
{
    const auto count = static_cast<qint64>(m_model->brokers().size());
    const QString brokers = count == 1 ? tr("1 broker") : tr("%1 brokers").arg(m_context.look.format().number(count));
    m_state->setText(!m_running
            ? tr("Brokers of our own on 127.0.0.1, for any Kafka client. They keep records in memory.")
            : m_origin == Origin::Plain    ? tr("The loopback cluster runs: %1.").arg(brokers)
            : m_origin == Origin::Scenario ? tr("The scenario's brokers run on this machine: %1.").arg(brokers)
                                           : tr("The scenario's brokers run on this machine: %1. Ports that it names "
                                                "are taken, so only its own clients find "
                                                "them.")
                                                 .arg(brokers));
    m_choice->setVisible(!m_running);
    m_countLabel->setText(tr("&Brokers"));
    m_count->setAccessibleName(tr("Number of brokers"));
    m_portLabel->setText(tr("First &port"));
    m_port->setSpecialValueText(tr("any free"));
    m_port->setAccessibleName(tr("First port; 0 is any that is free"));
    m_start->setText(m_running ? tr("Stop") : tr("Start"));
    m_start->setToolTip(m_running ? tr("Ends the session: every socket and port is closed")
                                  : tr("Opens a port for each broker and shows every connection that comes"));
    const auto say = [this](Kind kind, const QString& text, const QString& tip) {
        button(kind)->setText(text);
        button(kind)->setToolTip(tip);
    };
    say(Kind::StartBroker, tr("Start"), tr("Up again, on the same port"));
    say(Kind::StopBroker, tr("Stop"), tr("An orderly end: its leaders move first, then its connections close"));
    say(Kind::KillBroker, tr("Kill"), tr("Its process is gone: the kernel closes its sockets"));
    say(Kind::RestartBroker, tr("Restart"), tr("Killed, and started again a second later"));
    say(Kind::PauseBroker, tr("Pause"), tr("Its process stands still, its kernel goes on"));
    say(Kind::ResumeBroker, tr("Resume"), tr("Its process goes on"));
    m_table->setAccessibleName(tr("Brokers"));
    m_table->setFont(m_context.look.text()); // views of items have a font of the system's otherwise
    m_table->horizontalHeader()->setFont(m_context.look.text(theme::Type::Small));
    m_bootstrap->setText(bootstrapLine());
    m_bootstrap->setCursorPosition(0);
    m_bootstrap->setFont(m_context.look.mono());
    m_bootstrap->setAccessibleName(tr("What a client's configuration needs"));
    m_kcat->setText(kcatLine());
    m_kcat->setFont(m_context.look.mono());
    m_kcat->setAccessibleName(tr("A command to try"));
    for (QToolButton* copy : {m_copyBootstrap, m_copyKcat})
        copy->setText(tr("Copy"));
    m_copyBootstrap->setAccessibleName(tr("Copy the bootstrap.servers line"));
    m_copyKcat->setAccessibleName(tr("Copy the command"));
    m_table->setVisible(m_running);
    m_verbs->setVisible(m_running);
    m_lines->setVisible(m_running && m_origin != Origin::ScenarioElsewhere);
    update();
}

} // namespace connscope::frame
