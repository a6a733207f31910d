// SPDX-License-Identifier: GPL-3.0-or-later
// The picture for others: File ▸ Export Figure, the clipboard, and what is dragged out of the status bar.
#include "app/window/mainwindow.h"

#include "annotation/annotations.h"
#include "figures/carry.h"
#include "figures/figuredialog.h"
#include "figures/figuregrip.h"
#include "frame/messagebar.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"
#include "vector/pdffile.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QMimeData>
#include <QStatusBar>

namespace connscope::app {

namespace {

constexpr double kGripScale = 2; // device pixels for each px of what is dragged out: sharp on any screen

figures::FileOptions fileOptions(const view::Document& document)
{
    figures::FileOptions file;
    file.title = QString::fromStdString(document.source().title);
    file.epoch = vector::sourceDateEpoch();
    return file;
}

} // namespace

void MainWindow::wireFigures()
{
    frame::Actions& a = *m_actions;
    connect(a["file.export-figure"], &QAction::triggered, this, &MainWindow::exportFigure);
    connect(a["edit.copy-picture"], &QAction::triggered, this, [this] { copyView(viewInHand(), false); });
    connect(a["edit.copy-svg"], &QAction::triggered, this, [this] { copyView(viewInHand(), true); });
    // In each view's own menu.
    const auto add = [this](QWidget* view, figures::FigureView which) {
        for (const bool svg : {false, true}) {
            auto* action = new QAction(view);
            connect(action, &QAction::triggered, this, [this, which, svg] { copyView(which, svg); });
            view->addAction(action);
            m_copies << action;
        }
    };
    add(m_topology, figures::FigureView::Topology);
    add(m_timeline, figures::FigureView::Timeline);

    m_carrier = std::make_unique<figures::Carrier>();
    m_grip->setDefaultAction(a["file.export-figure"]);
    m_grip->setSource([this] {
        const figures::FigureView view = viewInHand();
        figures::FigureOptions options = optionsOf(view);
        options.scale = kGripScale;
        theme::Look look;
        dress(look);
        const figures::Figure figure(m_document, m_filter, look, std::move(options));
        figures::FigureGrip::Load load;
        if (m_document.isEmpty() || !figure.refusal().isEmpty())
            return load;
        load.data = m_carrier->pack(figure, look, fileOptions(m_document),
            QFileInfo(m_document.source().fileName).completeBaseName() + QLatin1Char('-')
                + QLatin1String(view == figures::FigureView::Timeline ? "timeline" : "topology"));
        load.image = figure.image();
        return load;
    });
}

/// The texts of what wireFigures() made.
void MainWindow::retranslateFigures()
{
    for (qsizetype i = 0; i < m_copies.size(); ++i)
        m_copies[i]->setText(i % 2 == 0 ? tr("Copy as &Picture") : tr("Copy as S&VG"));
    m_grip->setHint(tr("Drag the picture into another program; a click exports it"));
}

/// The one that the keyboard is in.
figures::FigureView MainWindow::viewInHand() const
{
    const QWidget* focus = QApplication::focusWidget();
    return focus && (focus == m_timeline || m_timeline->isAncestorOf(focus)) ? figures::FigureView::Timeline
                                                                             : figures::FigureView::Topology;
}

/// A look of its own for a figure: the window's changes while the figure lays out its text.
void MainWindow::dress(theme::Look& look) const
{
    look.setMode(m_look.theme().isDark ? theme::Look::Mode::Dark : theme::Look::Mode::Light);
    look.setHighContrast(m_look.highContrast());
    look.setLanguage(m_look.language());
}

figures::SeenNow MainWindow::seenNow() const
{
    figures::SeenNow seen;
    seen.at = m_playback.position().at;
    const timeline::AxisRange range = m_timeline->range();
    seen.visible = figures::Span {m_timeline->axis().toInstant(range.from), m_timeline->axis().toInstant(range.to)};
    if (const auto selected = m_selection.range(); selected && selected->from < selected->to)
        seen.selected = figures::Span {selected->from, selected->to};
    if (!(seen.visible->from < seen.visible->to))
        seen.visible.reset();
    seen.item = m_selection.current();
    seen.arrangement = m_topology->arrangement();
    const auto bookmarks = m_timeline->bookmarks().all();
    seen.bookmarks.assign(bookmarks.begin(), bookmarks.end());
    seen.annotations = m_annotations->all();
    return seen;
}

/// A view as it is seen now, for a picture of it alone.
figures::FigureOptions MainWindow::optionsOf(figures::FigureView view) const
{
    const figures::SeenNow seen = seenNow();
    const QWidget* widget = view == figures::FigureView::Timeline ? static_cast<QWidget*>(m_timeline) : m_topology;
    figures::FigureOptions options;
    options.views = {view};
    options.at = seen.at;
    options.size = QSizeF(widget->size()).expandedTo(figures::smallestSheet(1));
    if (view == figures::FigureView::Timeline)
        options.range = seen.visible;
    options.isCutOut = true; // as it is seen: folded where the window folds
    options.axis = m_timeline->axisKind();
    options.selected = seen.item;
    options.arrangement = seen.arrangement;
    options.bookmarks = seen.bookmarks;
    options.annotations = seen.annotations;
    return options;
}

void MainWindow::copyView(figures::FigureView view, bool asSvg)
{
    if (m_document.isEmpty())
        return;
    theme::Look look;
    dress(look);
    figures::FigureOptions options = optionsOf(view);
    options.scale = std::max(devicePixelRatioF(), 1.0);
    const figures::Figure figure(m_document, m_filter, look, std::move(options));
    if (!figure.refusal().isEmpty()) {
        m_messages->show(frame::MessageBar::Kind::Error, figure.refusal());
        return;
    }
    QApplication::clipboard()->setMimeData(
        (asSvg ? figures::svgOf(figure, look, fileOptions(m_document)) : figures::pictureOf(figure)).release());
    statusBar()->showMessage(view == figures::FigureView::Timeline ? tr("The timeline is in the clipboard.")
                                                                   : tr("The topology is in the clipboard."));
}

void MainWindow::exportFigure()
{
    figures::FigureDialog dialog(m_document, m_filter, m_look, seenNow(), this,
        [this](theme::Language language) { m_languages.set(language); });
    connect(&dialog, &figures::FigureDialog::saved, this,
        [this](const QString& file) { saySaved(tr("Saved %1").arg(file)); });
    dialog.exec();
}

} // namespace connscope::app
