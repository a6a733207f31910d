// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sourcebar.h"

#include "app/window/settingsbox.h"
#include "client/profile.h"
#include "scenario/reader.h"
#include "theme/look.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpressionValidator>
#include <QSignalBlocker>
#include <QTextDocumentFragment>
#include <QToolButton>

namespace connscope::app {

namespace {

/// Without the tags that colour it.
QString plain(const QString& rich) { return QTextDocumentFragment::fromHtml(rich).toPlainText(); }

QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

constexpr int kSpacing = 6;
constexpr int kSeedMargin = 26; // of the style sheet: padding and border, with the cursor

} // namespace

SourceBar::SourceBar(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_profile(new QComboBox(this))
    , m_kind(new QLabel(this))
    , m_seed(new QLineEdit(this))
    , m_settings(new QToolButton(this))
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_profile->setObjectName(QStringLiteral("chip"));
    m_profile->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_kind->setObjectName(QStringLiteral("secondary"));
    m_settings->setObjectName(QStringLiteral("chip"));
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,19}")), m_seed));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kSpacing, 0, 0, 0);
    layout->setSpacing(kSpacing);
    layout->addWidget(m_profile);
    layout->addWidget(m_kind);
    layout->addWidget(m_seed);
    layout->addWidget(m_settings);
    connect(m_profile, qOverload<int>(&QComboBox::activated), this, [this] {
        LoadRequest next = request();
        next.profile = m_profile->currentData().toString().toStdString();
        askFor(std::move(next));
    });
    connect(m_seed, &QLineEdit::returnPressed, this, [this] {
        LoadRequest next = request();
        next.seed = m_seed->text().toULongLong();
        m_seed->clearFocus();
        askFor(std::move(next));
    });
    connect(m_settings, &QToolButton::clicked, this, &SourceBar::editSettings);
    connect(&context.document, &view::Document::replaced, this, &SourceBar::refresh);
    connect(&context.document, &view::Document::sourceChanged, this, &SourceBar::refresh);
    connect(&context.look, &theme::Look::changed, this, &SourceBar::refresh);
    refresh();
}

LoadRequest SourceBar::request() const
{
    const view::Source& source = m_context.document.source();
    LoadRequest out;
    out.file = source.fileName.toStdString();
    out.settings = source.settings;
    out.added = source.added;
    out.saved = source.saved;
    out.text = source.text;
    if (const scenario::Scenario* scenario = m_context.document.scenario()) {
        out.profile = source.profile;
        if (source.seed != scenario->seed)
            out.seed = source.seed;
    }
    return out;
}

void SourceBar::askFor(LoadRequest next)
{
    if (m_context.document.scenario())
        emit wanted(next);
}

void SourceBar::nextSeed()
{
    LoadRequest next = request();
    next.seed = m_context.document.source().seed + 1;
    askFor(std::move(next));
}

/// What the picture tells of, in a word or two.
QString SourceBar::kindText(const view::Source& source, bool withSeed) const
{
    const QString live = source.live
        ? QStringLiteral(" · <span style=\"color:%1\">●</span> ").arg(m_context.look.theme().positive.name())
            + tr("live")
        : QString();
    switch (source.world) {
    case view::World::Loopback:
        return tr("real session · loopback cluster") + live;
    case view::World::Outside:
        return tr("real session · another cluster") + live;
    case view::World::Evidence:
        return tr("observed");
    case view::World::Simulation:
        break;
    }
    return m_context.document.scenario() && withSeed ? tr("simulated · seed")
        : m_context.document.isEmpty()               ? QString()
                                                     : tr("simulated");
}

/// Where a trace that is kept short begins to be whole; "" where all is there.
QString SourceBar::keptText() const
{
    const trace::Trace& trace = m_context.document.trace();
    return trace.dropped() == 0 ? QString()
                                : QStringLiteral(" · ")
            + tr("kept since %1").arg(m_context.look.format().clock(trace[trace.wholeFrom()].at, 0));
}

QString SourceBar::keptTip() const
{
    const trace::Trace& trace = m_context.document.trace();
    if (trace.dropped() == 0)
        return {};
    const theme::Format& format = m_context.look.format();
    const trace::Event& whole = trace[trace.wholeFrom()];
    return tr(
        "%1 older events were dropped, from %2 to %3. Of what they told, what was still open or true then is kept.")
        .arg(format.number(static_cast<qint64>(trace.dropped())), format.clock(kStart + Duration {whole.value}, 0),
            format.clock(whole.at, 0));
}

QString SourceBar::kindTip(const view::Source& source) const
{
    switch (source.world) {
    case view::World::Loopback:
        return tr(
            "Real sockets and brokers of our own on this machine. Events are observed; what the kernel's table of "
            "sockets told is sampled, what other programs' clients did is inferred from what arrived.");
    case view::World::Outside:
        return tr("Real sockets to somebody else's brokers: what our client did is observed, its sockets' states are "
                  "sampled.");
    case view::World::Evidence:
        return tr("Not simulated: each event says how it is known");
    case view::World::Simulation:
        break;
    }
    return {};
}

void SourceBar::refresh()
{
    const view::Source& source = m_context.document.source();
    const scenario::Scenario* scenario = m_context.document.scenario();
    const QSignalBlocker blocker(m_profile);
    m_profile->clear();
    const QString own = scenario ? text(scenario->profileName) : text(source.profile);
    m_profile->addItem(own.isEmpty() ? tr("no profile") : own, QString());
    for (const client::Profile& profile : client::profiles()) {
        if (profile.name != own.toStdString())
            m_profile->addItem(text(profile.name), text(profile.name));
    }
    m_profile->setCurrentIndex(std::max(0, m_profile->findData(text(source.profile))));
    m_profile->setToolTip(tr("How the clients decide: another profile runs the scenario again"));
    m_profile->setAccessibleName(tr("Profile"));
    QStringList tips {kindTip(source), keptTip()};
    tips.removeAll(QString());
    m_kind->setToolTip(tips.join(QStringLiteral("\n\n")));
    m_kind->setAccessibleName(tr("What is seen"));
    m_seed->setText(QString::number(source.seed));
    m_seed->setToolTip(tr("Another seed runs the scenario again: another draw of all that is left to chance"));
    m_seed->setAccessibleName(tr("Seed"));
    m_settings->setText(source.settings.empty() ? tr("Settings") : tr("Settings (%1)").arg(source.settings.size()));
    m_settings->setToolTip(tr("Keys of clients and brokers that differ from the file"));
    fitParts();
    updateGeometry();
}

/// What is to be seen, the most important first.
QList<frame::Part> SourceBar::parts() const
{
    frame::Part kind = frame::partOf({m_kind}, kSpacing);
    const view::Source& source = m_context.document.source();
    kind.width = m_kind->fontMetrics().horizontalAdvance(plain(kindText(source, false) + keptText())) + 2;
    if (!m_context.document.scenario() || !source.simulated)
        return {kind};
    frame::Part seed = frame::partOf({m_seed}, kSpacing);
    seed.width
        += m_kind->fontMetrics().horizontalAdvance(plain(kindText(source, true) + keptText())) + 2 - kind.width;
    return {kind, frame::partOf({m_profile}, kSpacing), seed, frame::partOf({m_settings}, kSpacing)};
}

void SourceBar::fitParts()
{
    if (m_fits)
        return;
    m_fits = true;
    m_seed->setFixedWidth(m_seed->fontMetrics().horizontalAdvance(QStringLiteral("0000")) + kSeedMargin);
    const QList<frame::Part> all = parts();
    for (QWidget* widget : std::initializer_list<QWidget*> {m_profile, m_seed, m_settings}) {
        if (all.size() == 1)
            widget->hide();
    }
    frame::fit(all, kSpacing, width() - kSpacing);
    m_kind->setText(kindText(m_context.document.source(), !m_seed->isHidden()) + keptText());
    m_fits = false;
}

QSize SourceBar::sizeHint() const
{
    return {frame::widthOf(parts(), kSpacing) + kSpacing, QWidget::sizeHint().height()};
}

QSize SourceBar::minimumSizeHint() const
{
    return {parts().first().width + kSpacing, QWidget::minimumSizeHint().height()};
}

bool SourceBar::event(QEvent* event)
{
    const bool out = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest)
        fitParts(); // in another type
    return out;
}

void SourceBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitParts();
}

void SourceBar::editSettings()
{
    if (!m_context.document.scenario())
        return;
    const view::Source& source = m_context.document.source();
    // As the file has it: in the document's the present settings are in already.
    scenario::ReadResult file = scenario::tryScenarioFile(source.fileName.toStdString());
    auto* box
        = new SettingsBox(m_context.look, file.scenario ? std::move(*file.scenario) : *m_context.document.scenario(),
            source.profile, source.settings, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &SettingsBox::accepted, this, [this](const std::vector<std::string>& settings) {
        LoadRequest next = request();
        next.settings = settings;
        askFor(std::move(next));
    });
    // Which is asked for by its keys too, while the button has no room.
    const QWidget* below = m_settings->isHidden() ? static_cast<QWidget*>(this) : m_settings;
    box->move(below->mapToGlobal(QPoint(below->width() - box->width(), below->height() + 4)));
    box->show();
}

} // namespace connscope::app
