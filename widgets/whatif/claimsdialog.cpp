// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/claimsdialog.h"

#include "whatif/words.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTableWidget>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <array>

namespace connscope::whatif {

namespace {

constexpr int kFirstProfile = 1; // column; before it is the claim

QString sign(Verdict verdict)
{
    constexpr std::array kSigns {u"✓", u"≈", u"✗"}; // by Verdict
    return QString::fromUtf16(kSigns[static_cast<std::size_t>(verdict)]);
}

const QColor& colourOf(Verdict verdict, const theme::Theme& theme)
{
    switch (verdict) {
    case Verdict::Yes:
        return theme.positive;
    case Verdict::Partly:
        return theme.role(Role::Coordinator).text; // orange
    case Verdict::No:
        break;
    }
    return theme.error;
}

QString keyOf(const Claim& claim, const QString& profile) { return claim.id + u' ' + profile; }

} // namespace

ClaimsDialog::ClaimsDialog(const theme::Look& look, Find find, QWidget* parent)
    : QDialog(parent)
    , m_look(look)
    , m_find(std::move(find))
    , m_book(claimBook())
    , m_field(new QLineEdit(this))
    , m_key(new QLabel(this))
    , m_table(new QTableWidget(this))
    , m_page(new QTextBrowser(this))
    , m_copy(new QPushButton(this))
    , m_compare(new QPushButton(this))
    , m_open(new QPushButton(this))
{
    setObjectName(QStringLiteral("course-and-code"));
    m_field->setClearButtonEnabled(true);
    m_key->setObjectName(QStringLiteral("secondary"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false); // Tab leaves it
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setStyleSheet(QStringLiteral("QTableView::item { border: none; padding: 2px 8px; }"));
    m_table->installEventFilter(this);
    m_field->installEventFilter(this);
    m_page->setOpenLinks(false);
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->document()->setDocumentMargin(14);
    m_copy->setAutoDefault(false);
    m_compare->setAutoDefault(false);
    m_open->setDefault(true);
    auto* top = new QHBoxLayout;
    top->addWidget(m_field, 1);
    top->addWidget(m_key);
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(m_table);
    parts->addWidget(m_page);
    parts->setChildrenCollapsible(false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_copy);
    buttons->addStretch(1);
    buttons->addWidget(m_compare);
    buttons->addWidget(m_open);
    auto* column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(parts, 1);
    column->addLayout(buttons);
    resize(1000, 720);
    parts->setSizes({400, 280});
    connect(m_field, &QLineEdit::textChanged, this, &ClaimsDialog::fill);
    connect(m_table, &QTableWidget::currentCellChanged, this, &ClaimsDialog::write);
    connect(m_table, &QTableWidget::cellDoubleClicked, this, &ClaimsDialog::openScenario);
    connect(m_page, &QTextBrowser::anchorClicked, this, &ClaimsDialog::follow);
    connect(m_open, &QPushButton::clicked, this, &ClaimsDialog::openScenario);
    connect(m_copy, &QPushButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(markdownTable(m_book, m_look.language())); });
    connect(m_compare, &QPushButton::clicked, this, [this] {
        const Claim* claim = current();
        if (claim && profile() != claimProfiles().front())
            emit compareWanted(claim->scenarios.front(), profile(), claim->look, claim->settings);
    });
    connect(&look, &theme::Look::changed, this, &ClaimsDialog::retranslate);
    retranslate();
    startCounting();
}

ClaimsDialog::~ClaimsDialog() = default;

/// The runs behind the numbers, beside the window: a few dozen small ones.
void ClaimsDialog::startCounting()
{
    struct Job {
        QString key;
        std::string file;
        QString profile;
        QString query;
        QStringList settings;
        std::optional<std::size_t> count;
    };
    auto jobs = std::make_shared<std::vector<Job>>();
    for (const Claim& claim : std::as_const(m_book.claims)) {
        if (claim.counted.isEmpty())
            continue;
        const auto file = m_find(claim.scenarios.front());
        for (const QString& profile : claimProfiles()) {
            if (file)
                jobs->push_back({keyOf(claim, profile), *file, profile, claim.counted, claim.settings, std::nullopt});
        }
    }
    m_runner.start([this, jobs](const std::atomic<bool>& cancel, const sweep::Progress& progress) -> Runner::Finish {
        sweep::runJobs(
            jobs->size(), 0, &cancel,
            [&jobs](std::size_t i) {
                Job& job = (*jobs)[i];
                job.count = countUnder(job.file, job.profile, job.query, job.settings);
            },
            progress);
        return [this, jobs] {
            for (const Job& job : *jobs)
                m_counts.insert(job.key, job.count);
            m_isCounted = true;
            showCounts();
            write();
            emit counted();
        };
    });
}

std::optional<std::size_t> ClaimsDialog::count(const Claim& claim, const QString& profile) const
{
    return m_counts.value(keyOf(claim, profile));
}

const Claim* ClaimsDialog::current() const
{
    const QTableWidgetItem* item = m_table->item(m_table->currentRow(), 0);
    return item ? &m_book.claims[item->data(Qt::UserRole).toInt()] : nullptr;
}

QString ClaimsDialog::profile() const
{
    const int column = std::max(0, m_table->currentColumn() - kFirstProfile);
    return claimProfiles().value(column);
}

/// "✗ 1": what a profile does, as a sign and, where it can be counted, a number.
QString ClaimsDialog::cellText(const Claim& claim, const QString& profile) const
{
    const Release* release = claim.of(profile);
    const auto number = count(claim, profile);
    const QString digits = number ? m_look.format().number(static_cast<qint64>(*number)) : QString();
    if (!release) // the course itself
        return digits.isEmpty() ? sign(Verdict::Yes) : digits;
    return digits.isEmpty() ? sign(release->verdict) : sign(release->verdict) + u' ' + digits;
}

void ClaimsDialog::fill()
{
    const Claim* before = current();
    const QString kept = before ? before->id : QString();
    const int column = std::max(0, m_table->currentColumn());
    const QStringList profiles = claimProfiles();
    const auto at = static_cast<std::size_t>(m_look.language());
    const QSignalBlocker quiet(m_table);
    m_table->clear();
    m_table->setColumnCount(kFirstProfile + static_cast<int>(profiles.size()));
    QStringList headers {tr("Claim"), tr("Course")};
    for (const QString& profile : profiles.mid(1))
        headers << releaseOf(profile);
    m_table->setHorizontalHeaderLabels(headers);
    m_table->setRowCount(0);
    for (qsizetype i = 0; i < m_book.claims.size(); ++i) {
        const Claim& claim = m_book.claims[i];
        if (!claim.matches(m_field->text(), m_look.language()))
            continue;
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        auto* name = new QTableWidgetItem(claim.claim[at]);
        name->setData(Qt::UserRole, static_cast<int>(i));
        m_table->setItem(row, 0, name);
        for (int p = 0; p < profiles.size(); ++p) {
            auto* item = new QTableWidgetItem;
            item->setTextAlignment(Qt::AlignCenter);
            const Release* release = claim.of(profiles[p]);
            if (release)
                item->setForeground(colourOf(release->verdict, m_look.theme()));
            item->setToolTip(release ? release->text[at] : claim.course[at]);
            m_table->setItem(row, kFirstProfile + p, item);
        }
        if (claim.id == kept)
            m_table->setCurrentCell(row, column);
    }
    if (m_table->currentRow() < 0 && m_table->rowCount() > 0)
        m_table->setCurrentCell(0, column);
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignCenter);
    m_table->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    const QFontMetrics metrics(m_look.text());
    for (int c = kFirstProfile; c < m_table->columnCount(); ++c)
        m_table->setColumnWidth(c, metrics.horizontalAdvance(QStringLiteral("✗ 00000")) + 16);
    m_table->setWordWrap(true);
    m_table->verticalHeader()->setMinimumSectionSize(metrics.height() + 12);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents); // a long claim takes two lines
    showCounts();
    write();
}

void ClaimsDialog::showCounts()
{
    const QStringList profiles = claimProfiles();
    const auto spoken = [this](const Release* release) {
        if (!release)
            return QString();
        return release->verdict == Verdict::Yes ? tr("as the course says")
            : release->verdict == Verdict::No   ? tr("not as the course says")
                                                : tr("partly as the course says");
    };
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const Claim& claim = m_book.claims[m_table->item(row, 0)->data(Qt::UserRole).toInt()];
        for (int p = 0; p < profiles.size(); ++p) {
            QTableWidgetItem* item = m_table->item(row, kFirstProfile + p);
            item->setText(cellText(claim, profiles[p]));
            // A sign is nothing that can be read out.
            item->setData(Qt::AccessibleTextRole,
                QStringList {releaseOf(profiles[p]), spoken(claim.of(profiles[p])), item->text().section(u' ', -1)}
                    .join(QStringLiteral(", ")));
        }
    }
}

void ClaimsDialog::write()
{
    const Claim* claim = current();
    m_open->setEnabled(claim != nullptr);
    const QString chosen = profile();
    const QString course = claimProfiles().front();
    m_compare->setEnabled(claim && chosen != course);
    m_open->setText(
        chosen == course ? tr("&Open as the Course Has It") : tr("&Open as %1 Does It").arg(releaseOf(chosen)));
    m_compare->setText(
        chosen == course ? tr("Compare &Both") : tr("Compare &Both: Course and %1").arg(releaseOf(chosen)));
    if (!claim) {
        m_page->setHtml(QStringLiteral("<p>%1</p>").arg(tr("No claim has these words.")));
        return;
    }
    const auto at = static_cast<std::size_t>(m_look.language());
    const theme::Theme& theme = m_look.theme();
    const QString secondary = theme.secondary.name();
    const auto link = [&theme](const QString& target, const QString& text) {
        return QStringLiteral("<a href=\"%1\" style=\"color:%2; text-decoration:none\">%3</a>")
            .arg(target, theme.role(Role::Data).text.name(), text.toHtmlEscaped());
    };
    const auto row = [&](const QString& left, const QString& middle, const QString& right) {
        return QStringLiteral("<tr><td style=\"padding:3px 14px 3px 0; white-space:nowrap\">%1</td>"
                              "<td style=\"padding:3px 14px 3px 0; white-space:nowrap\">%2</td>"
                              "<td style=\"padding:3px 0\">%3</td></tr>")
            .arg(left, middle, right);
    };
    const auto number = [&](const QString& profile) {
        const auto n = count(*claim, profile);
        return n ? QStringLiteral("<b>%1</b>").arg(m_look.format().number(static_cast<qint64>(*n))) : QString();
    };
    QString html = QStringLiteral("<h3>%1</h3><table>").arg(claim->claim[at].toHtmlEscaped());
    html += row(
        link(QStringLiteral("run:") + course, tr("Course")), number(course), claim->course[at].toHtmlEscaped());
    for (const Release& release : claim->code) {
        QStringList names;
        QStringList numbers;
        for (const QString& profile : release.profiles) {
            names << link(QStringLiteral("run:") + profile, releaseOf(profile));
            if (const QString n = number(profile); !n.isEmpty() && !numbers.contains(n))
                numbers << n;
        }
        html += row(names.join(QStringLiteral(", ")),
            QStringLiteral("<span style=\"color:%1\">%2</span> %3")
                .arg(colourOf(release.verdict, theme).name(), sign(release.verdict),
                    numbers.join(QStringLiteral(", "))),
            release.text[at].toHtmlEscaped());
    }
    html += QStringLiteral("</table>");
    if (!claim->counted.isEmpty())
        html += QStringLiteral("<p style=\"color:%1\">%2</p>")
                    .arg(secondary,
                        tr("The numbers, counted in runs of %1 just now: %2.")
                            .arg(claim->scenarios.front(), claim->countedWords[at])
                            .toHtmlEscaped());
    QStringList scenarios;
    for (const QString& scenario : claim->scenarios)
        scenarios << link(QStringLiteral("scenario:") + scenario, scenario);
    if (!claim->settings.isEmpty())
        scenarios.first() += u' ' + tr("(with %1)").arg(claim->settings.join(u' ')).toHtmlEscaped();
    html += QStringLiteral("<p>%1 %2</p>").arg(tr("Where it can be seen:"), scenarios.join(QStringLiteral(", ")));
    QStringList places;
    for (const Evidence& one : claim->evidence) {
        places << one.text.toHtmlEscaped();
        if (!one.file.isEmpty())
            places.last()
                += QStringLiteral("<br><span style=\"color:%1\">&nbsp;&nbsp;%2</span>").arg(secondary, one.file);
    }
    html += QStringLiteral("<p>%1<br>%2</p>").arg(tr("In Kafka's code:"), places.join(QStringLiteral("<br>")));
    QString remarks;
    for (const Remark& remark : std::as_const(m_book.remarks)) {
        if (remark.scenarios.contains(claim->scenarios.front()))
            remarks += QStringLiteral("<li>%1</li>").arg(remark.text[at].toHtmlEscaped());
    }
    if (!remarks.isEmpty())
        html += QStringLiteral("<p>%1</p><ul>%2</ul>").arg(tr("What the course does not mention:"), remarks);
    m_page->setHtml(html);
}

void ClaimsDialog::openScenario()
{
    if (const Claim* claim = current())
        openClaim(claim->scenarios.front(), profile());
}

void ClaimsDialog::openClaim(const QString& scenario, const QString& profile)
{
    if (const Claim* claim = current())
        emit openWanted(
            scenario, profile, claim->look, scenario == claim->scenarios.front() ? claim->settings : QStringList {});
}

void ClaimsDialog::follow(const QUrl& url)
{
    const Claim* claim = current();
    if (!claim)
        return;
    if (url.scheme() == QLatin1String("run"))
        openClaim(claim->scenarios.front(), url.path());
    else if (url.scheme() == QLatin1String("scenario"))
        openClaim(url.path(), profile());
}

void ClaimsDialog::copy()
{
    if (const Claim* claim = current())
        QGuiApplication::clipboard()->setText(plainText(*claim, m_look.language()));
}

bool ClaimsDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (watched == m_table && key->matches(QKeySequence::Copy)) {
            copy();
            return true;
        }
        if (watched == m_table && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
            openScenario();
            return true;
        }
        if (watched == m_field && key->key() == Qt::Key_Down) { // from what was typed to what it left
            m_table->setFocus();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void ClaimsDialog::retranslate()
{
    setWindowTitle(tr("Course and Code"));
    m_field->setPlaceholderText(tr("Search claims, releases, classes of Kafka"));
    m_field->setAccessibleName(tr("Search"));
    m_key->setText(tr("✓ as the course says   ≈ partly   ✗ not"));
    m_table->setAccessibleName(tr("Claims of the course, and what each release of the Java client does"));
    m_page->setAccessibleName(tr("The claim"));
    m_copy->setText(tr("&Copy Table"));
    m_copy->setToolTip(tr("The whole table as Markdown; Ctrl+C in the table copies one claim"));
    m_compare->setToolTip(tr("The course's run and the release's, side by side, with what differs"));
    m_open->setToolTip(tr("Opens the scenario at the moment in which it can be seen"));
    fill();
}

} // namespace connscope::whatif
