// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/connectdialog.h"

#include "app/propertiesfile.h"
#include "frame/stylesheet.h"
#include "theme/look.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace connscope::app {

ConnectDialog::ConnectDialog(const view::Context& context, QWidget* parent)
    : QDialog(parent)
    , m_context(context)
    , m_form(new QFormLayout)
    , m_servers(new QLineEdit(this))
    , m_fileRow(new QWidget(this))
    , m_fileName(new QLineEdit(m_fileRow))
    , m_choose(new QPushButton(m_fileRow))
    , m_shown(new QPlainTextEdit(this))
    , m_kind(new QComboBox(this))
    , m_topic(new QLineEdit(this))
    , m_group(new QLineEdit(QString::fromLatin1(kGroupPrefix) + QStringLiteral("window"), this))
    , m_groupHint(new QLabel(this))
    , m_mayWrite(new QCheckBox(this))
    , m_problem(new QLabel(this))
    , m_run(new QPushButton(this))
{
    setObjectName(QStringLiteral("connect-dialog"));
    setModal(false);
    m_servers->setPlaceholderText(QStringLiteral("localhost:9092, localhost:9093"));
    m_fileName->setReadOnly(true);
    m_shown->setReadOnly(true);
    m_shown->setMaximumHeight(90);
    m_kind->setObjectName(QStringLiteral("chip"));
    m_kind->addItems({QString(), QString()});
    m_groupHint->setObjectName(QStringLiteral("secondary"));
    m_groupHint->setWordWrap(true);
    m_groupHint->setMinimumHeight(QFontMetrics(context.look.text()).height() * 2);
    m_groupHint->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_problem->setWordWrap(true);
    m_run->setDefault(true);
    auto* fileRow = new QHBoxLayout(m_fileRow);
    fileRow->setContentsMargins(0, 0, 0, 0);
    fileRow->addWidget(m_fileName, 1);
    fileRow->addWidget(m_choose);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (QWidget* field : std::initializer_list<QWidget*> {
             m_servers, m_fileRow, m_shown, m_kind, m_topic, m_group, m_groupHint, m_mayWrite}) {
        auto* label = new QLabel(this);
        label->setBuddy(field);
        m_form->addRow(label, field);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->addLayout(m_form);
    layout->addWidget(m_problem);
    layout->addStretch(1);
    layout->addWidget(m_run, 0, Qt::AlignRight);
    connect(m_choose, &QPushButton::clicked, this, &ConnectDialog::chooseFile);
    connect(m_kind, qOverload<int>(&QComboBox::currentIndexChanged), this, &ConnectDialog::refresh);
    connect(m_mayWrite, &QCheckBox::toggled, this, &ConnectDialog::refresh);
    for (QLineEdit* edit : {m_servers, m_topic, m_group})
        connect(edit, &QLineEdit::textChanged, this, &ConnectDialog::refresh);
    connect(m_run, &QPushButton::clicked, this, &ConnectDialog::run);
    retranslate();
    resize(560, sizeHint().height());
}

void ConnectDialog::setServers(const QString& servers) { m_servers->setText(servers); }

void ConnectDialog::setPropertiesFile(const QString& file)
{
    auto read = readPropertiesFile(file.toStdString());
    if (!read) {
        m_problem->setText(QString::fromStdString(read.error().toString()));
        return;
    }
    m_properties = clientProperties(std::move(*read));
    m_file = file;
    m_fileName->setText(QFileInfo(file).fileName());
    m_fileName->setToolTip(file);
    if (!m_properties.bootstrapServers.empty())
        m_servers->setText(QString::fromStdString(m_properties.bootstrapServers));
    m_shown->setPlainText(shownText(m_properties));
    refresh();
}

void ConnectDialog::chooseFile()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Choose a client.properties file"), {},
        tr("Client properties (*.properties *.config);;All files (*)"));
    if (!file.isEmpty())
        setPropertiesFile(file);
}

OutsideRequest ConnectDialog::request() const
{
    OutsideRequest out;
    out.bootstrapServers = m_servers->text().remove(u' ').toStdString();
    out.isProducer = m_kind->currentIndex() == 1;
    out.mayWrite = m_mayWrite->isChecked();
    out.topic = m_topic->text().trimmed().toStdString();
    out.group = m_group->text().trimmed().toStdString();
    out.properties = m_properties;
    return out;
}

void ConnectDialog::run()
{
    const auto plan = outsidePlan(request());
    if (!plan) {
        m_problem->setText(QString::fromStdString(plan.error().message));
        return;
    }
    hide();
    emit wanted(*plan);
}

/// What may be said and done as it is filled in now.
void ConnectDialog::refresh()
{
    const bool producer = m_kind->currentIndex() == 1;
    m_group->setEnabled(!producer);
    m_shown->setVisible(!m_properties.entries.empty());
    m_form->labelForField(m_shown)->setVisible(!m_properties.entries.empty());
    m_groupHint->setText(producer ? tr("It sends a record of 100 bytes each second.")
            : m_group->text().startsWith(QLatin1String(kGroupPrefix))
            ? tr("A group of our own: nobody else's partitions move.")
            : tr("If others are in this group, they will share their partitions with this client."));
    m_mayWrite->setText(
        producer ? tr("It &may write records into the topic") : tr("It &may write: commit the group's offsets"));
    const bool complete = !m_servers->text().trimmed().isEmpty() && !m_topic->text().trimmed().isEmpty()
        && (producer ? m_mayWrite->isChecked() : !m_group->text().trimmed().isEmpty());
    m_run->setEnabled(complete);
    m_problem->setText(producer && !m_mayWrite->isChecked()
            ? tr("Nothing is written on a cluster unless it is ticked here: a producer needs that.")
            : QString());
}

void ConnectDialog::retranslate()
{
    setWindowTitle(tr("Connect to a Cluster"));
    const auto label = [this](QWidget* field, const QString& text) {
        if (auto* l = qobject_cast<QLabel*>(m_form->labelForField(field)))
            l->setText(text);
        QString name = text;
        field->setAccessibleName(name.remove(u'&'));
    };
    label(m_servers, QStringLiteral("&bootstrap.servers"));
    label(m_fileRow, QStringLiteral("client.properties"));
    label(m_shown, tr("It says"));
    label(m_kind, tr("&Client"));
    label(m_topic, tr("&Topic"));
    label(m_group, tr("&Group"));
    m_fileName->setPlaceholderText(tr("none"));
    m_fileName->setAccessibleName(QStringLiteral("client.properties"));
    m_choose->setText(tr("C&hoose…"));
    m_kind->setItemText(0, tr("a consumer: reads"));
    m_kind->setItemText(1, tr("a producer: writes"));
    m_mayWrite->setAccessibleName(tr("May write"));
    m_run->setText(tr("&Run"));
    refresh();
}

void ConnectDialog::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

} // namespace connscope::app
