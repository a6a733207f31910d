// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/editorpanel.h"

#include "editor/configtable.h"
#include "editor/form.h"
#include "editor/outlinemodel.h"
#include "editor/textpane.h"
#include "frame/outline.h"
#include "scenario/actionwords.h"
#include "scenario/steps.h"
#include "theme/look.h"
#include "trace/entryname.h"
#include "view/document.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace connscope::editor {

using scenario::YamlPath;
using Kind = Thing::Kind;

namespace {

constexpr int kOneRow = 470; // px from which on all buttons have room in one
constexpr int kBeside = 560; // px from which on tree and form stand beside each other

trace::ClientKind kindOf(const QString& word)
{
    return word == QLatin1String("consumer") ? trace::ClientKind::Consumer
        : word == QLatin1String("admin")     ? trace::ClientKind::Admin
                                             : trace::ClientKind::Producer;
}

} // namespace

EditorPanel::EditorPanel(const view::Context& context, QWidget* parent, Draft* draft)
    : QWidget(parent)
    , m_context(context)
    , m_draft(draft ? draft : new Draft(this))
    , m_outline(new OutlineModel(*m_draft, context.look, this))
    , m_pages(new QStackedWidget(this))
    , m_kinds(new QStackedWidget(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_tree(new QTreeView(this))
    , m_stack(new QStackedWidget(this))
    , m_form(new Form(*m_draft, context, this))
    , m_config(new ConfigTable(*m_draft, context, this))
    , m_nothing(new QLabel(this))
    , m_text(new TextPane(*m_draft, context, this))
    , m_status(new QLabel(this))
{
    m_tree->setModel(m_outline);
    m_tree->setHeaderHidden(true);
    m_tree->setIndentation(14);
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_tree->installEventFilter(this);
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_nothing->setObjectName(QStringLiteral("secondary"));
    m_nothing->setMargin(6);
    m_stack->addWidget(m_form);
    m_stack->addWidget(m_config->scrolled(m_stack));
    m_stack->addWidget(m_nothing);
    m_splitter->addWidget(m_tree);
    m_splitter->addWidget(m_stack);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    m_kinds->addWidget(m_splitter);
    m_kinds->addWidget(m_text);
    m_status->setWordWrap(true);
    m_status->setTextFormat(Qt::RichText);
    m_status->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    auto* editor = new QWidget(m_pages);
    auto* column = new QVBoxLayout(editor);
    column->setContentsMargins(6, 4, 6, 4);
    column->setSpacing(4);
    column->addWidget(makeBar());
    column->addWidget(m_kinds, 1);
    column->addWidget(m_status);
    m_pages->addWidget(editor);
    m_pages->addWidget(new frame::Outline(context, m_pages));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setFocusProxy(m_tree);

    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &EditorPanel::chosen);
    connect(m_outline, &OutlineModel::rebuilt, this, &EditorPanel::restoreTree);
    connect(m_draft, &Draft::changed, this, [this] {
        m_said.clear();
        refresh();
    });
    connect(m_draft, &Draft::refused, this, [this](const QString& why) { say(why, true); });
    connect(m_form, &Form::renamed, this, [this](const Thing& thing) {
        if (m_draft->meant(thing.path))
            select(thing);
    });
    connect(m_config, &ConfigTable::told, this, &EditorPanel::say);
    connect(m_status, &QLabel::linkActivated, this, [this] {
        if (!m_draft->messages().empty())
            goTo(m_draft->messages().front().path);
    });
    connect(&context.look, &theme::Look::changed, this, &EditorPanel::retranslate);
    select({Kind::Scenario, {}});
    retranslate();
    refresh();
}

EditorPanel::~EditorPanel() = default;

QWidget* EditorPanel::makeBar()
{
    auto* bar = new QWidget(this);
    const auto make = [bar](const char* name) {
        auto* button = new QToolButton(bar);
        button->setObjectName(QStringLiteral("chip"));
        button->setProperty("what", QLatin1String(name));
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        return button;
    };
    m_formButton = make("form");
    m_textButton = make("text");
    m_add = make("add");
    m_duplicate = make("duplicate");
    m_remove = make("remove");
    m_up = make("up");
    m_down = make("down");
    auto* kinds = new QButtonGroup(this);
    for (QToolButton* button : {m_formButton, m_textButton}) {
        button->setCheckable(true);
        kinds->addButton(button);
    }
    m_formButton->setChecked(true);
    m_addMenu = new QMenu(m_add);
    m_add->setMenu(m_addMenu);
    m_add->setPopupMode(QToolButton::InstantPopup);
    connect(m_addMenu, &QMenu::aboutToShow, this, &EditorPanel::fillAdd);
    connect(m_formButton, &QToolButton::clicked, this, [this] { showText(false); });
    connect(m_textButton, &QToolButton::clicked, this, [this] { showText(true); });
    connect(m_duplicate, &QToolButton::clicked, this, &EditorPanel::duplicateCurrent);
    connect(m_remove, &QToolButton::clicked, this, &EditorPanel::removeCurrent);
    connect(m_up, &QToolButton::clicked, this, [this] { moveCurrent(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { moveCurrent(1); });
    m_up->setFixedWidth(36);
    m_down->setFixedWidth(36);
    m_bar = new QHBoxLayout(bar);
    m_bar->setContentsMargins(0, 0, 0, 0);
    bar->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // or the row keeps the panel wide
    for (const QList<QToolButton*>& buttons : {QList<QToolButton*> {m_formButton, m_textButton, m_add},
             QList<QToolButton*> {m_duplicate, m_remove, m_up, m_down}}) {
        auto* row = new QHBoxLayout;
        row->setSpacing(3);
        for (QToolButton* button : buttons)
            row->addWidget(button);
        row->addStretch(1);
        m_bar->addLayout(row);
    }
    return bar;
}

QToolButton* EditorPanel::button(const char* name) const
{
    for (QToolButton* button : {m_formButton, m_textButton, m_add, m_duplicate, m_remove, m_up, m_down}) {
        if (button->property("what").toString() == QLatin1String(name))
            return button;
    }
    return nullptr;
}

std::optional<YamlPath> EditorPanel::currentClient() const
{
    const YamlPath clients = YamlPath() / "clients";
    if (!m_current.path.isIn(clients) || m_current.path.size() < 2)
        return std::nullopt;
    YamlPath path = m_current.path;
    while (path.size() > 2)
        path = path.parent();
    return path;
}

void EditorPanel::fillAdd()
{
    m_addMenu->clear();
    const auto entry = [this](QMenu* menu, const QString& text, Kind kind, const QString& word = {}) {
        menu->addAction(text, this, [this, kind, word] { add(kind, word.toStdString()); });
    };
    QMenu* clients = m_addMenu->addMenu(tr("&Client"));
    entry(clients, tr("&Producer"), Kind::Client, QStringLiteral("producer"));
    entry(clients, tr("&Consumer"), Kind::Client, QStringLiteral("consumer"));
    entry(clients, tr("&Admin client"), Kind::Client, QStringLiteral("admin"));
    entry(m_addMenu, tr("&Broker"), Kind::Broker);
    entry(m_addMenu, tr("&Topic"), Kind::Topic);
    entry(m_addMenu, tr("&Link exception"), Kind::Link);
    QMenu* steps = m_addMenu->addMenu(tr("&Step"));
    if (const auto client = currentClient()) {
        const unsigned who = scenario::whoIs(kindOf(m_draft->textAt(*client / "kind")));
        for (const scenario::StepWord& word : scenario::kStepWords) {
            if ((word.who & who) != 0)
                entry(steps, toText(word.word), Kind::Step, toText(word.word));
        }
    }
    steps->setEnabled(currentClient().has_value());
    QMenu* actions = m_addMenu->addMenu(tr("&What happens"));
    for (const scenario::ActionWord& word : scenario::kActionWords)
        entry(actions, toText(word.word), Kind::Action, toText(word.word));
}

void EditorPanel::commit(const Addition& addition, Title title)
{
    m_current = addition.added; // where the tree goes when it is built anew
    m_draft->commit(addition.change, std::move(title));
    select(addition.added);
}

void EditorPanel::add(Kind kind, std::string_view word)
{
    if (!m_draft->document())
        return;
    const Thing before = m_current;
    Addition addition {Change(*m_draft), {}};
    switch (kind) {
    case Kind::Client:
        addition = addClient(*m_draft, word);
        break;
    case Kind::Broker:
        addition = addBroker(*m_draft);
        break;
    case Kind::Topic:
        addition = addTopic(*m_draft);
        break;
    case Kind::Link:
        addition = addLink(*m_draft);
        break;
    case Kind::Step:
        if (const auto client = currentClient()) {
            const auto* place
                = m_current.kind == Kind::Step ? std::get_if<std::size_t>(&m_current.path.last()) : nullptr;
            addition = addStep(*m_draft, *client, word, place ? std::optional(*place) : std::nullopt);
        }
        break;
    case Kind::Action:
        addition = editor::addAction(*m_draft, word, m_context.playback.instant());
        break;
    default:
        return;
    }
    if (addition.added.kind == Kind::None)
        return;
    const QString what = word.empty() ? QString() : toText(word);
    commit(addition, [kind, what] {
        switch (kind) {
        case Kind::Client:
            return tr("add a client: %1").arg(what);
        case Kind::Broker:
            return tr("add a broker");
        case Kind::Topic:
            return tr("add a topic");
        case Kind::Link:
            return tr("add a link exception");
        case Kind::Step:
            return tr("add a step: %1").arg(what);
        default:
            return tr("add to what happens: %1").arg(what);
        }
    });
    m_form->focusOn(m_current.path);
}

void EditorPanel::duplicateCurrent()
{
    if (!canDuplicate(m_current) || !m_draft->document())
        return;
    const QString name = nameOf(*m_draft, m_current);
    commit(duplicate(*m_draft, m_current), [name] { return tr("duplicate %1").arg(name); });
}

void EditorPanel::removeCurrent()
{
    if (!canRemove(*m_draft, m_current) || !m_draft->document())
        return;
    const QString name = nameOf(*m_draft, m_current);
    const Change change = removal(*m_draft, m_current);
    // To a neighbour, so that one after the other can be removed.
    const QModelIndex index = m_outline->indexOf(m_current);
    QModelIndex next = index.siblingAtRow(index.row() + 1);
    Thing then = m_current;
    if (!next.isValid() || m_outline->thingAt(next).kind != m_current.kind) {
        next = index.row() > 0 ? index.siblingAtRow(index.row() - 1) : index.parent();
        then = m_outline->thingAt(next);
    } else if (m_current.kind == Kind::Topic) {
        then = m_outline->thingAt(next);
    }
    m_current = then;
    m_draft->commit(change, [name] { return tr("remove %1").arg(name); });
    select(then);
}

void EditorPanel::moveCurrent(int by)
{
    if (!canMove(*m_draft, m_current, by) || !m_draft->document())
        return;
    const QString name = nameOf(*m_draft, m_current);
    commit(moved(*m_draft, m_current, by),
        [name, by] { return by < 0 ? tr("move %1 up").arg(name) : tr("move %1 down").arg(name); });
}

void EditorPanel::chosen()
{
    if (m_restoring)
        return;
    const Thing thing = m_outline->thingAt(m_tree->currentIndex());
    if (thing == m_current || (thing.kind == Kind::None && thing.path.isRoot()))
        return;
    m_current = thing;
    refresh();
    tellSelection();
}

void EditorPanel::select(const Thing& thing)
{
    m_current = thing;
    m_restoring = true;
    const QModelIndex index = m_outline->indexOf(thing);
    if (index.isValid()) {
        m_current = m_outline->thingAt(index);
        m_tree->setCurrentIndex(index);
        m_tree->scrollTo(index);
    }
    m_restoring = false;
    refresh();
}

/// What is chosen here is selected in every view.
void EditorPanel::tellSelection()
{
    if (m_current.path.isIn(YamlPath() / "cluster" / "brokers") && m_current.path.size() > 2) {
        YamlPath broker = m_current.path;
        while (broker.size() > 3)
            broker = broker.parent();
        if (const auto id = brokerIdOf(*m_draft, broker))
            m_context.selection.setCurrent(view::Item::of(BrokerId {*id}));
        return;
    }
    const auto client = currentClient();
    if (!client)
        return;
    const std::string name = clientNameOf(*m_draft, *client).toStdString();
    const trace::Trace& trace = m_context.document.trace();
    for (std::uint32_t c = 0; c < trace.clientCount(); ++c) {
        const trace::ClientState& state = m_context.document.index().end().client(ClientId {c});
        if (state.exists() && trace::entryName(trace, trace[state.created]) == name) {
            m_context.selection.setCurrent(view::Item::of(ClientId {c}));
            return;
        }
    }
}

bool EditorPanel::edit(view::Item item)
{
    if (const BrokerId id = item.broker(); item.kind == view::Item::Kind::Broker) {
        const scenario::Scenario* s = m_draft->scenario();
        for (std::size_t i = 0; s && i < s->cluster.brokers.size(); ++i) {
            if (s->cluster.brokers[i].id != id)
                continue;
            showText(false);
            select({Kind::Broker, YamlPath() / "cluster" / "brokers" / i});
            m_form->focusOn({});
            return true;
        }
        return false;
    }
    if (item.kind != view::Item::Kind::Client)
        return false;
    const trace::Trace& trace = m_context.document.trace();
    const trace::ClientState& state = m_context.document.index().end().client(item.client());
    if (!state.exists())
        return false;
    std::string name(trace::entryName(trace, trace[state.created]));
    name = name.substr(0, name.find('['));
    const scenario::YamlNode* clients = m_draft->at(YamlPath() / "clients");
    for (std::size_t i = 0; clients && i < clients->items.size(); ++i) {
        const YamlPath path = YamlPath() / "clients" / i;
        if (clientNameOf(*m_draft, path).toStdString() != name)
            continue;
        showText(false);
        select({Kind::Config, path / "config"}); // what one changes most
        m_config->setFocus();
        m_config->table().setFocus();
        return true;
    }
    return false;
}

void EditorPanel::goTo(const YamlPath& path)
{
    if (showsText() || !m_draft->document()) {
        showText(true);
        m_text->goTo(path);
        m_text->setFocus();
        return;
    }
    YamlPath around = path;
    while (!around.isRoot() && around.key() != "config")
        around = around.parent();
    Thing thing {Kind::Config, around};
    if (around.isRoot() || !m_outline->indexOf(thing).isValid()
        || m_outline->thingAt(m_outline->indexOf(thing)) != thing)
        thing = {Kind::None, path};
    select(thing.kind == Kind::Config ? thing : m_outline->thingAt(m_outline->indexOf({Kind::None, path})));
    if (m_current.kind == Kind::None && m_current.path.isRoot())
        select({Kind::Scenario, {}});
    if (m_current.kind == Kind::Config && path.size() > m_current.path.size())
        m_config->goTo(toText(std::get<std::string>(path[m_current.path.size()])));
    else
        m_form->focusOn(path);
}

bool EditorPanel::showsText() const { return m_kinds->currentWidget() == m_text; }

void EditorPanel::showText(bool on)
{
    if (on == showsText())
        return;
    if (on) {
        m_kinds->setCurrentWidget(m_text);
        m_text->goTo(m_current.path);
    } else {
        const YamlPath place = m_text->place();
        m_kinds->setCurrentWidget(m_splitter);
        const Thing thing = m_outline->thingAt(m_outline->indexOf({Kind::None, place}));
        if (thing.kind != Kind::None && !m_current.path.isIn(thing.path))
            select(thing);
    }
    m_formButton->setChecked(!on);
    m_textButton->setChecked(on);
    setFocusProxy(on ? static_cast<QWidget*>(m_text) : m_tree);
    refresh();
}

void EditorPanel::restoreTree()
{
    m_restoring = true;
    // Groups are open; what is inside of a broker or client only where one is.
    for (int i = 0; i < m_outline->rowCount(); ++i)
        m_tree->expand(m_outline->index(i, 0));
    const QModelIndex index = m_outline->indexOf(m_current);
    if (index.isValid()) {
        for (QModelIndex up = index; up.isValid(); up = up.parent())
            m_tree->expand(up);
        m_tree->setCurrentIndex(index);
        m_tree->scrollTo(index);
        m_current = m_outline->thingAt(index);
    }
    m_restoring = false;
}

void EditorPanel::refresh()
{
    m_pages->setCurrentIndex(m_draft->hasText() ? 0 : 1);
    if (!m_draft->hasText())
        return;
    if (!m_draft->document() && !showsText()) // only a text can be put right by hand
        showText(true);
    if (m_current.kind == Kind::Config) {
        m_config->setThing(m_current);
        m_stack->setCurrentIndex(m_stack->indexOf(m_form) + 1); // the table, where it is scrolled
    } else if (isGroup(m_current.kind)) {
        m_stack->setCurrentWidget(m_nothing);
    } else {
        m_form->setThing(m_current);
        m_stack->setCurrentWidget(m_form);
    }
    const bool forms = !showsText() && m_draft->document();
    m_add->setEnabled(forms);
    m_formButton->setEnabled(m_draft->document() != nullptr);
    m_duplicate->setEnabled(forms && canDuplicate(m_current));
    m_remove->setEnabled(forms && canRemove(*m_draft, m_current));
    m_up->setEnabled(forms && canMove(*m_draft, m_current, -1));
    m_down->setEnabled(forms && canMove(*m_draft, m_current, 1));
    const auto& messages = m_draft->messages();
    const theme::Theme& theme = m_context.look.theme();
    QString text;
    if (!m_said.isEmpty()) {
        text = m_saidError
            ? QStringLiteral("<span style=\"color:%1\">%2</span>").arg(theme.error.name(), m_said.toHtmlEscaped())
            : m_said.toHtmlEscaped();
    } else if (!messages.empty()) {
        const Message& first = messages.front();
        const QString where = first.error.line > 0 ? tr("Line %1").arg(first.error.line) : tr("Here");
        const QColor& colour = first.isWarning ? theme.secondary : theme.error;
        text = QStringLiteral("<span style=\"color:%1\"><a href=\"#\" style=\"color:%1\">%2</a>: %3%4</span>")
                   .arg(colour.name(), where, QString::fromStdString(first.error.message).toHtmlEscaped(),
                       messages.size() > 1 ? u' ' + tr("(and %1 more)").arg(messages.size() - 1) : QString());
    }
    m_status->setText(text);
    m_status->setVisible(!text.isEmpty());
}

void EditorPanel::say(const QString& message, bool isError)
{
    m_said = message;
    m_saidError = isError;
    refresh();
}

QString EditorPanel::status() const
{
    QString out = m_status->text();
    out.remove(QRegularExpression(QStringLiteral("<[^>]*>")));
    return out;
}

void EditorPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_bar->setDirection(width() >= kOneRow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const Qt::Orientation wanted = width() >= kBeside ? Qt::Horizontal : Qt::Vertical;
    if (m_splitter->orientation() != wanted) {
        m_splitter->setOrientation(wanted);
        const int all = wanted == Qt::Horizontal ? width() : height();
        m_splitter->setSizes({all * 2 / 5, all * 3 / 5});
    }
}

bool EditorPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Delete || key->key() == Qt::Key_Backspace) {
            removeCurrent();
            return true;
        }
        if (key->key() == Qt::Key_Insert) {
            m_add->showMenu();
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (m_current.kind == Kind::Config)
                m_config->table().setFocus();
            else
                m_form->focusOn({});
            return true;
        }
        if (key->modifiers() == Qt::AltModifier && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
            moveCurrent(key->key() == Qt::Key_Up ? -1 : 1);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void EditorPanel::retranslate()
{
    const theme::Look& look = m_context.look;
    const auto say = [](QToolButton* button, const QString& text, const QString& tip) {
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(text.front().isLetter() ? QString(text).remove(QStringLiteral(" ▾")) : tip);
        button->setAccessibleDescription(tip);
    };
    say(m_formButton, tr("Form"), tr("What there is as a tree, and a form of what is chosen"));
    say(m_textButton, tr("Text"), tr("The file as a text"));
    say(m_add, tr("Add ▾"), tr("Adds a client, a broker, a topic, a step, something that happens (Insert)"));
    say(m_duplicate, tr("Duplicate"), tr("Another one like it"));
    say(m_remove, tr("Remove"), tr("Takes it out of the scenario (Delete)"));
    say(m_up, QStringLiteral("↑"), tr("One up in its list (Alt+Up)"));
    say(m_down, QStringLiteral("↓"), tr("One down in its list (Alt+Down)"));
    m_tree->setFont(look.text());
    m_tree->setAccessibleName(tr("What the scenario has"));
    m_nothing->setText(tr("Choose one of the list, or add one."));
    m_status->setFont(look.text(theme::Type::Small));
    m_status->setAccessibleName(tr("What is wrong"));
    refresh();
}

} // namespace connscope::editor
