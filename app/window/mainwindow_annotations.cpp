// SPDX-License-Identifier: GPL-3.0-or-later
// What is written into the picture: both views show it, the scenario's file keeps it, and it can be undone between what was
// done to the world.
#include "app/window/mainwindow.h"

#include "annotation/annotations.h"
#include "app/window/history.h"
#include "frame/messagebar.h"
#include "timeline/timelinewidget.h"
#include "topology/topologywidget.h"

#include <QAction>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QSettings>

namespace connscope::app {

namespace {

/// Where the annotations of a trace are, by its path: a trace is not written to.
QString annotationsKey(const QString& file)
{
    const QByteArray path = QFileInfo(file).absoluteFilePath().toUtf8();
    return QStringLiteral("annotations/")
        + QString::fromLatin1(QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex());
}

} // namespace

void MainWindow::wireAnnotations()
{
    m_topology->setAnnotations(*m_annotations);
    m_timeline->setAnnotations(*m_annotations);
    connect((*m_actions)["edit.annotate"], &QAction::triggered, this, &MainWindow::annotate);
    connect(m_annotations, &annotation::Annotations::changed, this, [this] {
        if (m_showing)
            return;
        if (const QString& file = m_document.source().fileName; !m_document.scenario() && !file.isEmpty())
            m_settings.setValue(
                annotationsKey(file), QString::fromStdString(scenario::writeAnnotations(m_annotations->all())));
        changed();
    });
    connect(m_annotations, &annotation::Annotations::edited, this,
        [this](const std::vector<scenario::Annotation>& before, bool goesOn) {
            using All = std::vector<scenario::Annotation>;
            m_history->change<All>([] { return tr("annotation"); }, before, m_annotations->all(),
                [this](const All& all) { m_annotations->setAll(all); }, goesOn);
        });
}

void MainWindow::annotate()
{
    if (!m_topology->annotate(scenario::Annotation::Kind::Text)) {
        m_messages->show(
            frame::MessageBar::Kind::Info, tr("Select what it is about first: a client, a broker or a connection."));
    }
}

/// As its file has them, or, of a trace, as they lie beside the settings.
std::vector<scenario::Annotation> MainWindow::annotationsOf(const view::Content& content) const
{
    if (content.scenario)
        return content.scenario->annotations;
    const QString text = m_settings.value(annotationsKey(content.source.fileName)).toString();
    if (content.source.fileName.isEmpty() || text.isEmpty())
        return {};
    auto read = scenario::readAnnotations(text.toStdString(), m_settings.fileName().toStdString());
    return read ? std::move(*read) : std::vector<scenario::Annotation>();
}

} // namespace connscope::app
