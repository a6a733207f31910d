// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/form.h"

#include "editor/configtable.h"
#include "frame/filteredit.h"
#include "theme/look.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <cstring>

namespace connscope::editor {

namespace {

void mark(QWidget* editor, const QString& problem)
{
    editor->setAccessibleDescription(problem.isEmpty() ? editor->toolTip() : problem);
    if (editor->property("wrong").toBool() == !problem.isEmpty())
        return;
    editor->setProperty("wrong", !problem.isEmpty());
    editor->style()->unpolish(editor);
    editor->style()->polish(editor);
}

} // namespace

Form::Form(Draft& draft, const view::Context& context, QWidget* parent)
    : QScrollArea(parent)
    , m_draft(draft)
    , m_context(context)
{
    setObjectName(QStringLiteral("scenario-form"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&draft, &Draft::changed, this, [this] {
        for (Line& line : m_lines) {
            if (!m_taking)
                line.refused.clear(); // undone, or written elsewhere
        }
        refresh();
    });
    connect(&context.look, &theme::Look::changed, this, [this] {
        m_shape.clear();
        refresh();
    });
}

void Form::setThing(const Thing& thing)
{
    if (thing == m_thing)
        return;
    m_thing = thing;
    m_shape.clear();
    refresh();
    ensureVisible(0, 0);
}

QWidget* Form::editor(const char* key) const
{
    for (const Line& line : m_lines) {
        if (std::strcmp(line.field.key, key) == 0)
            return line.editor;
    }
    return nullptr;
}

QString Form::problem(const char* key) const
{
    for (const Line& line : m_lines) {
        if (std::strcmp(line.field.key, key) == 0)
            return line.problem->text();
    }
    return {};
}

void Form::focusOn(const scenario::YamlPath& path)
{
    QWidget* first = nullptr;
    for (const Line& line : m_lines) {
        if (!first)
            first = line.editor;
        if (line.field.kind != FieldKind::Name && path.isIn(pathOf(m_draft, m_thing, line.field)) && !path.isRoot()) {
            first = line.editor;
            break;
        }
    }
    if (first) {
        first->setFocus(Qt::OtherFocusReason);
        ensureWidgetVisible(first);
    }
}

QWidget* Form::makeEditor(std::size_t index)
{
    const Field& field = m_lines[index].field;
    switch (field.kind) {
    case FieldKind::Choice: {
        auto* box = new QComboBox(widget());
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
        connect(box, qOverload<int>(&QComboBox::activated), this,
            [this, index, box] { take(index, box->currentData().toString()); });
        box->setFocusPolicy(Qt::StrongFocus); // a wheel that scrolls the form changes nothing
        return box;
    }
    case FieldKind::LongText: {
        auto* text = new QPlainTextEdit(widget());
        text->setTabChangesFocus(true);
        text->setFixedHeight(QFontMetrics(m_context.look.text()).lineSpacing() * 5 + 12);
        connect(text, &QPlainTextEdit::textChanged, this, [this, index, text] { take(index, text->toPlainText()); });
        return text;
    }
    case FieldKind::Query: {
        auto* query = new frame::QueryEdit(widget());
        connect(query, &QLineEdit::textEdited, this, [this, index](const QString& text) { take(index, text); });
        return query;
    }
    default:
        break;
    }
    auto* line = new QLineEdit(widget());
    if (field.kind == FieldKind::Name) {
        connect(line, &QLineEdit::editingFinished, this, [this, index, line] {
            if (line->isModified())
                take(index, line->text());
        });
        return line;
    }
    connect(line, &QLineEdit::textEdited, this, [this, index](const QString& text) { take(index, text); });
    return line;
}

/// A page that was made while the form was behind another one keeps the places that its rows had before it got its size.
void Form::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (widget() && widget()->layout()) {
                widget()->layout()->invalidate();
                widget()->updateGeometry();
            }
        },
        Qt::QueuedConnection);
}

void Form::build()
{
    auto* page = new QWidget(this);
    page->setObjectName(QStringLiteral("form-page"));
    m_lines.clear();
    // Not at once: what is chosen in one of its boxes may be why there is another form.
    if (QWidget* old = takeWidget()) {
        old->hide();
        old->deleteLater();
    }
    setWidget(page);
    const theme::Look& look = m_context.look;
    m_heading = new QLabel(page);
    m_heading->setFont(look.text(theme::Type::Strong));
    m_heading->setWordWrap(true);
    m_whole = new QLabel(page);
    m_whole->setWordWrap(true);
    m_hint = new QLabel(page);
    m_hint->setObjectName(QStringLiteral("secondary"));
    m_hint->setWordWrap(true);
    m_hint->setFont(look.text(theme::Type::Small));
    QPalette wrong = look.palette();
    wrong.setColor(QPalette::WindowText, look.theme().error);
    m_whole->setPalette(wrong);
    auto* grid = new QFormLayout;
    grid->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    grid->setRowWrapPolicy(QFormLayout::WrapLongRows);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(6);
    for (const Field& field : fieldsOf(m_draft, m_thing))
        m_lines.push_back({field, nullptr, nullptr, nullptr, {}});
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        Line& line = m_lines[i];
        line.editor = makeEditor(i);
        // Qt's form layout takes of rows whose texts may wrap, however little room there is for all; they are scrolled to.
        line.editor->ensurePolished();
        if (line.editor->minimumHeight() == 0)
            line.editor->setMinimumHeight(line.editor->sizeHint().height());
        line.editor->installEventFilter(this);
        line.editor->setAccessibleName(labelOf(line.field));
        line.editor->setToolTip(helpOf(line.field));
        line.label = new QLabel(labelOf(line.field), page);
        line.label->setBuddy(line.editor);
        line.label->setToolTip(helpOf(line.field));
        line.problem = new QLabel(page);
        line.problem->setWordWrap(true);
        line.problem->setFont(look.text(theme::Type::Small));
        line.problem->setPalette(wrong);
        line.problem->hide();
        auto* cell = new QVBoxLayout;
        cell->setSpacing(2);
        cell->addWidget(line.editor);
        cell->addWidget(line.problem);
        grid->addRow(line.label, cell);
    }
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(2, 2, 8, 4);
    column->setSpacing(6);
    column->addWidget(m_heading);
    column->addWidget(m_whole);
    column->addLayout(grid);
    column->addWidget(m_hint);
    column->addStretch(1);
}

void Form::refresh()
{
    std::string shape;
    for (const Field& field : fieldsOf(m_draft, m_thing))
        shape += std::string(field.key) + ' ';
    shape += m_thing.path.toString();
    if (shape != m_shape || !m_heading) {
        const bool hadFocus = isAncestorOf(focusWidget()) && widget() && widget()->focusWidget() == focusWidget();
        const char* key = nullptr;
        for (const Line& line : m_lines) {
            if (hadFocus && line.editor == focusWidget())
                key = line.field.key;
        }
        const std::string kept = key ? key : "";
        m_shape = shape;
        build();
        if (!kept.empty()) {
            if (QWidget* again = editor(kept.c_str()))
                again->setFocus();
        }
    }
    const QString name = nameOf(m_draft, m_thing);
    m_heading->setText(name.isEmpty() ? QString() : name.front().toUpper() + name.mid(1));
    for (Line& line : m_lines)
        show(line, valueOf(m_draft, m_thing, line.field), standardOf(m_draft, m_thing, line.field));
    sayProblems();
}

void Form::show(Line& line, const QString& value, const QString& standard)
{
    line.editor->setEnabled(m_draft.document() != nullptr);
    if (auto* box = qobject_cast<QComboBox*>(line.editor)) {
        const QSignalBlocker blocker(box);
        box->clear();
        const bool mustBe = std::strcmp(line.field.key, "do") == 0 || std::strcmp(line.field.key, "kind") == 0;
        if (!mustBe || value.isEmpty())
            box->addItem(standard.isEmpty() ? tr("not said") : tr("default: %1").arg(standard), QString());
        for (const QString& word : wordsOf(m_draft, line.field.words))
            box->addItem(word, word);
        if (!value.isEmpty() && box->findData(value) < 0)
            box->addItem(value, value);
        box->setCurrentIndex(std::max(0, box->findData(value)));
        return;
    }
    if (auto* text = qobject_cast<QPlainTextEdit*>(line.editor)) {
        const QString own = text->toPlainText();
        if (own.trimmed() != value.trimmed()) {
            const QSignalBlocker blocker(text);
            text->setPlainText(value);
        }
        return;
    }
    auto* edit = qobject_cast<QLineEdit*>(line.editor);
    edit->setPlaceholderText(standard);
    // What is being typed is not put straight under the cursor: "1, " and "1" are the same list.
    if (!line.refused.isEmpty() || (m_taking && edit->hasFocus()))
        return;
    if (edit->text().trimmed() != value) {
        edit->setText(value);
        if (!edit->hasFocus())
            edit->setCursorPosition(0); // what does not fit is read from its beginning
    }
}

void Form::sayProblems()
{
    const Message* first = nullptr; // that is of none of the fields
    for (Line& line : m_lines) {
        const scenario::YamlPath path = pathOf(m_draft, m_thing, line.field);
        const Message* message
            = line.field.kind == FieldKind::Name ? m_draft.messageOn(path) : m_draft.messageAt(path);
        const QString text = !line.refused.isEmpty() ? line.refused
            : message                                ? QString::fromStdString(message->error.message)
                                                     : QString();
        line.problem->setText(text);
        line.problem->setVisible(!text.isEmpty());
        mark(line.editor, text);
    }
    for (const Message& message : m_draft.messages()) {
        if (!(m_thing.path.isRoot() ? message.path.isRoot() : message.path.isIn(m_thing.path)))
            continue;
        const bool known = std::any_of(m_lines.begin(), m_lines.end(), [this, &message](const Line& line) {
            return line.field.kind != FieldKind::Name && message.path.isIn(pathOf(m_draft, m_thing, line.field));
        });
        if (!known) {
            first = &message;
            break;
        }
    }
    m_whole->setText(first ? QString::fromStdString(first->error.message) : QString());
    m_whole->setVisible(!m_whole->text().isEmpty());
}

void Form::take(std::size_t index, const QString& text)
{
    if (index >= m_lines.size())
        return;
    const Field field = m_lines[index].field;
    auto change = changeOf(m_draft, m_thing, field, text);
    if (!change) {
        m_lines[index].refused = QString::fromStdString(change.error().message);
        sayProblems();
        return;
    }
    m_lines[index].refused.clear();
    m_taking = true;
    // Words are chosen one by one, the rest is typed.
    m_draft.commit(*change, titleOf(m_draft, m_thing, field, text),
        field.kind == FieldKind::Choice ? QString()
                                        : QString::fromStdString(pathOf(m_draft, m_thing, field).toString()));
    m_taking = false;
    if (field.kind == FieldKind::Name)
        emit renamed(editor::renamed(m_thing, text));
    sayProblems();
}

void Form::enter(const char* key, const QString& text)
{
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        if (std::strcmp(m_lines[i].field.key, key) != 0)
            continue;
        take(i, text);
        refresh();
        return;
    }
}

bool Form::eventFilter(QObject* watched, QEvent* event)
{
    if (isOfHistory(event)) {
        event->ignore();
        return true;
    }
    if (event->type() == QEvent::FocusIn) {
        for (const Line& line : m_lines) {
            if (line.editor == watched)
                m_hint->setText(tr("%1: %2").arg(labelOf(line.field), helpOf(line.field)));
        }
    }
    if (event->type() == QEvent::Wheel && qobject_cast<QComboBox*>(watched)
        && !static_cast<QWidget*>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    return QScrollArea::eventFilter(watched, event);
}

} // namespace connscope::editor
