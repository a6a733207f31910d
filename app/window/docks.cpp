// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks.h"

#include "frame/actions.h"

#include <QAction>
#include <QChildEvent>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QPointer>
#include <QSettings>
#include <QStyle>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <utility>

namespace connscope::app {

namespace {

// Raised when the set of panels changes, so that an older layout is not forced on it.
constexpr int kLayoutVersion = 5;
constexpr int kLowWindow = 800; // px
constexpr int kHighWindow = 1000;
// px that a tab has beside its name, as the style sheet has it.
constexpr int kTab = 20;
constexpr int kNarrowTab = 10;

/// A letter of its own for each of \a names where that can be, the earlier ones first: who comes late may have one that another
/// gives up for a later letter of its own. \a taken: letters that are not there. A null letter where none is left.
QList<QChar> mnemonicsOf(const QStringList& names, const QString& taken)
{
    QList<QChar> letters(names.size());
    std::function<bool(qsizetype, QString&)> give = [&](qsizetype name, QString& tried) {
        for (const QChar each : names[name]) {
            const QChar letter = each.toLower();
            if (!letter.isLetter() || taken.contains(letter, Qt::CaseInsensitive) || tried.contains(letter))
                continue;
            tried += letter;
            const qsizetype holder = letters.indexOf(letter);
            if (holder >= 0 && !give(holder, tried))
                continue;
            letters[name] = letter;
            return true;
        }
        return false;
    };
    for (qsizetype name = 0; name < names.size(); ++name) {
        QString tried;
        give(name, tried);
    }
    return letters;
}

/// \a title with its mnemonic: in it, or behind it where it is not written in Latin letters.
QString withMnemonic(const QString& title, QChar letter, const QString& english)
{
    if (letter.isNull())
        return title;
    if (const qsizetype at = title.indexOf(letter, 0, Qt::CaseInsensitive); at >= 0)
        return QString(title).insert(at, u'&');
    return title == english ? title : title + QStringLiteral("(&") + letter.toUpper() + u')';
}

/// Seen, not only open behind another one's tab.
bool isInFront(const QDockWidget& dock) { return dock.isVisible() && !dock.visibleRegion().isEmpty(); }

} // namespace

Docks::Docks(QMainWindow& window, const QList<ViewSpec>& views)
    : QObject(&window)
    , m_window(window)
    , m_shares(window)
{
    window.setDockNestingEnabled(true);
    window.setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.installEventFilter(this);
    for (const ViewSpec& spec : views) {
        if (spec.home == Home::Centre)
            continue;
        auto* dock = new QDockWidget(&window);
        dock->setObjectName(spec.id);
        // Qt's layout of a panel without anything in it asks for a height below zero.
        QWidget* content = spec.widget;
        if (!content) {
            content = new QWidget(dock);
            content->setMinimumSize(1, 1);
        }
        dock->setWidget(content);
        if (!spec.widget)
            connect(dock, &QDockWidget::visibilityChanged, this, [this](bool seen) {
                // Qt says so of a panel that is behind a tab too, before the window has its layout.
                if (seen)
                    QMetaObject::invokeMethod(this, &Docks::makeSeen, Qt::QueuedConnection);
            });
        // Qt's own closes what is behind another, and leaves what it opens behind.
        auto* action = new QAction(this);
        action->setCheckable(true);
        const QAction* open = dock->toggleViewAction();
        action->setChecked(open->isChecked());
        connect(open, &QAction::toggled, action, &QAction::setChecked);
        connect(action, &QAction::triggered, this, [this, action, open, id = spec.id] {
            toggle(id);
            action->setChecked(open->isChecked());
        });
        m_panels << Panel {spec, dock, action, spec.widget};
    }
    retranslate({});
}

void Docks::make(Panel& panel)
{
    if (panel.content || !panel.spec.make)
        return;
    const std::unique_ptr<QWidget> empty(panel.dock->widget());
    panel.content = panel.spec.make(panel.dock);
    panel.dock->setWidget(panel.content);
    emit contentMade(panel.spec.id, panel.content);
}

bool Docks::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ChildPolished && watched == &m_window) {
        if (auto* tabs = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child()))
            tabs->installEventFilter(this);
    } else if (event->type() == QEvent::Show) {
        // Each time Qt takes one it wants a line below it again.
        if (auto* tabs = qobject_cast<QTabBar*>(watched)) {
            tabs->setDrawBase(false);
            fitTabs(*tabs);
        }
    } else if (event->type() == QEvent::Resize) {
        if (auto* tabs = qobject_cast<QTabBar*>(watched))
            fitTabs(*tabs);
    }
    return QObject::eventFilter(watched, event);
}

void Docks::fitTabs(QTabBar& tabs)
{
    struct Step {
        double type;
        bool narrow;
    };
    constexpr std::array<Step, 6> kSteps {
        {{1, false}, {1, true}, {0.92, true}, {0.85, true}, {0.78, true}, {0.7, true}}};
    if (!tabs.isVisible() || tabs.count() == 0)
        return;
    const QFontMetrics metrics(m_font);
    int names = 0;
    for (int i = 0; i < tabs.count(); ++i)
        names += metrics.horizontalAdvance(tabs.tabText(i)) + 1;
    const auto fits = [&](const Step& step) {
        return names * step.type + tabs.count() * (step.narrow ? kNarrowTab : kTab) <= tabs.width();
    };
    const Step* step = std::find_if(kSteps.begin(), kSteps.end() - 1, fits);
    QFont font = m_font;
    if (step->type < 1)
        font.setPointSizeF(m_font.pointSizeF() * step->type);
    const bool narrow = step->narrow;
    if (tabs.font() != font)
        tabs.setFont(font);
    if (tabs.property("narrow").toBool() == narrow)
        return;
    tabs.setProperty("narrow", narrow);
    tabs.style()->unpolish(&tabs);
    tabs.style()->polish(&tabs);
}

/// What is in panels that came into sight.
void Docks::makeSeen()
{
    for (Panel& panel : m_panels) {
        if (!panel.content && isInFront(*panel.dock))
            make(panel);
    }
}

void Docks::makeAll()
{
    for (Panel& panel : m_panels)
        make(panel);
}

QWidget* Docks::content(const QString& id)
{
    for (Panel& panel : m_panels) {
        if (panel.spec.id == id) {
            make(panel);
            return panel.content;
        }
    }
    return nullptr;
}

QWidget* Docks::made(const QString& id) const
{
    const auto found
        = std::find_if(m_panels.begin(), m_panels.end(), [&id](const Panel& panel) { return panel.spec.id == id; });
    return found == m_panels.end() ? nullptr : found->content;
}

void Docks::setPlain(bool plain)
{
    for (const Panel& panel : m_panels) {
        QWidget* title = panel.dock->titleBarWidget();
        if (plain == (title != nullptr))
            continue;
        QWidget* none = plain ? new QWidget(panel.dock) : nullptr;
        if (none)
            none->setFixedHeight(0);
        panel.dock->setTitleBarWidget(none);
        delete title;
    }
}

void Docks::setFont(const QFont& font)
{
    m_font = font;
    for (const Panel& panel : m_panels)
        panel.dock->setFont(font);
    for (QTabBar* tabs : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        fitTabs(*tabs);
}

void Docks::retranslate(const QString& taken)
{
    QStringList names;
    for (const Panel& panel : m_panels)
        names << QString::fromLatin1(panel.spec.title);
    const QList<QChar> letters = mnemonicsOf(names, taken);
    for (qsizetype i = 0; i < m_panels.size(); ++i) {
        const Panel& panel = m_panels[i];
        const QString title = QCoreApplication::translate("Views", panel.spec.title);
        panel.dock->setWindowTitle(title);
        panel.toggle->setText(withMnemonic(title, letters[i], names[i]));
        frame::setEnglishName(panel.toggle, panel.spec.title);
        panel.toggle->setStatusTip(QCoreApplication::translate("Views", "Shows or hides this panel"));
    }
    for (QTabBar* tabs : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        fitTabs(*tabs);
}

/// Where there is everything at once, lists stand beside the timeline, with room for their words.
void Docks::setCorners(Workspace workspace)
{
    m_window.setCorner(
        Qt::BottomRightCorner, workspace == Workspace::Explore ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea);
}

void Docks::setAside(bool on)
{
    if (on == !m_aside.isEmpty())
        return;
    if (!on) {
        restoreState(std::exchange(m_aside, {}));
        for (QDockWidget* dock : std::exchange(m_inFront, {}))
            dock->raise(); // of tabs the first comes back in front
        return;
    }
    m_aside = m_window.saveState(kLayoutVersion);
    for (const Panel& panel : m_panels) {
        if (isInFront(*panel.dock))
            m_inFront << panel.dock;
    }
    for (const Panel& panel : m_panels) {
        if (!panel.dock->isFloating())
            panel.dock->hide();
    }
}

void Docks::leave(Workspace workspace)
{
    m_left[workspace] = m_aside.isEmpty() ? m_window.saveState(kLayoutVersion) : m_aside;
}

void Docks::change(Workspace from, Workspace to)
{
    setAside(false);
    setCorners(to);
    // Others are smaller in the type that has come by now, or there would be no room for what is restored.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    const auto left = m_left.find(to);
    if (from == to || left == m_left.end() || !restoreState(left->second)) {
        arrange(to);
        return;
    }
    m_shares.forget();
    // What was too wide for the widths of then, in the type of before, is narrower only once the window has its layout.
    QTimer::singleShot(0, this, [this, state = left->second] {
        if (!m_aside.isEmpty())
            return;
        const QPointer<QWidget> focus = m_window.focusWidget(); // of which Qt takes it
        restoreState(state);
        if (focus && focus->isVisible())
            focus->setFocus();
    });
}

void Docks::arrange(Workspace workspace)
{
    const bool explores = workspace == Workspace::Explore;
    setCorners(workspace);
    QDockWidget* bottom = nullptr;
    QDockWidget* beside = nullptr;
    QDockWidget* right = nullptr;
    QDockWidget* front = nullptr;
    for (const Panel& panel : m_panels) {
        QDockWidget* dock = panel.dock;
        if (panel.spec.home == Home::Left) {
            if (dock->isFloating() || m_window.dockWidgetArea(dock) != Qt::LeftDockWidgetArea) {
                dock->setFloating(false);
                m_window.addDockWidget(Qt::LeftDockWidgetArea, dock);
            }
            dock->setVisible(!panel.spec.onDemand);
            continue;
        }
        const bool isBottom = panel.spec.home == Home::Bottom;
        const bool isBeside = explores && bottom && panel.spec.home == Home::RightOrBeside;
        QDockWidget*& first = isBottom ? bottom : isBeside ? beside : right;
        // Only what is elsewhere is moved: a panel that is put where it was may leave the tab bar of before behind.
        const Qt::DockWidgetArea area = isBottom || isBeside ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea;
        const bool isHome = !dock->isFloating() && m_window.dockWidgetArea(dock) == area
            && (first          ? m_window.tabifiedDockWidgets(first).contains(dock)
                    : isBeside ? !m_window.tabifiedDockWidgets(bottom).contains(dock)
                               : true);
        if (!isHome) {
            dock->setFloating(false);
            m_window.addDockWidget(area, dock);
            if (first)
                m_window.tabifyDockWidget(first, dock);
            else if (isBeside)
                m_window.splitDockWidget(bottom, dock, Qt::Horizontal);
        }
        const bool seen = !panel.spec.onDemand
            && (explores || (workspace == Workspace::Teach ? panel.spec.inTeach : panel.spec.inPresent));
        dock->setVisible(seen);
        if (!first)
            first = dock;
        if (seen && !isBottom && !isBeside && !front)
            front = dock;
    }
    if (front)
        front->raise();
    if (beside)
        beside->raise();
    if (bottom) {
        bottom->raise();
        // In a hall the connections are what is looked at, and in a small window they need the room more: the timeline keeps a
        // few lanes, and scrolls. Where the window is high, type is large besides: see MainWindow::textScaleOf().
        const int share = workspace != Workspace::Present ? (m_window.height() < kLowWindow ? 33 : 36)
            : m_window.height() < kLowWindow              ? 27
            : m_window.height() < kHighWindow             ? 25
                                                          : 32;
        m_shares.give(bottom, share / 100.0);
    }
    if (right)
        m_shares.give(right, 0.27);
    if (beside)
        m_window.resizeDocks(
            {bottom, beside}, {m_window.width() * 52 / 100, m_window.width() * 48 / 100}, Qt::Horizontal);
    // Qt keeps a tab bar that it no longer needs and may leave it in sight.
    QTimer::singleShot(0, this, [this] {
        for (QTabBar* tabs : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (tabs->count() == 0)
                tabs->hide();
            else
                fitTabs(*tabs);
        }
    });
}

QList<QAction*> Docks::toggles() const
{
    QList<QAction*> out;
    for (const Panel& panel : m_panels)
        out << panel.toggle;
    return out;
}

void Docks::toggle(const QString& id)
{
    QDockWidget* found = dock(id);
    if (found && isInFront(*found))
        found->close();
    else
        raise(id);
}

QDockWidget* Docks::dock(const QString& id) const
{
    for (const Panel& panel : m_panels) {
        if (panel.spec.id == id)
            return panel.dock;
    }
    return nullptr;
}

void Docks::raise(const QString& id)
{
    if (!m_aside.isEmpty())
        emit missed();
    if (QDockWidget* found = dock(id)) {
        content(id);
        found->show();
        found->raise();
        found->widget()->setFocus();
    }
}

void Docks::save(QSettings& settings) const
{
    settings.setValue(QStringLiteral("window/geometry"), m_window.saveGeometry());
    settings.setValue(
        QStringLiteral("window/state"), m_aside.isEmpty() ? m_window.saveState(kLayoutVersion) : m_aside);
}

bool Docks::restoreState(const QByteArray& state)
{
    const bool done = m_window.restoreState(state, kLayoutVersion);
    // A tool bar has no close button and no place in the menus: whatever was stored, it is there.
    for (QToolBar* bar : m_window.findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        bar->show();
    return done;
}

bool Docks::restore(const QSettings& settings)
{
    m_window.restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    if (!restoreState(settings.value(QStringLiteral("window/state")).toByteArray()))
        return false;
    m_shares.forget();
    return true;
}

} // namespace connscope::app
