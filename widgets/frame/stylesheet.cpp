// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/stylesheet.h"

#include "theme/look.h"

#include <QHash>

#include <algorithm>
#include <cmath>

namespace connscope::frame {

int playSide(const theme::Look& look) { return sideOf(20, look); }

int sideOf(double side, const theme::Look& look)
{
    return static_cast<int>(std::lround(side * std::clamp(look.textScale(), 1.0, 2.0)));
}

QString styleSheet(const theme::Look& look)
{
    const theme::Theme& t = look.theme();
    QString css = QStringLiteral(R"(
QMainWindow, QDialog { background: @paper; }
QMainWindow::separator { background: @paper; width: 8px; height: 8px; }
QMainWindow::separator:hover { background: @hairline; }
QMenuBar { background: @card; border-bottom: 1px solid @hairline; padding: 1px 6px; }
QMenuBar::item { padding: 4px 9px; border-radius: 5px; background: transparent; color: @ink; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @card; border: 1px solid @hairline; padding: 5px; }
QMenu::item { padding: 5px 26px 5px 26px; border-radius: 5px; color: @ink; }
QMenu::item:selected { background: @selection; color: @ink; }
QMenu::item:disabled { color: @secondary; }
QMenu::separator { height: 1px; background: @hairline; margin: 5px 8px; }
QMenu::icon { left: 6px; }
QToolBar { background: @card; border: none; border-bottom: 1px solid @hairline; spacing: 4px; padding: 5px 10px; }
QStatusBar { background: @paper; color: @secondary; }
QStatusBar::item { border: none; }
QDockWidget { color: @secondary; border: none; titlebar-close-icon: url(:/icons/dock-close@shade.svg); titlebar-normal-icon: url(:/icons/dock-float@shade.svg); }
QDockWidget::title { background: @paper; padding: 5px 8px 4px 8px; text-align: left; }
QTabBar::tab { background: transparent; color: @secondary; padding: 5px 8px; margin: 2px 1px; border-radius: 11px; }
QTabBar[narrow="true"]::tab { padding: 5px 4px; margin: 2px 0px; }
QTabBar::tab:selected { background: @accent; color: @onAccent; }
QTabBar::tab:hover:!selected { background: @hover; }
QTabBar::tab:focus { border: 2px solid @outline; }
QTabBar { background: @paper; qproperty-drawBase: 0; }
QTabWidget::pane { border: none; }
#card { background: @card; border: 1px solid @hairline; border-radius: 8px; }
#bar { background: @card; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 7px; padding: 5px; color: @ink; }
QToolButton:hover { background: @hover; }
QToolButton:pressed, QToolButton:checked { background: @selection; border-color: @outline; }
QToolButton:focus { border: 2px solid @accent; padding: 4px; }
QToolButton::menu-indicator { image: none; }
QToolButton#chip, QComboBox#chip, QPushButton#chip { background: @raised; border: 1px solid @hairline; border-radius: 12px; padding: 4px 12px; color: @ink; }
QComboBox#chip::drop-down { border: none; width: 20px; }
QComboBox#chip::down-arrow { image: url(:/icons/chevron@shade.svg); width: 12px; height: 12px; }
#gallery QAbstractItemView { background: @paper; }
QToolButton#chip:hover, QComboBox#chip:hover, QPushButton#chip:hover { background: @hover; border-color: @outline; }
QToolButton#chip:focus, QComboBox#chip:focus, QPushButton#chip:focus { border: 2px solid @accent; padding: 3px 11px; }
QToolButton#primary { background: @accent; border: none; border-radius: %discpx; padding: 9px; min-width: %sidepx; min-height: %sidepx; }
QToolButton#primary:focus { border: 3px solid @data; padding: 6px; }
QToolButton#chip:disabled { background: transparent; color: @secondary; border: 1px dashed @hairline; }
QPushButton:disabled { background: transparent; color: @secondary; border: 1px dashed @hairline; }
#cluster-panel QTableView::item { border: none; padding: 2px 8px; }
QToolButton#chip:checked { background: @selection; border-color: @outline; }
#scenario-form, #form-page { background: transparent; border: none; }
#scenario-form QComboBox, #config-table QComboBox { background: @card; border: 1px solid @hairline; border-radius: 12px; padding: 4px 10px; color: @ink; }
#scenario-form QComboBox:focus, #config-table QComboBox:focus { border: 2px solid @accent; padding: 3px 9px; }
#scenario-form QComboBox[wrong="true"] { border: 2px solid @error; padding: 3px 9px; }
#scenario-form QComboBox::drop-down, #config-table QComboBox::drop-down { border: none; width: 20px; }
#scenario-form QComboBox::down-arrow, #config-table QComboBox::down-arrow { image: url(:/icons/chevron@shade.svg); width: 12px; height: 12px; }
#config-table QComboBox { border-radius: 3px; padding: 0px 4px; }
#config-table QComboBox:focus { border-radius: 3px; padding: 0px 3px; }
#scenario-form QPlainTextEdit { background: @card; border: 1px solid @hairline; border-radius: 8px; padding: 2px; color: @ink; }
#scenario-form QPlainTextEdit:focus { border: 2px solid @accent; padding: 1px; }
QLineEdit#cell, QLineEdit#cell:focus { border: 1px solid @accent; border-radius: 3px; padding: 0px 3px; }
#config-table QTableView::item { border: none; padding: 2px 6px; }
#scenario-text { background: @card; color: @ink; }
QPushButton { background: @raised; border: 1px solid @outline; border-radius: 6px; padding: 5px 14px; color: @ink; }
QPushButton:hover { background: @hover; }
QPushButton:focus { border: 2px solid @accent; padding: 4px 13px; }
QPushButton[primary="true"]:enabled { background: @accent; border-color: @accent; color: @onAccent; }
QPushButton[primary="true"]:enabled:focus { border: 2px solid @ink; }
#lesson-panel QListView, #lesson-panel QScrollArea, #lesson-step { background: transparent; }
QLineEdit { background: @card; border: 1px solid @hairline; border-radius: 12px; padding: 4px 10px; color: @ink; selection-background-color: @data; selection-color: @card; lineedit-clear-button-icon: url(:/icons/dock-close@shade.svg); }
QLineEdit:focus { border: 2px solid @accent; padding: 3px 9px; }
QLineEdit#clock:!focus { border: 2px solid transparent; background: transparent; }
QLineEdit[wrong="true"] { border: 2px solid @error; padding: 3px 9px; }
QAbstractItemView { background: @card; border: none; color: @ink; selection-background-color: @selection; selection-color: @ink; outline: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QHeaderView::section { background: @card; color: @secondary; border: none; border-bottom: 1px solid @hairline; padding: 5px 8px; }
#search-table QHeaderView::section { padding: 5px 3px; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 2px; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 2px; }
QScrollBar::handle { background: @outline; border-radius: 3px; min-height: 26px; min-width: 26px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QToolTip { background: @card; color: @ink; border: 1px solid @outline; padding: 4px 7px; }
QLabel#secondary { color: @secondary; }
#message { background: @raised; border: 1px solid @hairline; border-radius: 8px; }
#message[kind="error"] { border: 1px solid @error; }
QProgressBar { background: @hairline; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
)");
    css.replace(QStringLiteral("%disc"), QString::number((playSide(look) + 18) / 2));
    css.replace(QStringLiteral("%side"), QString::number(playSide(look)));
    css.replace(QStringLiteral("@shade"), look.theme().isDark ? QStringLiteral("-dark") : QStringLiteral("-light"));
    const QHash<QString, QColor> words {{QStringLiteral("@paper"), t.paper}, {QStringLiteral("@card"), t.card},
        {QStringLiteral("@raised"), t.raised}, {QStringLiteral("@selection"), t.selection},
        {QStringLiteral("@hover"), t.hover}, {QStringLiteral("@ink"), t.ink},
        {QStringLiteral("@secondary"), t.secondary}, {QStringLiteral("@hairline"), t.hairline},
        {QStringLiteral("@outline"), t.outline}, {QStringLiteral("@accent"), t.accent},
        {QStringLiteral("@onAccent"), t.onAccent}, {QStringLiteral("@error"), t.error},
        {QStringLiteral("@data"), t.role(Role::Data).text}};
    // Word by word, since @on… begins like others.
    QString out;
    for (qsizetype i = 0; i < css.size();) {
        if (css[i] != u'@') {
            out += css[i++];
            continue;
        }
        qsizetype end = i + 1;
        while (end < css.size() && css[end].isLetter())
            ++end;
        out += words.value(css.mid(i, end - i), t.error).name();
        i = end;
    }
    return out;
}

} // namespace connscope::frame
