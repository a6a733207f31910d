// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/manual.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextBrowser>
#include <QTextFrame>
#include <QTextTable>
#include <QVBoxLayout>

namespace connscope::app {

namespace {

/// A page of Markdown from the program itself; pictures are as wide as the text.
class Page : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;

protected:
    void doSetSource(const QUrl& url, QTextDocument::ResourceType) override
    {
        QUrl page = url;
        page.setFragment({});
        if (page.scheme() == QLatin1String("qrc"))
            QTextBrowser::doSetSource(page, QTextDocument::MarkdownResource);
    }
    QVariant loadResource(int type, const QUrl& name) override
    {
        if (type != QTextDocument::ImageResource)
            return QTextBrowser::loadResource(type, name);
        // In the tree a picture lies elsewhere than in the program.
        const QImage picture(QStringLiteral(":/manual/") + name.fileName());
        return picture.isNull() ? QVariant() : picture.scaledToWidth(kPicture, Qt::SmoothTransformation);
    }

private:
    static constexpr int kPicture = 640;
};

} // namespace

ManualWindow::ManualWindow(const theme::Look& look, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_look(look)
    , m_page(new Page(this))
    , m_field(new QLineEdit(this))
    , m_count(new QLabel(this))
    , m_language(look.language())
{
    m_page->setOpenExternalLinks(true);
    m_field->setClearButtonEnabled(true);
    m_count->setObjectName(QStringLiteral("secondary"));
    auto* back = new QAction(this);
    back->setShortcuts(QKeySequence::Back);
    connect(back, &QAction::triggered, m_page, &QTextBrowser::backward);
    auto* search = new QAction(this);
    search->setShortcuts(QKeySequence::Find);
    connect(search, &QAction::triggered, m_field, qOverload<>(&QWidget::setFocus));
    auto* leave = new QAction(this);
    leave->setShortcut(Qt::Key_Escape);
    connect(leave, &QAction::triggered, this, &QWidget::close);
    addActions({back, search, leave});
    auto* row = new QHBoxLayout;
    row->addWidget(m_field, 1);
    row->addWidget(m_count);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(m_page, 1);
    connect(m_field, &QLineEdit::textChanged, this, [this] {
        m_page->moveCursor(QTextCursor::Start);
        find(m_field->text());
    });
    connect(m_field, &QLineEdit::returnPressed, this, [this] { find(m_field->text()); });
    connect(m_page, &QTextBrowser::sourceChanged, this, &ManualWindow::restyle);
    connect(&look, &theme::Look::changed, this, [this] {
        if (m_language != m_look.language())
            open();
        else
            restyle();
    });
    resize(820, 720);
    open();
}

void ManualWindow::open()
{
    m_language = m_look.language();
    const bool chinese = m_language == theme::Language::Chinese;
    m_page->setSource(
        QUrl(chinese ? QStringLiteral("qrc:/manual/window.zh.md") : QStringLiteral("qrc:/manual/window.md")));
    m_page->clearHistory();
}

void ManualWindow::restyle()
{
    setWindowTitle(tr("Manual"));
    m_field->setPlaceholderText(tr("Search this page; Return finds the next"));
    m_field->setAccessibleName(tr("Search the manual"));
    m_page->setAccessibleName(tr("Manual"));
    m_page->document()->setDefaultFont(m_look.text());
    m_page->document()->setDocumentMargin(18);
    // Markdown's tables come without lines and as narrow as they can be.
    for (QTextFrame* frame : m_page->document()->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderCollapse(true);
        format.setBorderBrush(m_look.theme().hairline);
        format.setCellPadding(5);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        table->setFormat(format);
    }
    mark();
}

void ManualWindow::mark()
{
    QList<QTextEdit::ExtraSelection> all;
    const QString text = m_field->text();
    for (QTextCursor at(m_page->document()); !text.isEmpty();) {
        at = m_page->document()->find(text, at);
        if (at.isNull())
            break;
        QTextEdit::ExtraSelection one;
        one.cursor = at;
        one.format.setBackground(m_look.theme().selection);
        all << one;
    }
    m_found = static_cast<int>(all.size());
    m_page->setExtraSelections(all);
    m_count->setText(text.isEmpty() ? QString() : tr("%1 found").arg(m_look.format().number(m_found)));
}

void ManualWindow::find(const QString& text)
{
    if (m_field->text() != text) {
        m_field->setText(text); // comes back here
        return;
    }
    mark();
    if (m_found > 0 && !m_page->find(text)) {
        m_page->moveCursor(QTextCursor::Start);
        m_page->find(text);
    }
}

} // namespace connscope::app
