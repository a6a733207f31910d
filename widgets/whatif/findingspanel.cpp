// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/findingspanel.h"

#include "theme/look.h"
#include "view/document.h"
#include "view/playback.h"
#include "view/selection.h"
#include "whatif/findingspage.h"
#include "whatif/words.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <utility>

namespace connscope::whatif {

FindingsPanel::FindingsPanel(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_head(new QLabel(this))
    , m_least(new QComboBox(this))
    , m_page(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("findings-panel"));
    m_least->setObjectName(QStringLiteral("chip"));
    m_page->setOpenLinks(false);
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->document()->setDocumentMargin(12);
    m_page->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusProxy(m_page);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 6, 12, 2);
    row->addWidget(m_head, 1);
    row->addWidget(m_least);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_page, 1);
    m_head->setWordWrap(true);
    m_timer.setSingleShot(true);
    m_timer.setInterval(0);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kRefreshMs);
    connect(&m_timer, &QTimer::timeout, this, &FindingsPanel::look);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (isVisible())
            m_timer.start();
    });
    connect(m_page, &QTextBrowser::anchorClicked, this, &FindingsPanel::follow);
    connect(m_least, &QComboBox::activated, this, &FindingsPanel::write);
    connect(&context.document, &view::Document::replaced, this, &FindingsPanel::restart);
    connect(&context.document, &view::Document::grown, this, [this] {
        m_isStale = true;
        if (isVisible() && !m_pause.isActive() && !m_timer.isActive())
            m_pause.start();
    });
    connect(&context.look, &theme::Look::changed, this, &FindingsPanel::retranslate);
    retranslate();
}

FindingsPanel::~FindingsPanel() = default;

void FindingsPanel::restart()
{
    m_observer.reset();
    m_found.clear();
    m_isOpen.clear();
    m_isStale = true;
    write();
    if (isVisible())
        m_timer.start();
}

void FindingsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        m_timer.start();
}

void FindingsPanel::look()
{
    const view::Document& document = m_context.document;
    if (document.twofold()) {
        m_isStale = false;
        return;
    }
    if (!m_observer)
        m_observer = std::make_unique<findings::Observer>(document.trace());
    if (!m_observer->read(document.index().size(), kPiece)) {
        m_timer.start();
        return;
    }
    m_found = m_observer->observe(document.index().end(), document.lives(), document.end());
    m_isStale = false;
    write();
}

void FindingsPanel::lookNow()
{
    m_timer.stop();
    const view::Document& document = m_context.document;
    if (document.twofold())
        return;
    if (!m_observer)
        m_observer = std::make_unique<findings::Observer>(document.trace());
    m_observer->read(document.index().size(), document.index().size());
    look();
}

bool FindingsPanel::goTo(findings::Kind kind)
{
    lookNow();
    for (const findings::Finding& finding : m_found) {
        if (finding.kind != kind)
            continue;
        m_context.playback.pause();
        m_context.playback.goTo(finding.events.front());
        m_context.selection.setCurrent(view::Item::of(finding.events.front()));
        return true;
    }
    return false;
}

void FindingsPanel::scrollTo(findings::Kind kind)
{
    lookNow();
    // A panel that was just raised is laid out when the events are next looked at; before that its page has another width.
    QTimer::singleShot(0, m_page, [this, kind] { m_page->scrollToAnchor(toText(findings::kindName(kind))); });
}

QString FindingsPanel::summary() const { return m_head->text(); }

void FindingsPanel::write()
{
    const view::Document& document = m_context.document;
    FindingsPage page;
    page.names = &document.names();
    page.found = &m_found;
    page.look = &m_context.look;
    page.least = static_cast<findings::Weight>(static_cast<int>(findings::Weight::Note) - m_least->currentIndex());
    page.isOpen = m_isOpen;
    page.canAvoid = document.scenario() != nullptr && document.source().simulated;
    page.isObserved = !document.source().simulated && !document.isEmpty();
    const auto setPage = [this](const QString& html) {
        if (std::exchange(m_html, html) == html)
            return; // what is selected in it stays
        const int scrolled = m_page->verticalScrollBar()->value();
        m_page->setHtml(html);
        m_page->verticalScrollBar()->setValue(scrolled);
    };
    if (document.isEmpty()) {
        m_head->setText(tr("Nothing is open"));
        setPage({});
        return;
    }
    if (document.twofold()) {
        m_head->setText(
            tr("Findings are told of one run. Two lie over each other now: see them side by side for that."));
        setPage({});
        return;
    }
    m_head->setText(m_isStale && m_found.empty() ? tr("Looking …") : page.summary());
    setPage(m_isStale && m_found.empty() ? QString() : page.html());
}

void FindingsPanel::follow(const QUrl& url)
{
    const auto link = parseFindingLink(url);
    if (!link)
        return;
    switch (link->kind) {
    case FindingLink::Kind::Evidence:
        if (link->item.event().isValid()) {
            m_context.playback.pause();
            m_context.playback.goTo(link->item.event());
        }
        m_context.selection.setCurrent(link->item);
        break;
    case FindingLink::Kind::More:
        m_isOpen.resize(m_found.size());
        if (link->place < m_isOpen.size())
            m_isOpen[link->place] = true;
        write();
        break;
    case FindingLink::Kind::Avoid:
        emit avoidWanted(link->finding);
        break;
    }
}

void FindingsPanel::retranslate()
{
    const int chosen = std::max(0, m_least->currentIndex());
    m_least->clear();
    m_least->addItems({tr("All"), tr("Warnings and faults"), tr("Faults")});
    m_least->setCurrentIndex(chosen);
    m_least->setAccessibleName(tr("What is shown"));
    m_least->setToolTip(tr("Leaves out what matters less"));
    m_page->setAccessibleName(tr("Findings"));
    m_page->setFont(m_context.look.text());
    m_html.clear();
    write();
}

} // namespace connscope::whatif
