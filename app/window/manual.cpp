// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/manual.h"

#include "frame/icons.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QDesktopServices>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSplitter>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextFrame>
#include <QTextList>
#include <QTextTable>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace connscope::app {

namespace {

constexpr int kPicture = 620; // px, the width of a figure
constexpr int kBefore = 12; // characters before what was found, and behind it
constexpr int kBehind = 26;
constexpr int kMostSnippets = 6; // of one page
enum Role { PageRole = Qt::UserRole, SectionRole, HitRole };

/// A figure with as many pixels as the screen has.
QImage figure(const QString& file, qreal ratio)
{
    QFile in(QStringLiteral(":/manual/") + file);
    if (!in.open(QIODevice::ReadOnly))
        return {};
    QByteArray bytes = in.readAll();
    if (!file.endsWith(QLatin1String(".svg"))) {
        QImage picture = QImage::fromData(bytes).scaledToWidth(qRound(kPicture * ratio), Qt::SmoothTransformation);
        picture.setDevicePixelRatio(ratio);
        return picture;
    }
    // A figure names several families of fonts; Qt's reader takes the list for a name.
    static const QRegularExpression families(QStringLiteral("font-family:('?[^,;']+'?),[^;}]*"));
    QString text = QString::fromUtf8(bytes).replace(families, QStringLiteral("font-family:\\1"));
    // Nor does it know patterns: what is hatched becomes pale.
    static const QRegularExpression pattern(
        QStringLiteral("<pattern id=\"(\\w+)\".*?(?:stroke|fill)=\"(#\\w+)\".*?</pattern>"),
        QRegularExpression::DotMatchesEverythingOption);
    const QString drawn = text;
    for (auto it = pattern.globalMatch(drawn); it.hasNext();) {
        const auto match = it.next();
        text.replace(QStringLiteral("fill=\"url(#%1)\"").arg(match.captured(1)),
            QStringLiteral("fill=\"%1\" fill-opacity=\"0.35\"").arg(match.captured(2)));
    }
    bytes = text.toUtf8();
    QSvgRenderer renderer(bytes);
    const QSizeF size = renderer.defaultSize();
    if (size.isEmpty())
        return {};
    QImage picture(qRound(kPicture * ratio), qRound(kPicture * ratio * size.height() / size.width()),
        QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    renderer.render(&painter);
    painter.end();
    picture.setDevicePixelRatio(ratio);
    return picture;
}

/// A page of Markdown from the program itself.
class Page : public QTextBrowser {
public:
    Page(const theme::Look& look, QWidget* parent)
        : QTextBrowser(parent)
        , m_look(look)
    {
    }

protected:
    void doSetSource(const QUrl& url, QTextDocument::ResourceType) override
    {
        QTextBrowser::doSetSource(url, QTextDocument::MarkdownResource);
    }
    QVariant loadResource(int type, const QUrl& name) override
    {
        if (type == QTextDocument::ImageResource)
            return figure(name.fileName(), devicePixelRatioF());
        return manualText(name.fileName(), m_look.theme().isDark).toUtf8();
    }

private:
    const theme::Look& m_look;
};

QUrl urlOf(const QString& file) { return QUrl(QStringLiteral("manual:/") + file); }

} // namespace

ManualWindow::ManualWindow(const theme::Look& look, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_look(look)
    , m_contents(new QTreeWidget(this))
    , m_page(new Page(look, this))
    , m_field(new QLineEdit(this))
    , m_count(new QLabel(this))
    , m_language(look.language())
    , m_isDark(look.theme().isDark)
{
    setObjectName(QStringLiteral("manual"));
    m_page->setOpenLinks(false);
    m_page->setFrameShape(QFrame::NoFrame);
    m_contents->setHeaderHidden(true);
    m_contents->setFrameShape(QFrame::NoFrame);
    m_contents->setRootIsDecorated(false);
    m_contents->setIndentation(14);
    m_contents->setStyleSheet(QStringLiteral("QTreeView::item { padding: 3px 2px; }"));
    m_contents->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_contents->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_field->setClearButtonEnabled(true);
    m_count->setObjectName(QStringLiteral("secondary"));
    auto* row = new QHBoxLayout;
    const QKeySequence keys[] = {QKeySequence::Back, QKeySequence::Forward, QKeySequence(Qt::ALT | Qt::Key_Home)};
    for (int i = 0; i < 3; ++i) {
        m_actions[i] = new QAction(this);
        m_actions[i]->setShortcut(keys[i]);
        addAction(m_actions[i]);
        m_buttons[i] = new QToolButton(this);
        m_buttons[i]->setDefaultAction(m_actions[i]);
        row->addWidget(m_buttons[i]);
    }
    connect(m_actions[0], &QAction::triggered, m_page, &QTextBrowser::backward);
    connect(m_actions[1], &QAction::triggered, m_page, &QTextBrowser::forward);
    connect(m_actions[2], &QAction::triggered, this, [this] { go(QLatin1String(manualPages().front().name)); });
    connect(m_page, &QTextBrowser::backwardAvailable, m_actions[0], &QAction::setEnabled);
    connect(m_page, &QTextBrowser::forwardAvailable, m_actions[1], &QAction::setEnabled);
    auto* search = new QAction(this);
    search->setShortcuts(QKeySequence::Find);
    connect(search, &QAction::triggered, this, [this] {
        m_field->setFocus(Qt::ShortcutFocusReason);
        m_field->selectAll();
    });
    auto* leave = new QAction(this);
    leave->setShortcut(Qt::Key_Escape);
    connect(leave, &QAction::triggered, this, &QWidget::close);
    addActions({search, leave});
    row->addWidget(m_field, 1);
    row->addWidget(m_count);
    auto* parts = new QSplitter(this);
    parts->addWidget(m_contents);
    parts->addWidget(m_page);
    parts->setStretchFactor(1, 1);
    parts->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(parts, 1);
    connect(m_field, &QLineEdit::textChanged, this, [this] {
        if (m_field->text().isEmpty())
            fillContents();
        else
            fillFound();
        m_page->moveCursor(QTextCursor::Start);
        find(m_field->text());
    });
    connect(m_field, &QLineEdit::returnPressed, this, [this] { find(m_field->text()); });
    const auto choose = [this](QTreeWidgetItem* item) {
        if (item && !m_filling)
            chosen(item);
    };
    connect(m_contents, &QTreeWidget::currentItemChanged, this, choose);
    connect(m_contents, &QTreeWidget::itemClicked, this, choose); // the one that is current, again
    connect(m_page, &QTextBrowser::sourceChanged, this, [this](const QUrl& url) {
        m_file = url.fileName(); // source() is still the page before
        arrived();
    });
    connect(m_page, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
    connect(m_page->verticalScrollBar(), &QScrollBar::valueChanged, this, &ManualWindow::markPlace);
    connect(&look, &theme::Look::changed, this, [this] {
        const bool other = std::exchange(m_language, m_look.language()) != m_look.language();
        const bool scheme = std::exchange(m_isDark, m_look.theme().isDark) != m_look.theme().isDark;
        retranslate();
        if (!other && !scheme) {
            restyle();
            return;
        }
        const int scrolled = other ? 0 : m_page->verticalScrollBar()->value();
        if (other && m_file != manualFile(m_current, m_language)) {
            m_page->setSource(urlOf(manualFile(m_current, m_language)));
        } else {
            m_page->reload();
            arrived();
        }
        m_page->verticalScrollBar()->setValue(scrolled);
    });
    resize(1020, 720);
    parts->setSizes({270, 750});
    retranslate();
    go(QLatin1String(manualPages().front().name));
    m_page->clearHistory();
}

void ManualWindow::go(const QString& page)
{
    const QString name = page.section(u'#', 0, 0);
    const QString file = manualFile(name, m_language);
    if (file.isEmpty())
        return;
    m_anchor = page.section(u'#', 1);
    if (m_file == file)
        arrived();
    else
        m_page->setSource(urlOf(file));
    m_page->setFocus();
}

/// Another page is there, or the same in other words or colours.
void ManualWindow::arrived()
{
    m_current = manualPageOf(m_file);
    restyle();
    if (const int section = m_anchor.isEmpty() ? -1 : manualSectionAt(m_file, m_anchor); section >= 0)
        scrollToSection(section);
    m_anchor.clear();
    markPlace();
}

void ManualWindow::scrollToSection(int section)
{
    int at = 0;
    for (QTextBlock block = m_page->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || at++ != section)
            continue;
        m_page->setTextCursor(QTextCursor(block));
        const QRectF place = m_page->document()->documentLayout()->blockBoundingRect(block);
        m_page->verticalScrollBar()->setValue(section == 0 ? 0 : qRound(place.top()) - 6);
        return;
    }
}

void ManualWindow::follow(const QUrl& url)
{
    if (const auto link = parseManualLink(url)) {
        emit linkWanted(*link);
        return;
    }
    if (url.scheme().startsWith(QLatin1String("http"))) {
        QDesktopServices::openUrl(url);
        return;
    }
    const QString path = url.path();
    const QString page = path.isEmpty() ? m_current : manualPageOf(path);
    go(url.hasFragment() ? page + u'#' + url.fragment(QUrl::FullyDecoded) : page);
}

void ManualWindow::fillContents()
{
    m_filling = true;
    m_contents->clear();
    QTreeWidgetItem* part = nullptr;
    bool isReference = true;
    for (const ManualPage& page : manualPages()) {
        if (!part || page.isReference != isReference) {
            isReference = page.isReference;
            part = new QTreeWidgetItem(m_contents, {isReference ? tr("For reference") : tr("Manual")});
            part->setFlags(Qt::ItemIsEnabled);
            part->setFont(0, m_look.text(theme::Type::Small));
            part->setForeground(0, m_look.theme().secondary);
            part->setExpanded(true);
        }
        const QString name = QLatin1String(page.name);
        const QString file = manualFile(name, m_language);
        const QList<ManualSection> sections = manualSections(manualText(file, false));
        if (sections.isEmpty())
            continue;
        auto* item = new QTreeWidgetItem(part, {sections.front().title});
        item->setData(0, PageRole, name);
        item->setData(0, SectionRole, 0);
        item->setToolTip(0, sections.front().title);
        for (int i = 1; i < sections.size(); ++i) {
            if (sections[i].level > 2)
                continue;
            auto* section = new QTreeWidgetItem(item, {sections[i].title});
            section->setData(0, PageRole, name);
            section->setData(0, SectionRole, i);
            section->setForeground(0, m_look.theme().secondary);
        }
    }
    m_filling = false;
    markPlace();
}

const QString& ManualWindow::plainText(const QString& file)
{
    QString& text = m_plain[file];
    if (text.isEmpty()) {
        QTextDocument document;
        document.setMarkdown(manualText(file, false));
        text = document.toPlainText();
    }
    return text;
}

/// The pages on which it stands, and the words around.
void ManualWindow::fillFound()
{
    m_filling = true;
    m_contents->clear();
    m_foundInAll = 0;
    const QString wanted = m_field->text();
    for (const ManualPage& page : manualPages()) {
        const QString name = QLatin1String(page.name);
        const QString file = manualFile(name, m_language);
        const QString& text = plainText(file);
        QTreeWidgetItem* item = nullptr;
        int hits = 0;
        for (qsizetype at = text.indexOf(wanted, 0, Qt::CaseInsensitive); at >= 0;
             at = text.indexOf(wanted, at + wanted.size(), Qt::CaseInsensitive)) {
            if (!item) {
                item = new QTreeWidgetItem(m_contents);
                item->setData(0, PageRole, name);
                item->setData(0, HitRole, 0);
                item->setExpanded(true);
            }
            if (hits < kMostSnippets) {
                const qsizetype first = std::max(text.lastIndexOf(u'\n', at) + 1, at - kBefore);
                qsizetype last = text.indexOf(u'\n', at);
                last = std::min(last < 0 ? text.size() : last, at + wanted.size() + kBehind);
                QString words = text.mid(first, last - first).simplified();
                if (first > 0 && text[first - 1] != u'\n')
                    words.prepend(u'…');
                if (last < text.size() && text[last] != u'\n')
                    words.append(u'…');
                auto* snippet = new QTreeWidgetItem(item, {words});
                snippet->setData(0, PageRole, name);
                snippet->setData(0, HitRole, hits);
                snippet->setForeground(0, m_look.theme().secondary);
                snippet->setToolTip(0, words);
            }
            ++hits;
        }
        if (item) {
            const QList<ManualSection> sections = manualSections(manualText(file, false));
            item->setText(0, QStringLiteral("%1 (%2)").arg(sections.front().title, m_look.format().number(hits)));
            m_foundInAll += hits;
        }
    }
    if (m_foundInAll == 0) {
        auto* item = new QTreeWidgetItem(m_contents, {tr("No page has this.")});
        item->setFlags(Qt::NoItemFlags);
    }
    m_filling = false;
}

void ManualWindow::chosen(QTreeWidgetItem* item)
{
    const QString name = item->data(0, PageRole).toString();
    if (name.isEmpty())
        return;
    const bool hadFocus = m_contents->hasFocus();
    go(name);
    if (item->data(0, HitRole).isValid()) {
        m_page->moveCursor(QTextCursor::Start);
        for (int hit = item->data(0, HitRole).toInt(); hit >= 0; --hit)
            m_page->find(m_field->text());
    } else {
        scrollToSection(item->data(0, SectionRole).toInt());
    }
    if (hadFocus)
        m_contents->setFocus(); // the arrow keys walk on
}

/// The contents show where one reads.
void ManualWindow::markPlace()
{
    if (!m_field->text().isEmpty() || m_filling)
        return;
    const int top = m_page->verticalScrollBar()->value() + 20;
    int section = -1;
    for (QTextBlock block = m_page->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0)
            continue;
        if (section >= 0 && m_page->document()->documentLayout()->blockBoundingRect(block).top() > top)
            break;
        ++section;
    }
    m_filling = true;
    for (QTreeWidgetItemIterator it(m_contents); *it; ++it) {
        QTreeWidgetItem* item = *it;
        if (!item->data(0, SectionRole).isValid())
            continue;
        const bool isHere = item->data(0, PageRole).toString() == m_current;
        if (item->childCount() > 0)
            item->setExpanded(isHere);
        if (isHere && item->data(0, SectionRole).toInt() <= section)
            m_contents->setCurrentItem(item);
    }
    m_filling = false;
}

/// What Markdown leaves to a style sheet, which it does not have.
void ManualWindow::restyle()
{
    using theme::Type;
    const theme::Theme& t = m_look.theme();
    QTextDocument* document = m_page->document();
    document->setDefaultFont(m_look.text());
    document->setDocumentMargin(22);
    const QColor link = t.role(connscope::Role::Data).text;
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        QTextCursor at(block);
        QTextBlockFormat format = block.blockFormat();
        const int level = format.headingLevel();
        const bool isCode = format.hasProperty(QTextFormat::BlockCodeFence);
        if (level > 0) {
            format.setTopMargin(level == 1 ? 0 : 20);
            format.setBottomMargin(level == 1 ? 10 : 6);
        } else if (isCode) {
            format.setBackground(t.raised);
            format.setLeftMargin(10);
        } else if (!block.text().contains(QChar::ObjectReplacementCharacter)) { // a figure is as high as it is
            format.setLineHeight(125, QTextBlockFormat::ProportionalHeight);
        }
        at.setBlockFormat(format);
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            QTextCharFormat words = fragment.charFormat();
            if (words.isImageFormat())
                continue;
            QTextCursor over(document);
            over.setPosition(fragment.position());
            over.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
            if (level > 0) {
                const QFont font = m_look.text(level == 1 ? Type::Hero : level == 2 ? Type::Title : Type::Strong);
                words.setFont(font, QTextCharFormat::FontPropertiesSpecifiedOnly);
                words.clearProperty(QTextFormat::FontSizeAdjustment);
            } else if (words.fontFixedPitch() || isCode) {
                words.setFont(m_look.mono(Type::Small), QTextCharFormat::FontPropertiesSpecifiedOnly);
            }
            const QUrl target(words.anchorHref());
            const bool isThere = target.path().isEmpty() || parseManualLink(target) || !target.scheme().isEmpty()
                || !manualFile(manualPageOf(target.path()), m_language).isEmpty();
            if (words.isAnchor() && !isThere) {
                // A file of the tree that is no page.
                words.setAnchor(false);
                words.clearProperty(QTextFormat::AnchorHref);
                words.setFontUnderline(false);
                words.setForeground(t.ink);
            } else if (words.isAnchor()) {
                words.setForeground(link);
                words.setFontUnderline(false);
            }
            over.setCharFormat(words);
        }
    }
    // Its tables come without lines and as narrow as they can be.
    for (QTextFrame* frame : document->rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(0);
        format.setBorderCollapse(true);
        format.setCellPadding(0);
        format.setTopMargin(6);
        format.setBottomMargin(10);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 99));
        table->setFormat(format);
        for (int row = 0; row < table->rows(); ++row) {
            for (int column = 0; column < table->columns(); ++column) {
                QTextTableCell cell = table->cellAt(row, column);
                QTextTableCellFormat look = cell.format().toTableCellFormat();
                look.setPadding(6);
                look.setBottomBorder(1);
                look.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
                look.setBottomBorderBrush(row == 0 ? t.outline : t.hairline);
                cell.setFormat(look);
            }
        }
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
    m_count->setText(text.isEmpty()
            ? QString()
            : tr("%1 on this page, %2 in all")
                  .arg(m_look.format().number(m_found), m_look.format().number(m_foundInAll)));
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

void ManualWindow::retranslate()
{
    setWindowTitle(tr("Manual"));
    const char* icons[] = {"back", "forward", "to-start"};
    const QString words[] = {tr("Back"), tr("Forward"), tr("First Page")};
    for (int i = 0; i < 3; ++i) {
        m_actions[i]->setText(words[i]);
        m_actions[i]->setToolTip(
            QStringLiteral("%1 (%2)").arg(words[i], m_actions[i]->shortcut().toString(QKeySequence::NativeText)));
        m_actions[i]->setIcon(frame::icon(QLatin1String(icons[i]), m_look.theme()));
    }
    m_field->setPlaceholderText(tr("Search the manual; Return finds the next on this page"));
    m_field->setAccessibleName(tr("Search the manual"));
    m_contents->setAccessibleName(tr("Contents"));
    m_page->setAccessibleName(tr("Page"));
    if (m_field->text().isEmpty())
        fillContents();
    else
        fillFound();
}

} // namespace connscope::app
