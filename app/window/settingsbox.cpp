// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settingsbox.h"

#include "protocol/configkeys.h"
#include "scenario/clientconfig.h"
#include "scenario/overrides.h"
#include "theme/look.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <set>

namespace connscope::app {

namespace {

constexpr int kWidth = 520;
constexpr int kHeight = 260;

QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

/// Whose keys: an owner in a version.
using Owner = std::pair<protocol::ConfigOwner, protocol::KafkaVersion>;

Owner ownerOf(const scenario::Scenario& scenario, const scenario::ClientEntry& entry, const std::string& profile)
{
    const auto found = scenario::profileOf(scenario, entry, profile);
    return {scenario::configOwner(entry.kind), found ? found->version : protocol::kV4_0};
}

/// Whom a name means; empty where nobody has it. \a name is what stands before the key, "broker.2" included.
std::set<Owner> ownersOf(const QString& name, const scenario::Scenario& scenario, const std::string& profile)
{
    std::set<Owner> out;
    const auto brokers = [&](std::optional<int> id) {
        for (const broker::BrokerSpec& spec : scenario.cluster.brokers) {
            if (!id || spec.id.value == *id)
                out.insert({protocol::ConfigOwner::Broker, spec.config.version()});
        }
    };
    if (name == QLatin1String("broker") || name == QLatin1String("cluster")) {
        brokers({});
    } else if (name.startsWith(QLatin1String("broker."))) {
        brokers(name.mid(7).toInt());
    } else {
        for (const scenario::ClientEntry& entry : scenario.clients) {
            if (name == QLatin1String("*") || name == text(entry.name))
                out.insert(ownerOf(scenario, entry, profile));
        }
    }
    return out;
}

QStringList names(const scenario::Scenario& scenario)
{
    QStringList out {QStringLiteral("*.")};
    for (const scenario::ClientEntry& entry : scenario.clients)
        out << text(entry.name) + u'.';
    out << QStringLiteral("broker.");
    for (const broker::BrokerSpec& spec : scenario.cluster.brokers)
        out << QStringLiteral("broker.%1.").arg(spec.id.value);
    return out;
}

/// "connections.max.idle.ms=540000", those that decide about connections first.
QStringList keys(const std::set<Owner>& owners)
{
    QStringList first;
    QStringList others;
    for (const auto& [owner, version] : owners) {
        for (const protocol::ConfigKey& key : protocol::configKeys(owner)) {
            if (!key.existsIn(version) || key.secret)
                continue;
            const QString word = text(key.name) + u'=' + text(key.defaultIn(version).value_or(std::string_view()));
            QStringList& list = key.aboutConnections ? first : others;
            if (!list.contains(word))
                list << word;
        }
    }
    first.sort();
    others.sort();
    return first + others;
}

QStringList values(const std::set<Owner>& owners, const QString& name)
{
    QStringList out;
    const auto add = [&out](const QString& value) {
        if (!value.isEmpty() && !out.contains(value))
            out << value;
    };
    for (const auto& [owner, version] : owners) {
        const protocol::ConfigKey* key = protocol::findConfigKey(owner, name.toStdString());
        if (!key || key->secret)
            continue;
        add(text(key->defaultIn(version).value_or(std::string_view())));
        if (key->type == protocol::ConfigType::Boolean) {
            add(QStringLiteral("true"));
            add(QStringLiteral("false"));
        }
        for (std::uint8_t i = 0; i < key->choiceCount; ++i) {
            const protocol::ConfigChoice& choice = key->choices[i];
            if (version >= choice.since
                && (choice.removedIn == protocol::KafkaVersion {} || version < choice.removedIn))
                add(text(choice.text));
        }
    }
    return out;
}

/// Where the key begins: behind the name's dot, and behind that of "broker.2.".
qsizetype keyFrom(const QString& line)
{
    const qsizetype dot = line.indexOf(u'.');
    if (dot < 0)
        return -1;
    if (line.left(dot) == QLatin1String("broker") && dot + 1 < line.size() && line[dot + 1].isDigit()) {
        const qsizetype second = line.indexOf(u'.', dot + 1);
        return second < 0 ? -1 : second + 1;
    }
    return dot + 1;
}

} // namespace

frame::Completion settingCompletion(
    const QString& line, qsizetype cursor, const scenario::Scenario& scenario, const std::string& profile)
{
    const QString written = line.left(cursor);
    frame::Completion out;
    QStringList candidates;
    const qsizetype key = keyFrom(written);
    const qsizetype equals = written.indexOf(u'=');
    if (key < 0) {
        candidates = names(scenario);
    } else {
        const std::set<Owner> owners = ownersOf(written.left(key - 1), scenario, profile);
        out.from = equals < 0 ? key : equals + 1;
        candidates = equals < 0 ? keys(owners) : values(owners, written.mid(key, equals - key).trimmed());
    }
    const QString word = written.mid(out.from);
    for (const QString& candidate : std::as_const(candidates)) {
        if (candidate.startsWith(word, Qt::CaseInsensitive) && candidate != word)
            out.words << candidate;
    }
    // Nobody knows a key by its beginning alone: one of its later words finds it too.
    if (equals < 0 && key >= 0 && word.size() > 1) {
        for (const QString& candidate : std::as_const(candidates)) {
            if (!out.words.contains(candidate) && candidate.section(u'=', 0, 0).contains(word, Qt::CaseInsensitive)
                && candidate != word)
                out.words << candidate;
        }
    }
    return out;
}

/// A field of several lines that completes the one with the cursor.
class SettingsEdit : public QPlainTextEdit {
public:
    SettingsEdit(SettingsBox* box, const scenario::Scenario& scenario, const std::string& profile)
        : QPlainTextEdit(box)
        , m_box(box)
        , m_scenario(scenario)
        , m_profile(profile)
        , m_words(new QStringListModel(this))
        , m_completer(new QCompleter(m_words, this))
    {
        m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
        m_completer->setWidget(this);
        connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &SettingsEdit::insert);
    }

    void offer()
    {
        const QTextCursor at = textCursor();
        const frame::Completion completion
            = settingCompletion(at.block().text(), at.positionInBlock(), m_scenario, m_profile);
        m_from = completion.from;
        m_words->setStringList(completion.words);
        if (completion.words.isEmpty()) {
            m_completer->popup()->hide();
            return;
        }
        m_completer->popup()->setFont(font());
        m_completer->popup()->setCurrentIndex({});
        QRect place = cursorRect();
        place.setWidth(std::min(kWidth - 20,
            m_completer->popup()->sizeHintForColumn(0) + m_completer->popup()->verticalScrollBar()->sizeHint().width()
                + 16));
        m_completer->complete(place);
    }

protected:
    /// Tab takes the word that is offered; only where none is it leaves the field.
    bool focusNextPrevChild(bool next) override
    {
        return !m_completer->popup()->isVisible() && QPlainTextEdit::focusNextPrevChild(next);
    }
    void keyPressEvent(QKeyEvent* event) override
    {
        const bool offering = m_completer->popup()->isVisible();
        const int key = event->key();
        const bool returns = key == Qt::Key_Return || key == Qt::Key_Enter;
        const bool chosen = offering && m_completer->popup()->currentIndex().isValid();
        if (offering && (key == Qt::Key_Escape || key == Qt::Key_Tab || (returns && chosen))) {
            if (key == Qt::Key_Tab) {
                insert(
                    chosen ? m_completer->popup()->currentIndex().data().toString() : m_words->stringList().value(0));
                m_completer->popup()->hide();
                return;
            }
            event->ignore(); // the completer's own
            return;
        }
        if (returns && event->modifiers() == Qt::ControlModifier) {
            m_box->run();
            return;
        }
        if (key == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) {
            offer();
            return;
        }
        QPlainTextEdit::keyPressEvent(event);
        if (!event->text().isEmpty() && !returns && key != Qt::Key_Escape)
            offer();
        else if (returns)
            m_completer->popup()->hide();
    }

private:
    void insert(const QString& word)
    {
        if (word.isEmpty())
            return;
        QTextCursor at = textCursor();
        at.setPosition(at.block().position() + static_cast<int>(m_from), QTextCursor::KeepAnchor);
        at.insertText(word);
        // Of a key the default is selected: it is what one wants to write over.
        if (const qsizetype equals = word.indexOf(u'='); equals >= 0) {
            const int end = at.position();
            at.setPosition(end - static_cast<int>(word.size() - equals - 1));
            at.setPosition(end, QTextCursor::KeepAnchor);
        }
        setTextCursor(at);
        if (word.endsWith(u'.'))
            offer();
    }

    SettingsBox* m_box;
    const scenario::Scenario& m_scenario;
    const std::string& m_profile;
    QStringListModel* m_words;
    QCompleter* m_completer;
    qsizetype m_from = 0;
};

SettingsBox::SettingsBox(const theme::Look& look, scenario::Scenario scenario, std::string profile,
    const std::vector<std::string>& settings, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_scenario(std::move(scenario))
    , m_profile(std::move(profile))
    , m_edit(new SettingsEdit(this, m_scenario, m_profile))
    , m_problem(new QLabel(this))
{
    setObjectName(QStringLiteral("card"));
    auto* help = new QLabel(tr("One setting a line: NAME.KEY=VALUE, where NAME is a client, *, broker or broker.2. "
                               "Ctrl+Space offers names "
                               "and keys with their defaults; Ctrl+Return runs."),
        this);
    help->setWordWrap(true);
    m_edit->setFont(look.mono());
    m_edit->setPlaceholderText(QStringLiteral("*.connections.max.idle.ms=30000"));
    m_edit->setAccessibleName(tr("Settings"));
    QStringList lines;
    for (const std::string& setting : settings)
        lines << text(setting);
    m_edit->setPlainText(lines.join(u'\n'));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setStyleSheet(QStringLiteral("color: %1").arg(look.theme().error.name()));
    m_problem->hide();
    auto* button = new QPushButton(tr("Run again"), this);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(help);
    layout->addWidget(m_edit, 1);
    layout->addWidget(m_problem);
    layout->addWidget(button, 0, Qt::AlignRight);
    connect(button, &QPushButton::clicked, this, &SettingsBox::run);
    connect(m_edit, &QPlainTextEdit::textChanged, m_problem, &QWidget::hide);
    resize(kWidth, kHeight);
}

QString SettingsBox::problem() const { return m_problem->isHidden() ? QString() : m_problem->text(); }

void SettingsBox::run()
{
    std::vector<std::string> settings;
    scenario::Scenario tried = m_scenario;
    for (QTextBlock line = m_edit->document()->begin(); line.isValid(); line = line.next()) {
        const QString setting = line.text().trimmed();
        if (setting.isEmpty())
            continue;
        if (const auto applied = scenario::applySetting(tried, setting.toStdString(), m_profile); !applied) {
            QTextCursor at(line);
            at.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
            m_edit->setTextCursor(at);
            refuse(
                tr("Line %1: %2").arg(line.blockNumber() + 1).arg(QString::fromStdString(applied.error().message)));
            return;
        }
        settings.push_back(setting.toStdString());
    }
    // What several keys say together, as the clients' constructors have it.
    for (const scenario::ClientEntry& entry : tried.clients) {
        const auto client = scenario::profileOf(tried, entry, m_profile);
        if (!client)
            continue;
        if (const auto config = scenario::buildConfig(entry, *client); !config) {
            refuse(text(entry.name) + QStringLiteral(": ") + QString::fromStdString(config.error().message));
            return;
        }
    }
    close();
    emit accepted(settings);
}

void SettingsBox::refuse(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->show();
    m_edit->setFocus();
}

void SettingsBox::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    m_edit->setFocus();
    m_edit->moveCursor(QTextCursor::End);
}

} // namespace connscope::app
