// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/textpane.h"

#include "editor/configtable.h"
#include "theme/look.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QTimer>
#include <QToolTip>

#include <algorithm>

namespace connscope::editor {

namespace {

/// Comments and keys, in the theme's ink: two shades and no more.
class YamlShades : public QSyntaxHighlighter {
public:
    YamlShades(QTextDocument* document, const theme::Look& look)
        : QSyntaxHighlighter(document)
        , m_look(look)
    {
    }

protected:
    void highlightBlock(const QString& text) override
    {
        QTextCharFormat comment;
        comment.setForeground(m_look.theme().secondary);
        QTextCharFormat key;
        key.setForeground(m_look.theme().role(Role::Data).text);
        const qsizetype start = text.indexOf(QRegularExpression(QStringLiteral("[^ -]")));
        qsizetype hash = text.startsWith(u'#') ? 0 : text.indexOf(QStringLiteral(" #"));
        static const QRegularExpression kKey(QStringLiteral("(?:^|[{,]|- )\\s*([A-Za-z0-9_.\\-]+):(?= |$)"));
        for (auto it = kKey.globalMatch(text); it.hasNext();) {
            const QRegularExpressionMatch match = it.next();
            if (hash < 0 || match.capturedStart(1) < hash)
                setFormat(static_cast<int>(match.capturedStart(1)), static_cast<int>(match.capturedLength(1)), key);
        }
        if (hash >= 0 && (start < 0 || hash >= 0))
            setFormat(static_cast<int>(hash), static_cast<int>(text.size() - hash), comment);
    }

private:
    const theme::Look& m_look;
};

class Margin : public QWidget {
public:
    explicit Margin(TextPane* pane)
        : QWidget(pane)
        , m_pane(pane)
    {
    }

protected:
    void paintEvent(QPaintEvent* event) override { m_pane->paintMargin(event); }

private:
    TextPane* m_pane;
};

constexpr int kPauseMs = 250;

} // namespace

TextPane::TextPane(Draft& draft, const view::Context& context, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_draft(draft)
    , m_context(context)
    , m_margin(new Margin(this))
    , m_pause(new QTimer(this))
{
    setObjectName(QStringLiteral("scenario-text"));
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true); // YAML has no tabs
    setUndoRedoEnabled(false); // the window's history has what is written here
    new YamlShades(document(), context.look);
    m_pause->setSingleShot(true);
    m_pause->setInterval(kPauseMs);
    connect(m_pause, &QTimer::timeout, this, &TextPane::take);
    connect(this, &QPlainTextEdit::textChanged, this, [this] { m_pause->start(); });
    connect(this, &QPlainTextEdit::updateRequest, m_margin, qOverload<>(&QWidget::update));
    connect(this, &QPlainTextEdit::blockCountChanged, this, &TextPane::restyle);
    connect(&draft, &Draft::changed, this, &TextPane::show);
    connect(&context.look, &theme::Look::changed, this, &TextPane::restyle);
    restyle();
    show();
}

void TextPane::show()
{
    const QString text = QString::fromStdString(m_draft.text());
    if (!m_taking && toPlainText() != text) {
        // Only what differs is replaced, so that the cursor and the view stay.
        const QString own = toPlainText();
        qsizetype before = 0;
        const qsizetype shorter = std::min(own.size(), text.size());
        while (before < shorter && own[before] == text[before])
            ++before;
        qsizetype behind = 0;
        while (behind < shorter - before && own[own.size() - 1 - behind] == text[text.size() - 1 - behind])
            ++behind;
        const QSignalBlocker blocker(this);
        QTextCursor cursor(document());
        cursor.setPosition(static_cast<int>(before));
        cursor.setPosition(static_cast<int>(own.size() - behind), QTextCursor::KeepAnchor);
        cursor.insertText(text.mid(before, text.size() - before - behind));
        m_pause->stop();
    }
    markLines();
}

void TextPane::take()
{
    m_pause->stop();
    const std::string text = toPlainText().toStdString();
    if (text == m_draft.text() || !m_draft.hasText())
        return;
    m_taking = true;
    emit m_draft.edited({text, [] { return tr("edit the text"); }, QStringLiteral("text"), false});
    m_taking = false;
}

void TextPane::enter(const QString& text)
{
    setPlainText(text);
    take();
}

void TextPane::keyPressEvent(QKeyEvent* event)
{
    // A new line begins where the last one did.
    if (event->key() == Qt::Key_Return && event->modifiers() == Qt::NoModifier) {
        const QString line = textCursor().block().text().left(textCursor().positionInBlock());
        const qsizetype indent = std::max<qsizetype>(0, line.indexOf(QRegularExpression(QStringLiteral("[^ ]"))));
        insertPlainText(u'\n' + QString(line.trimmed().isEmpty() ? line.size() : indent, u' '));
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

QString TextPane::messageOfLine(int line) const
{
    QStringList out;
    for (const Message& message : m_draft.messages()) {
        if (message.error.line == line)
            out << QString::fromStdString(message.error.message);
    }
    return out.join(u'\n');
}

void TextPane::markLines()
{
    QList<QTextEdit::ExtraSelection> marks;
    const theme::Theme& theme = m_context.look.theme();
    for (const Message& message : m_draft.messages()) {
        const QTextBlock block = document()->findBlockByNumber(message.error.line - 1);
        if (!block.isValid())
            continue;
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(block);
        const int column = std::clamp(message.error.column - 1, 0, std::max(0, block.length() - 1));
        mark.cursor.setPosition(block.position() + column);
        mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(message.isWarning ? theme.secondary : theme.error);
        marks << mark;
    }
    setExtraSelections(marks);
    m_margin->update();
}

bool TextPane::event(QEvent* event)
{
    if (isOfHistory(event)) {
        take(); // what was typed just now is a step, too
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const QTextCursor cursor = cursorForPosition(viewport()->mapFrom(this, help->pos()));
        const QString message = messageOfLine(cursor.blockNumber() + 1);
        if (message.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), message, this);
        return true;
    }
    return QPlainTextEdit::event(event);
}

void TextPane::goTo(const scenario::YamlPath& path)
{
    const scenario::YamlNode* node = m_draft.at(path);
    if (!node)
        return;
    const Error place = m_draft.document()->errorAt(node->offset, {});
    const QTextBlock block = document()->findBlockByNumber(place.line - 1);
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + std::min(place.column - 1, std::max(0, block.length() - 1)));
    setTextCursor(cursor);
    centerCursor();
}

scenario::YamlPath TextPane::place() const
{
    if (!m_draft.document())
        return {};
    const std::string before = toPlainText().left(textCursor().position()).toStdString();
    return scenario::pathAt(m_draft.document()->root(), before.size());
}

int TextPane::marginWidth() const
{
    const auto digits = QString::number(std::max(10, blockCount())).size();
    return QFontMetrics(font()).horizontalAdvance(QString(digits, u'0')) + 18;
}

void TextPane::paintMargin(QPaintEvent* event)
{
    QPainter painter(m_margin);
    const theme::Theme& theme = m_context.look.theme();
    painter.fillRect(event->rect(), theme.card);
    painter.setFont(font());
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
        if (rect.top() > event->rect().bottom())
            break;
        const int line = block.blockNumber() + 1;
        const auto& messages = m_draft.messages();
        const auto found = std::find_if(
            messages.begin(), messages.end(), [line](const Message& message) { return message.error.line == line; });
        const bool wrong = found != messages.end() && !found->isWarning;
        painter.setPen(wrong ? theme.error : theme.secondary);
        painter.drawText(QRectF(0, rect.top(), m_margin->width() - 8, rect.height()), Qt::AlignRight | Qt::AlignTop,
            QString::number(line));
        if (found != messages.end()) {
            painter.setBrush(wrong ? theme.error : theme.secondary);
            painter.setPen(Qt::NoPen);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.drawEllipse(QPointF(5, rect.top() + QFontMetricsF(font()).height() / 2), 2.5, 2.5);
        }
    }
}

void TextPane::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    const QRect area = contentsRect();
    m_margin->setGeometry(area.left(), area.top(), marginWidth(), area.height());
}

void TextPane::restyle()
{
    setFont(m_context.look.mono(theme::Type::Small));
    setAccessibleName(tr("The scenario as a text"));
    setViewportMargins(marginWidth(), 0, 0, 0);
    const QRect area = contentsRect();
    m_margin->setGeometry(area.left(), area.top(), marginWidth(), area.height());
    if (auto* shades = document()->findChild<QSyntaxHighlighter*>())
        shades->rehighlight();
    markLines();
}

} // namespace connscope::editor
