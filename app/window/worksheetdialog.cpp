// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/worksheetdialog.h"

#include "classroom/sheetpages.h"
#include "vector/pdffile.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QSaveFile>
#include <QSpinBox>
#include <QVBoxLayout>

namespace connscope::app {

WorksheetDialog::WorksheetDialog(const theme::Look& look, const QString& lesson, QWidget* parent)
    : QDialog(parent)
    , m_look(look)
    , m_source(new QComboBox(this))
    , m_copies(new QSpinBox(this))
    , m_questions(new QSpinBox(this))
    , m_seed(new QLineEdit(QStringLiteral("1"), this))
    , m_title(new QLineEdit(this))
    , m_language(new QComboBox(this))
    , m_message(new QLabel(this))
{
    setWindowTitle(tr("Worksheet"));
    m_source->addItem(tr("The whole question bank"), QString());
    const auto word = [](const std::string& topic) {
        return topic == "consumer" ? tr("Consumers")
            : topic == "producer"  ? tr("Producers")
            : topic == "closing"   ? tr("Closing")
            : topic == "failure"   ? tr("Failures")
                                   : QString::fromStdString(topic);
    };
    for (const std::string& topic : bankTopics())
        m_source->addItem(word(topic), QString::fromStdString(topic));
    if (!lesson.isEmpty())
        m_source->addItem(tr("This lesson"), lesson);
    m_copies->setRange(1, 500);
    m_copies->setValue(30);
    m_questions->setRange(1, 50);
    m_questions->setValue(6);
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,19}")), m_seed));
    m_language->addItem(tr("English"));
    m_language->addItem(QStringLiteral("简体中文"));
    m_language->setCurrentIndex(look.language() == theme::Language::Chinese ? 1 : 0);
    m_title->setPlaceholderText(tr("TCP connections of Kafka clients: worksheet"));
    m_message->setWordWrap(true);
    auto* form = new QFormLayout;
    form->addRow(tr("&Questions from"), m_source);
    form->addRow(tr("&Copies, each with other numbers"), m_copies);
    form->addRow(tr("Questions on &each"), m_questions);
    form->addRow(tr("&Seed of the first copy"), m_seed);
    form->addRow(tr("&Title"), m_title);
    form->addRow(tr("&Language"), m_language);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* save = buttons->addButton(tr("Save as PDF…"), QDialogButtonBox::AcceptRole);
    connect(save, &QPushButton::clicked, this, &WorksheetDialog::choose);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_message);
    layout->addWidget(buttons);
}

WorksheetRequest WorksheetDialog::request() const
{
    WorksheetRequest request;
    const QString source = m_source->currentData().toString();
    if (!source.isEmpty())
        request.sources = {source.toStdString()};
    request.copies = static_cast<std::size_t>(m_copies->value());
    request.questions = static_cast<std::size_t>(m_questions->value());
    request.seed = m_seed->text().toULongLong();
    request.title = m_title->text().toStdString();
    request.language = m_language->currentIndex() == 1 ? analysis::Language::Chinese : analysis::Language::English;
    return request;
}

bool WorksheetDialog::writeTo(const QString& file)
{
    const auto made = makeWorksheets(request());
    if (!made) {
        m_message->setText(QString::fromStdString(made.error().toString()));
        return false;
    }
    const QFileInfo info(file);
    const QString answers = info.path() + u'/' + info.completeBaseName() + QStringLiteral("-answers.pdf");
    const auto write = [&](const QString& name, const std::vector<std::vector<lesson::SheetBlock>>& sheets) {
        QSaveFile out(name);
        const QByteArray pdf
            = classroom::sheetsPdf(sheets, m_look, QString::fromStdString(made->title), vector::sourceDateEpoch());
        if (out.open(QIODevice::WriteOnly) && out.write(pdf) == pdf.size() && out.commit())
            return true;
        m_message->setText(tr("%1 cannot be written: %2").arg(name, out.errorString()));
        return false;
    };
    if (!write(file, made->sheets) || !write(answers, made->answers))
        return false;
    m_message->setText(tr("Written: %1 and %2").arg(info.fileName(), QFileInfo(answers).fileName()));
    return true;
}

QString WorksheetDialog::message() const { return m_message->text(); }

void WorksheetDialog::choose()
{
    const QString file
        = QFileDialog::getSaveFileName(this, tr("Save the worksheets"), tr("worksheet.pdf"), tr("PDF (*.pdf)"));
    if (!file.isEmpty())
        writeTo(file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive) ? file : file + QStringLiteral(".pdf"));
}

} // namespace connscope::app
