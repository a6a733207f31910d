// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/sweepdialog.h"

#include "analysis/sink.h"
#include "scenario/clientconfig.h"
#include "sweep/report.h"
#include "theme/look.h"
#include "view/document.h"
#include "whatif/words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>

#include <cmath>

namespace connscope::whatif {

namespace {

/// Keys that decide about connections; any other key can be typed.
constexpr const char* kClientKeys[] = {"connections.max.idle.ms", "metadata.max.age.ms", "request.timeout.ms",
    "reconnect.backoff.ms", "reconnect.backoff.max.ms", "socket.connection.setup.timeout.ms", "max.poll.interval.ms",
    "session.timeout.ms", "heartbeat.interval.ms", "linger.ms", "fetch.max.wait.ms"};

} // namespace

SweepDialog::SweepDialog(const view::Context& context, QWidget* parent)
    : QDialog(parent)
    , m_context(context)
    , m_hint(new QLabel(this))
    , m_run(new QPushButton(this))
    , m_cancel(new QPushButton(this))
    , m_progress(new QProgressBar(this))
    , m_message(new QLabel(this))
    , m_column(new QComboBox(this))
    , m_log(new QCheckBox(this))
    , m_plot(new SweepPlot(context.look, this))
    , m_rows(new QTableWidget(this))
    , m_open(new QPushButton(this))
    , m_csv(new QPushButton(this))
    , m_figure(new QPushButton(this))
{
    setObjectName(QStringLiteral("sweep"));
    build();
    connect(m_run, &QPushButton::clicked, this, &SweepDialog::run);
    connect(m_cancel, &QPushButton::clicked, this, &SweepDialog::cancel);
    connect(m_column, &QComboBox::activated, this, &SweepDialog::redraw);
    connect(m_log, &QCheckBox::toggled, this, &SweepDialog::redraw);
    connect(m_plot, &SweepPlot::rowClicked, this, &SweepDialog::openRow);
    connect(
        m_rows, &QTableWidget::cellDoubleClicked, this, [this](int row) { openRow(static_cast<std::size_t>(row)); });
    connect(m_rows, &QTableWidget::itemSelectionChanged, this, &SweepDialog::update);
    connect(m_open, &QPushButton::clicked, this,
        [this] { openRow(static_cast<std::size_t>(std::max(0, m_rows->currentRow()))); });
    connect(m_csv, &QPushButton::clicked, this, [this] { save(false); });
    connect(m_figure, &QPushButton::clicked, this, [this] { save(true); });
    connect(&m_runner, &Runner::progressed, this, [this](int done, int all) {
        m_progress->setRange(0, all);
        m_progress->setValue(done);
    });
    connect(&m_runner, &Runner::ended, this, [this] {
        update();
        emit ended();
    });
    connect(&context.document, &view::Document::replaced, this, &SweepDialog::fillNames);
    connect(&context.look, &theme::Look::changed, this, &SweepDialog::retranslate);
    fillNames();
    retranslate();
}

SweepDialog::~SweepDialog() = default;

void SweepDialog::build()
{
    auto* form = new QGridLayout;
    for (int axis = 0; axis < 2; ++axis) {
        m_nameLabel[axis] = new QLabel(this);
        m_name[axis] = new QComboBox(this);
        m_name[axis]->setEditable(true);
        m_name[axis]->setInsertPolicy(QComboBox::NoInsert);
        m_name[axis]->completer()->setFilterMode(Qt::MatchContains);
        m_name[axis]->completer()->setCompletionMode(QCompleter::PopupCompletion);
        m_values[axis] = new QLineEdit(this);
        m_nameLabel[axis]->setBuddy(m_name[axis]);
        form->addWidget(m_nameLabel[axis], axis, 0);
        form->addWidget(m_name[axis], axis, 1);
        form->addWidget(m_values[axis], axis, 2);
        connect(m_values[axis], &QLineEdit::returnPressed, this, &SweepDialog::run);
    }
    form->setColumnStretch(1, 3);
    form->setColumnStretch(2, 2);
    form->addWidget(m_run, 0, 3);
    form->addWidget(m_cancel, 1, 3);
    m_column->setObjectName(QStringLiteral("chip"));
    m_rows->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
    m_rows->verticalHeader()->setMinimumSectionSize(fontMetrics().height());
    m_hint->setObjectName(QStringLiteral("secondary"));
    m_hint->setWordWrap(true);
    m_message->setWordWrap(true);
    m_progress->setTextVisible(false);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_column);
    bar->addWidget(m_log);
    bar->addStretch(1);
    m_rows->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_rows->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_rows->setSelectionMode(QAbstractItemView::SingleSelection);
    m_rows->setShowGrid(false);
    m_rows->setFrameShape(QFrame::NoFrame);
    m_rows->setTabKeyNavigation(false);
    m_rows->verticalHeader()->hide();
    m_rows->horizontalHeader()->setHighlightSections(false);
    auto* upper = new QWidget(this);
    auto* upperColumn = new QVBoxLayout(upper);
    upperColumn->setContentsMargins(0, 0, 0, 0);
    upperColumn->addLayout(bar);
    upperColumn->addWidget(m_plot, 1);
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(upper);
    parts->addWidget(m_rows);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setChildrenCollapsible(false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_message, 1);
    for (QPushButton* button : {m_open, m_csv, m_figure})
        buttons->addWidget(button);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_hint);
    column->addWidget(m_progress);
    column->addWidget(parts, 1);
    column->addLayout(buttons);
    for (QPushButton* button : {m_run, m_cancel, m_open, m_csv, m_figure})
        button->setAutoDefault(false);
    resize(900, 720);
}

QStringList SweepDialog::namesFor(const scenario::Scenario& scenario)
{
    QStringList out {QStringLiteral("cluster.brokers"), QStringLiteral("cluster.partitions")};
    for (const scenario::ClientEntry& client : scenario.clients)
        out << QString::fromStdString(client.name) + QStringLiteral(".count");
    out << QStringLiteral("profile") << QStringLiteral("seed") << QStringLiteral("cluster.connections.max.idle.ms");
    for (const scenario::ClientEntry& client : scenario.clients) {
        const protocol::ConfigOwner owner = scenario::configOwner(client.kind);
        for (const char* key : kClientKeys) {
            if (protocol::findConfigKey(owner, key) != nullptr)
                out << QString::fromStdString(client.name) + u'.' + QLatin1String(key);
        }
    }
    return out;
}

void SweepDialog::fillNames()
{
    const scenario::Scenario* scenario = m_context.document.scenario();
    for (int axis = 0; axis < 2; ++axis) {
        const QString kept = m_name[axis]->currentText();
        m_name[axis]->clear();
        if (scenario)
            m_name[axis]->addItems(namesFor(*scenario));
        m_name[axis]->setCurrentText(axis == 0 && kept.isEmpty() ? QStringLiteral("cluster.brokers") : kept);
    }
    if (m_values[0]->text().isEmpty())
        m_values[0]->setText(QStringLiteral("1..9"));
    update();
}

QString SweepDialog::message() const { return m_message->text(); }

void SweepDialog::run()
{
    const scenario::Scenario* scenario = m_context.document.scenario();
    if (!scenario || isRunning())
        return;
    m_error.clear();
    sweep::Plan plan;
    for (int axis = 0; axis < 2; ++axis) {
        const QString name = m_name[axis]->currentText().trimmed();
        const QString values = m_values[axis]->text().trimmed();
        if (axis == 1 && (name.isEmpty() || values.isEmpty()))
            continue;
        auto read = sweep::parseAxis(QString(name + u'=' + values).toStdString());
        if (!read) {
            m_error = QString::fromStdString(read.error().message);
            break;
        }
        plan.axes.push_back(std::move(*read));
    }
    plan.options.seed = m_context.document.source().seed;
    plan.options.profile = m_context.document.source().profile;
    if (m_error.isEmpty()) {
        if (const auto good = sweep::check(*scenario, plan); !good)
            m_error = QString::fromStdString(good.error().message);
    }
    if (!m_error.isEmpty()) {
        update();
        return;
    }
    m_progress->setRange(0, static_cast<int>(plan.runCount()));
    m_progress->setValue(0);
    m_runner.start([this, plan, scenario = *scenario](
                       const std::atomic<bool>& cancel, const sweep::Progress& progress) -> Runner::Finish {
        const auto table = std::make_shared<Result<sweep::Table>>(sweep::run(scenario, plan, &cancel, progress));
        return [this, table] {
            if (*table)
                showTable(**table);
            else
                m_error = QString::fromStdString(table->error().message);
        };
    });
    update();
}

void SweepDialog::showTable(const sweep::Table& table)
{
    m_result = table;
    const auto columns = sweep::columns();
    const bool isChinese = languageOf(m_context.look) == analysis::Language::Chinese;
    QStringList heads;
    for (const sweep::Axis& axis : table.axes)
        heads << QString::fromStdString(axis.name);
    for (const sweep::Column& column : columns)
        heads << toText(isChinese ? column.chinese : column.title);
    m_rows->clear();
    m_rows->setColumnCount(static_cast<int>(heads.size()));
    m_rows->setHorizontalHeaderLabels(heads);
    m_rows->setRowCount(static_cast<int>(table.rows.size()));
    const theme::Format& format = m_context.look.format();
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const sweep::Row& row = table.rows[r];
        int cell = 0;
        const auto put = [&](const QString& text) {
            auto* item = new QTableWidgetItem(text);
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            if (!row.error.empty())
                item->setToolTip(QString::fromStdString(row.error));
            else if (!row.stopped.empty())
                item->setToolTip(QString::fromStdString(row.stopped));
            m_rows->setItem(static_cast<int>(r), cell++, item);
        };
        for (const std::string& value : row.values)
            put(QString::fromStdString(value));
        for (const sweep::Column& column : columns)
            put(row.isDone && row.error.empty() ? format.number(std::llround(column.number(row.measures)))
                                                : QStringLiteral("–"));
    }
    m_rows->resizeColumnsToContents();
    // Values that were chosen in equal ratios are seen so.
    if (table.axes.front().numbers() && m_values[0]->text().contains(QLatin1String("log")))
        m_log->setChecked(true);
    redraw();
}

void SweepDialog::redraw()
{
    if (!m_result) {
        m_plot->clearTable();
        return;
    }
    const int chosen = m_column->currentIndex() - 1;
    m_plot->setTable(
        *m_result, chosen < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(chosen)), m_log->isChecked());
}

void SweepDialog::openRow(std::size_t row)
{
    if (!m_result || row >= m_result->rows.size())
        return;
    m_rows->selectRow(static_cast<int>(row));
    QStringList settings;
    QString profile;
    QString seed;
    for (std::size_t a = 0; a < m_result->axes.size(); ++a) {
        const sweep::Axis& axis = m_result->axes[a];
        const std::string& value = m_result->rows[row].values[a];
        if (axis.isProfile())
            profile = QString::fromStdString(value);
        else if (axis.isSeed())
            seed = QString::fromStdString(value);
        else
            settings << QString::fromStdString(sweep::settingText(axis, value));
    }
    emit runWanted(settings, profile, seed);
}

QByteArray SweepDialog::csv() const
{
    QByteArray out;
    if (!m_result)
        return out;
    analysis::TextSink sink([&out](std::string_view piece) {
        out.append(piece.data(), static_cast<qsizetype>(piece.size()));
        return true;
    });
    sweep::writeCsv(*m_result, sink);
    return out;
}

void SweepDialog::save(bool asFigure)
{
    const QString base = QFileInfo(m_context.document.source().fileName).completeBaseName();
    const QString file = asFigure ? QFileDialog::getSaveFileName(this, tr("Export the plot"),
                             base + QStringLiteral("-sweep.svg"), tr("Figures (*.svg *.png)"))
                                  : QFileDialog::getSaveFileName(this, tr("Save the table"),
                                      base + QStringLiteral("-sweep.csv"), tr("Tables (*.csv)"));
    if (file.isEmpty())
        return;
    const QByteArray bytes = !asFigure ? csv()
        : QFileInfo(file).suffix().compare(QLatin1String("png"), Qt::CaseInsensitive) == 0
        ? m_plot->png()
        : m_plot->svg(windowTitle());
    QSaveFile out(file);
    const bool isWritten = out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit();
    m_error = isWritten ? QString()
                        : tr("%1 could not be written: %2").arg(QFileInfo(file).fileName(), out.errorString());
    update();
}

void SweepDialog::update()
{
    const bool runs = isRunning();
    const bool isScenario = m_context.document.scenario() != nullptr;
    m_run->setEnabled(isScenario && !runs);
    m_cancel->setEnabled(runs);
    m_progress->setVisible(runs);
    m_open->setEnabled(m_result && m_rows->currentRow() >= 0);
    m_csv->setEnabled(m_result.has_value());
    m_figure->setEnabled(m_result.has_value());
    m_column->setEnabled(m_result.has_value());
    m_log->setEnabled(m_result && m_result->axes.front().numbers());
    QString text = m_error;
    if (text.isEmpty() && !isScenario)
        text = tr("A sweep needs a scenario; what is open is none.");
    else if (text.isEmpty() && !m_result && !runs)
        text = tr("Choose what is varied, then Run: each value is a run of its own.");
    else if (text.isEmpty() && m_result && !runs) {
        const auto done = static_cast<int>(m_result->doneCount());
        int bad = 0;
        for (const sweep::Row& row : m_result->rows)
            bad += row.error.empty() && row.stopped.empty() ? 0 : 1;
        text = m_result->isWhole() ? tr("Runs: %1. Click a point to open it.").arg(done)
                                   : tr("Cancelled; runs that were done: %1.").arg(done);
        if (bad > 0)
            text += u' ' + tr("%1 did not come to their end: see their rows.").arg(bad);
    }
    m_message->setText(text);
}

void SweepDialog::retranslate()
{
    setWindowTitle(tr("Sweep"));
    m_nameLabel[0]->setText(tr("&Vary"));
    m_nameLabel[1]->setText(tr("an&d"));
    m_hint->setText(
        tr("Values: 1,3,5 · 1..9 · 1..1000/12 (12 of them) · 1..1000/12log (in equal ratios). At most %1 runs.")
            .arg(m_context.look.format().number(static_cast<std::int64_t>(sweep::kMostRuns))));
    m_run->setText(tr("&Run"));
    m_cancel->setText(tr("&Cancel"));
    m_open->setText(tr("&Open This Run"));
    m_csv->setText(tr("Save &Table…"));
    m_figure->setText(tr("Export &Figure…"));
    m_log->setText(tr("&Logarithmic"));
    for (int axis = 0; axis < 2; ++axis) {
        m_name[axis]->setAccessibleName(axis == 0 ? tr("First setting") : tr("Second setting"));
        m_values[axis]->setAccessibleName(
            axis == 0 ? tr("Values of the first setting") : tr("Values of the second setting"));
        m_values[axis]->setPlaceholderText(axis == 0 ? QString() : tr("none"));
    }
    m_rows->setAccessibleName(tr("Runs"));
    m_progress->setAccessibleName(tr("Progress"));
    const int chosen = std::max(0, m_column->currentIndex());
    m_column->clear();
    m_column->addItem(tr("Connections"));
    const bool isChinese = languageOf(m_context.look) == analysis::Language::Chinese;
    for (const sweep::Column& column : sweep::columns())
        m_column->addItem(toText(isChinese ? column.chinese : column.title));
    m_column->setCurrentIndex(chosen);
    m_column->setAccessibleName(tr("What is plotted"));
    if (m_result)
        showTable(sweep::Table(*m_result));
    update();
}

} // namespace connscope::whatif
