// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparedialog.h"

#include "app/scenariofiles.h"
#include "app/tracesource.h"
#include "client/profile.h"
#include "theme/look.h"
#include "view/document.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>

#include <utility>

namespace connscope::app {

CompareDialog::CompareDialog(const view::Context& context, QWidget* parent)
    : QDialog(parent)
    , m_context(context)
    , m_head(new QLabel(this))
    , m_otherwise(new QRadioButton(this))
    , m_another(new QRadioButton(this))
    , m_profileLabel(new QLabel(this))
    , m_profile(new QComboBox(this))
    , m_seedLabel(new QLabel(this))
    , m_seed(new QLineEdit(this))
    , m_settingsLabel(new QLabel(this))
    , m_settings(new QPlainTextEdit(this))
    , m_file(new QLineEdit(this))
    , m_choose(new QPushButton(this))
    , m_compare(new QPushButton(this))
{
    setObjectName(QStringLiteral("compare-dialog"));
    setModal(false);
    m_head->setWordWrap(true);
    m_profile->setObjectName(QStringLiteral("chip"));
    m_profile->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,19}")), m_seed));
    m_settings->setFixedHeight(QFontMetrics(context.look.mono()).lineSpacing() * 4 + 16);
    m_settings->setPlaceholderText(QStringLiteral("*.connections.max.idle.ms=300000"));
    m_settings->setTabChangesFocus(true);
    m_profileLabel->setBuddy(m_profile);
    m_seedLabel->setBuddy(m_seed);
    m_settingsLabel->setBuddy(m_settings);
    m_compare->setDefault(true);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(16, 14, 16, 14);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnMinimumWidth(0, 14); // fields stand in under their button
    grid->setColumnStretch(2, 1);
    grid->addWidget(m_head, 0, 0, 1, 4);
    grid->addWidget(m_otherwise, 1, 0, 1, 4);
    grid->addWidget(m_another, 2, 0, 1, 4);
    grid->addWidget(m_file, 3, 1, 1, 2);
    grid->addWidget(m_choose, 3, 3);
    grid->setRowMinimumHeight(4, 6);
    grid->addWidget(m_profileLabel, 5, 1);
    grid->addWidget(m_profile, 5, 2, 1, 2, Qt::AlignLeft);
    grid->addWidget(m_seedLabel, 6, 1);
    grid->addWidget(m_seed, 6, 2, 1, 2, Qt::AlignLeft);
    grid->addWidget(m_settingsLabel, 7, 1, Qt::AlignTop);
    grid->addWidget(m_settings, 7, 2, 1, 2);
    grid->addWidget(m_compare, 8, 0, 1, 4, Qt::AlignRight);
    connect(m_another, &QRadioButton::toggled, this, &CompareDialog::choose);
    connect(m_choose, &QPushButton::clicked, this, &CompareDialog::chooseFile);
    connect(m_file, &QLineEdit::textEdited, this, [this] {
        m_another->setChecked(true);
        refresh();
    });
    connect(m_compare, &QPushButton::clicked, this, [this] {
        accept();
        emit wanted(request());
    });
    connect(&context.look, &theme::Look::changed, this, &CompareDialog::retranslate);
    m_otherwise->setChecked(true);
    retranslate();
    resize(560, sizeHint().height());
}

void CompareDialog::begin(LoadRequest own)
{
    m_own = std::move(own);
    const QString profile = QString::fromStdString(m_own.profile);
    m_profile->clear();
    m_profile->addItem(tr("as the scenario says"), QString());
    for (const client::Profile& known : client::profiles())
        m_profile->addItem(
            QString::fromStdString(std::string(known.name)), QString::fromStdString(std::string(known.name)));
    m_profile->setCurrentIndex(std::max(0, m_profile->findData(profile)));
    m_seed->setText(QString::number(m_context.document.source().seed));
    QStringList settings;
    for (const std::string& setting : m_own.settings)
        settings << QString::fromStdString(setting);
    m_settings->setPlainText(settings.join(u'\n'));
    // Shipped scenarios by their names; a path goes as well.
    if (!m_file->completer()) {
        QStringList names;
        for (const std::string& name : shippedScenarios(shippedScenarioFolder()))
            names << QString::fromStdString(name);
        auto* completer = new QCompleter(names, m_file);
        completer->setFilterMode(Qt::MatchContains);
        completer->setCaseSensitivity(Qt::CaseInsensitive);
        m_file->setCompleter(completer);
        completer->popup()->installEventFilter(this);
        connect(completer, qOverload<const QString&>(&QCompleter::activated), this, &CompareDialog::refresh);
    }
    m_kept = {};
    m_showsAnother = false;
    const bool scenario = m_context.document.scenario() != nullptr;
    m_otherwise->setEnabled(scenario);
    {
        const QSignalBlocker quiet(m_another);
        (scenario ? m_otherwise : m_another)->setChecked(true);
    }
    if (!scenario)
        choose(true);
    refresh();
}

/// The list of names takes the first click and the first Enter for itself, only to go away. Whoever has typed a name means the
/// button; where one of the list is chosen, Enter is for it.
bool CompareDialog::eventFilter(QObject* watched, QEvent* event)
{
    QAbstractItemView* names = m_file->completer() ? m_file->completer()->popup() : nullptr;
    if (watched != names || !names)
        return QDialog::eventFilter(watched, event);
    QAbstractButton* meant = nullptr;
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && !names->currentIndex().isValid())
            meant = m_compare;
    } else if (event->type() == QEvent::MouseButtonPress) {
        const QPoint at = static_cast<QMouseEvent*>(event)->globalPosition().toPoint();
        if (!names->rect().contains(names->mapFromGlobal(at)))
            meant = qobject_cast<QAbstractButton*>(childAt(mapFromGlobal(at)));
    }
    if (!meant)
        return QDialog::eventFilter(watched, event);
    names->hide();
    meant->click(); // nothing where it is not enabled
    return true;
}

CompareDialog::Fields CompareDialog::fields() const
{
    return {m_profile->currentData().toString(), m_seed->text(), m_settings->toPlainText()};
}

void CompareDialog::fill(const Fields& fields)
{
    m_profile->setCurrentIndex(std::max(0, m_profile->findData(fields.profile)));
    m_seed->setText(fields.seed);
    m_settings->setPlainText(fields.settings);
}

/// Each of both has fields of its own: what this scenario is set to is nothing to another.
void CompareDialog::choose(bool another)
{
    if (std::exchange(m_showsAnother, another) != another)
        fill(std::exchange(m_kept, fields()));
    refresh();
}

/// As it can be opened: a path, or the name of a scenario that comes with the program.
std::string CompareDialog::file() const
{
    std::string name = m_file->text().trimmed().toStdString();
    if (name.empty() || QFileInfo(QString::fromStdString(name)).isFile())
        return name;
    const auto found = findScenario(name);
    return found ? *found : name;
}

LoadRequest CompareDialog::request() const
{
    LoadRequest out = m_own;
    if (m_another->isChecked()) {
        out = {};
        out.file = file();
        if (isTraceFile(out.file))
            return out;
    }
    out.profile = m_profile->currentData().toString().toStdString();
    if (!m_seed->text().isEmpty())
        out.seed = m_seed->text().toULongLong();
    out.settings.clear();
    const QStringList lines = m_settings->toPlainText().split(u'\n');
    for (const QString& line : lines) {
        if (const QString setting = line.trimmed(); !setting.isEmpty())
            out.settings.push_back(setting.toStdString());
    }
    return out;
}

void CompareDialog::setFile(const QString& file)
{
    m_file->setText(QDir::toNativeSeparators(file));
    m_another->setChecked(true);
    refresh();
}

void CompareDialog::chooseFile()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Choose a scenario or a trace"),
        QFileInfo(m_context.document.source().fileName).path(),
        tr("Scenarios and traces (*.yaml *.yml *.jsonl);;All files (*)"));
    if (!file.isEmpty())
        setFile(file);
}

void CompareDialog::refresh()
{
    const bool otherwise = m_otherwise->isChecked();
    const bool isTrace = !otherwise && isTraceFile(file());
    for (QWidget* field :
        std::initializer_list<QWidget*> {m_profileLabel, m_profile, m_seedLabel, m_seed, m_settingsLabel, m_settings})
        field->setEnabled(!isTrace);
    m_compare->setEnabled(otherwise || !m_file->text().trimmed().isEmpty());
}

void CompareDialog::retranslate()
{
    setWindowTitle(tr("Compare With"));
    m_head->setText(tr("The run of the window is the first. What is the second?"));
    m_otherwise->setText(tr("&This scenario, run otherwise"));
    m_another->setText(tr("&Another scenario, or a trace"));
    m_profileLabel->setText(tr("&Profile"));
    m_seedLabel->setText(tr("&Seed"));
    m_settingsLabel->setText(tr("S&ettings"));
    m_settings->setToolTip(tr("NAME.KEY=VALUE, one a line; NAME is a client, cluster, broker.N or *"));
    m_file->setAccessibleName(tr("Scenario or trace"));
    m_file->setPlaceholderText(tr("a file, or a scenario by its name: 13-three-kinds"));
    m_seed->setPlaceholderText(tr("as the scenario says"));
    m_choose->setText(tr("&Choose…"));
    m_compare->setText(tr("C&ompare"));
    if (m_profile->count() > 0)
        m_profile->setItemText(0, tr("as the scenario says"));
}

} // namespace connscope::app
