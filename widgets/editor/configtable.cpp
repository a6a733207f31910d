// SPDX-License-Identifier: GPL-3.0-or-later
#include "editor/configtable.h"

#include "editor/configmodel.h"
#include "editor/keydelegate.h"
#include "theme/look.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace connscope::editor {

namespace {

constexpr int kOneRow = 400; // px from which on search and filters stand beside each other
constexpr int kWide = 760; // px from which on there is room for every column
constexpr qint64 kMostBytes = 1 << 20;

QString escaped(const QString& text) { return text.toHtmlEscaped(); }

} // namespace

QWidget* ConfigDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    auto* self = const_cast<ConfigDelegate*>(this);
    const QStringList choices = index.data(ConfigModel::ChoicesRole).toStringList();
    const QString name = index.siblingAtColumn(ConfigModel::Key).data().toString();
    if (!choices.isEmpty()) {
        auto* box = new QComboBox(parent);
        box->setAccessibleName(name);
        box->addItem(
            ConfigModel::tr("default: %1").arg(index.siblingAtColumn(ConfigModel::Default).data().toString()),
            QString());
        for (const QString& word : choices)
            box->addItem(word, word);
        connect(box, qOverload<int>(&QComboBox::activated), self, [self, box] {
            emit self->commitData(box);
            emit self->closeEditor(box);
        });
        return box;
    }
    auto* line = new QLineEdit(parent);
    line->setObjectName(QStringLiteral("cell"));
    line->setAccessibleName(name);
    line->setPlaceholderText(index.data(ConfigModel::RawRole).toString());
    connect(line, &QLineEdit::textEdited, self, [self, line] { emit self->commitData(line); });
    return line;
}

void ConfigDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        int place = box->findData(text);
        if (place < 0) { // what is not allowed is shown as it is
            box->addItem(text, text);
            place = box->count() - 1;
        }
        box->setCurrentIndex(place);
    } else if (auto* line = qobject_cast<QLineEdit*>(editor); line && !line->property("tells").toBool()) {
        line->setText(text); // not while it tells what is typed: "9m" stays under the cursor
    }
}

void ConfigDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (const auto* box = qobject_cast<QComboBox*>(editor)) {
        model->setData(index, box->currentData());
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        line->setProperty("tells", true);
        model->setData(index, line->text());
        line->setProperty("tells", false);
    }
}

bool isOfHistory(const QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const auto* key = static_cast<const QKeyEvent*>(event);
    return key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
}

bool ConfigDelegate::eventFilter(QObject* editor, QEvent* event)
{
    if (isOfHistory(event)) {
        event->ignore();
        return true;
    }
    return QStyledItemDelegate::eventFilter(editor, event);
}

ConfigTable::ConfigTable(Draft& draft, const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_draft(draft)
    , m_context(context)
    , m_model(new ConfigModel(draft, context.look, this))
    , m_filter(new ConfigFilter(this))
    , m_search(new QLineEdit(this))
    , m_onlyChanged(new QToolButton(this))
    , m_allKeys(new QToolButton(this))
    , m_reset(new QToolButton(this))
    , m_paste(new QToolButton(this))
    , m_open(new QToolButton(this))
    , m_table(new QTableView(this))
    , m_details(new QLabel(this))
    , m_top(new QVBoxLayout)
{
    setObjectName(QStringLiteral("config-table"));
    m_filter->setSourceModel(m_model);
    m_table->setModel(m_filter);
    m_table->setItemDelegate(new ConfigDelegate(m_table));
    m_table->setItemDelegateForColumn(ConfigModel::Key, new KeyDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
        | QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this); // columns are shares of what is seen of them
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    for (QToolButton* button : {m_onlyChanged, m_allKeys, m_reset, m_paste, m_open}) {
        button->setObjectName(QStringLiteral("chip"));
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    }
    m_onlyChanged->setCheckable(true);
    m_allKeys->setCheckable(true);
    m_details->setWordWrap(true);
    m_details->setTextFormat(Qt::RichText);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_details->setMargin(6);
    auto* filters = new QHBoxLayout;
    filters->setSpacing(4);
    filters->addWidget(m_onlyChanged);
    filters->addWidget(m_allKeys);
    filters->addStretch(1);
    m_top->setSpacing(4);
    m_top->addWidget(m_search, 1);
    m_top->addLayout(filters);
    auto* under = new QHBoxLayout;
    under->setSpacing(4);
    under->addWidget(m_reset);
    under->addStretch(1);
    under->addWidget(m_paste);
    under->addWidget(m_open);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(m_top);
    column->addWidget(m_table, 1);
    column->addWidget(m_details);
    column->addLayout(under);
    connect(m_search, &QLineEdit::textChanged, m_filter, &ConfigFilter::setSearch);
    connect(m_onlyChanged, &QToolButton::toggled, m_filter, &ConfigFilter::setOnlyChanged);
    connect(m_allKeys, &QToolButton::toggled, m_filter, &ConfigFilter::setAllKeys);
    connect(m_reset, &QToolButton::clicked, this, [this] { m_model->reset(currentRow()); });
    connect(m_paste, &QToolButton::clicked, this, [this] { paste(QGuiApplication::clipboard()->text()); });
    connect(m_open, &QToolButton::clicked, this, &ConfigTable::chooseFile);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &ConfigTable::showDetails);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &ConfigTable::showDetails);
    connect(
        m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_key = m_model->nameAt(currentRow()); });
    connect(m_filter, &QAbstractItemModel::rowsInserted, this, &ConfigTable::fitRows);
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &ConfigTable::fitRows);
    connect(m_filter, &QAbstractItemModel::modelReset, this, [this] {
        fitColumns();
        const QModelIndex same = m_filter->mapFromSource(m_model->index(m_model->rowOf(m_key), ConfigModel::Value));
        if (same.isValid())
            m_table->setCurrentIndex(same);
        showDetails();
    });
    connect(&context.look, &theme::Look::changed, this, &ConfigTable::retranslate);
    retranslate();
}

QScrollArea* ConfigTable::scrolled(QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setObjectName(QStringLiteral("form-page"));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(this);
    area->viewport()->setAutoFillBackground(false);
    setAutoFillBackground(false);
    return area;
}

void ConfigTable::setThing(const Thing& thing)
{
    const bool isOther = thing != m_model->thing();
    m_model->setThing(thing);
    if (!isOther)
        return;
    fitColumns();
    // What is set comes first to mind.
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        if (m_filter->index(row, 0).data(ConfigModel::ChangedRole).toBool()) {
            m_table->setCurrentIndex(m_filter->index(row, ConfigModel::Value));
            return;
        }
    }
    m_table->setCurrentIndex(m_filter->index(0, ConfigModel::Value));
}

int ConfigTable::currentRow() const { return m_filter->mapToSource(m_table->currentIndex()).row(); }

QString ConfigTable::details() const { return m_details->text(); }

void ConfigTable::goTo(const QString& key)
{
    const int row = m_model->rowOf(key);
    if (row < 0)
        return;
    QModelIndex index = m_filter->mapFromSource(m_model->index(row, ConfigModel::Value));
    if (!index.isValid()) {
        m_onlyChanged->setChecked(false);
        m_search->setText(key);
        index = m_filter->mapFromSource(m_model->index(row, ConfigModel::Value));
    }
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
}

void ConfigTable::paste(const QString& text, const QString& file)
{
    const ConfigModel::Pasted pasted = m_model->paste(text, file);
    if (!pasted.error.isEmpty()) {
        emit told(pasted.error, true);
        return;
    }
    QStringList said;
    said << (pasted.taken == 1 ? tr("1 setting was taken.") : tr("%1 settings were taken.").arg(pasted.taken));
    const auto some = [](const QStringList& keys) {
        return keys.size() <= 4 ? keys.join(QStringLiteral(", "))
                                : QStringList(keys.mid(0, 4)).join(QStringLiteral(", ")) + QStringLiteral(", …");
    };
    if (!pasted.secret.isEmpty())
        said << tr("Left out are secrets, which a scenario does not need: %1.").arg(some(pasted.secret));
    if (!pasted.unknown.isEmpty())
        said << tr("Left out is what is no key here: %1.").arg(some(pasted.unknown));
    emit told(said.join(u' '), pasted.taken == 0);
}

void ConfigTable::open(const QString& file)
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly)) {
        emit told(tr("%1 cannot be read: %2").arg(file, in.errorString()), true);
        return;
    }
    if (in.size() > kMostBytes) {
        emit told(tr("%1 is larger than 1 MiB: this is no client.properties file.").arg(file), true);
        return;
    }
    paste(QString::fromUtf8(in.readAll()), file);
}

void ConfigTable::chooseFile()
{
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Open a client.properties file"), {}, tr("Properties (*.properties);;All files (*)"));
    if (!file.isEmpty())
        open(file);
}

void ConfigTable::copy()
{
    const int row = currentRow();
    if (row >= 0)
        QGuiApplication::clipboard()->setText(m_model->nameAt(row) + u'='
            + m_model->index(row, ConfigModel::Value).data(ConfigModel::RawRole).toString());
}

bool ConfigTable::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_table->viewport())
        fitColumns();
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (watched == m_table) {
            if (key->matches(QKeySequence::Paste)) {
                paste(QGuiApplication::clipboard()->text());
                return true;
            }
            if (key->matches(QKeySequence::Copy)) {
                copy();
                return true;
            }
            if (key->key() == Qt::Key_Delete || key->key() == Qt::Key_Backspace) {
                m_model->reset(currentRow());
                return true;
            }
            if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && m_table->currentIndex().isValid()) {
                m_table->edit(m_table->currentIndex().siblingAtColumn(ConfigModel::Value));
                return true;
            }
            // Typing anywhere in a row types its value.
            if (!key->text().isEmpty() && key->text().front().isPrint() && key->modifiers() == Qt::NoModifier
                && m_table->currentIndex().column() != ConfigModel::Value)
                m_table->setCurrentIndex(m_table->currentIndex().siblingAtColumn(ConfigModel::Value));
        } else if (key->key() == Qt::Key_Down || key->key() == Qt::Key_Return) {
            m_table->setFocus();
            if (!m_table->currentIndex().isValid())
                m_table->setCurrentIndex(m_filter->index(0, ConfigModel::Value));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ConfigTable::showDetails()
{
    const int row = currentRow();
    m_reset->setEnabled(row >= 0 && m_model->index(row, 0).data(ConfigModel::ChangedRole).toBool());
    if (row < 0) {
        m_details->clear();
        return;
    }
    const theme::Theme& theme = m_context.look.theme();
    const auto cell
        = [this, row](ConfigModel::Column column) { return m_model->index(row, column).data().toString(); };
    const QString problem = m_model->index(row, 0).data(ConfigModel::ProblemRole).toString();
    QString text = QStringLiteral("<b>%1</b>").arg(escaped(cell(ConfigModel::Key)));
    if (!problem.isEmpty())
        text += QStringLiteral("<br><span style=\"color:%1\">%2</span>").arg(theme.error.name(), escaped(problem));
    if (const protocol::ConfigKey* key = m_model->keyAt(row)) {
        text += QStringLiteral("<br>") + escaped(toText(key->doc));
        if (!key->note.empty())
            text += u' ' + escaped(toText(key->note));
        if (key->secret)
            text += u' ' + escaped(tr("A secret: it is neither shown nor taken here, and no run needs it."));
        else if (!key->aboutConnections)
            text += u' ' + escaped(tr("Nothing here depends on it."));
    }
    QStringList facts {tr("May be: %1").arg(cell(ConfigModel::Allowed))};
    if (problem.isEmpty())
        facts
            << tr("default: %1").arg(cell(ConfigModel::Default).isEmpty() ? tr("empty") : cell(ConfigModel::Default));
    if (const QString where = cell(ConfigModel::SetIn); !where.isEmpty())
        facts << tr("set in: %1").arg(where);
    text += QStringLiteral("<br><span style=\"color:%1\">%2</span>")
                .arg(theme.secondary.name(), escaped(facts.join(QStringLiteral(" · "))));
    m_details->setText(text);
}

void ConfigTable::fitColumns()
{
    const int width = m_table->viewport()->width();
    const bool wide = width >= kWide;
    for (const int column : {ConfigModel::Allowed, ConfigModel::SetIn, ConfigModel::Documentation})
        m_table->setColumnHidden(column, !wide);
    // The longest key in one line where that leaves the values their share; where it does not, long keys take two.
    const QFontMetrics metrics(m_context.look.mono(theme::Type::Small));
    int longest = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        longest = std::max(longest, metrics.horizontalAdvance(m_model->nameAt(row)));
    longest += 1000 - KeyDelegate::roomIn(1000, m_table);
    const int key = std::min(longest, width * 49 / 100);
    m_table->setColumnWidth(ConfigModel::Key, key);
    m_table->setColumnWidth(ConfigModel::Value, wide ? width * 17 / 100 : (width - key) * 55 / 100);
    if (!wide) // the last one seen: it grows by itself, but it does not shrink
        m_table->setColumnWidth(ConfigModel::Default, width - key - (width - key) * 55 / 100);
    if (wide) {
        m_table->setColumnWidth(ConfigModel::Default, width * 14 / 100);
        m_table->setColumnWidth(ConfigModel::Allowed, width * 18 / 100);
        m_table->setColumnWidth(ConfigModel::SetIn, width * 9 / 100);
    }
    fitRows();
}

/// As high as the lines of each key: a header that measures would ask for more than the rows need.
void ConfigTable::fitRows()
{
    const QFontMetrics metrics(m_context.look.mono(theme::Type::Small));
    const int room = KeyDelegate::roomIn(m_table->columnWidth(ConfigModel::Key), m_table);
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QString key = m_filter->index(row, ConfigModel::Key).data().toString();
        const auto lines = static_cast<int>(KeyDelegate::linesOf(key, metrics, room).size());
        m_table->setRowHeight(row, KeyDelegate::heightOf(lines, metrics));
    }
}

void ConfigTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_top->setDirection(width() >= kOneRow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void ConfigTable::retranslate()
{
    const theme::Look& look = m_context.look;
    m_search->setPlaceholderText(tr("Search keys and what they do"));
    m_search->setAccessibleName(tr("Search settings"));
    m_onlyChanged->setText(tr("Only changed"));
    m_onlyChanged->setToolTip(tr("Only what is set here"));
    m_allKeys->setText(tr("All keys"));
    m_allKeys->setToolTip(tr("Also the keys on which no connection depends"));
    m_reset->setText(tr("Default"));
    m_reset->setToolTip(tr("Takes the value away, so that the default holds (Delete)"));
    m_paste->setText(tr("Paste"));
    m_paste->setToolTip(tr("Lines of key=value from the clipboard (Ctrl+V in the table)"));
    m_open->setText(tr("Open…"));
    m_open->setToolTip(tr("Takes the settings of a client.properties file"));
    m_table->setAccessibleName(tr("Settings"));
    m_table->setFont(look.text(theme::Type::Small));
    m_table->horizontalHeader()->setFont(look.text(theme::Type::Small));
    const int lowest = KeyDelegate::heightOf(1, QFontMetrics(look.mono(theme::Type::Small)));
    m_table->verticalHeader()->setMinimumSectionSize(lowest);
    m_table->verticalHeader()->setDefaultSectionSize(lowest);
    m_details->setFont(look.text(theme::Type::Small));
    m_details->setMinimumHeight(QFontMetrics(look.text(theme::Type::Small)).lineSpacing() * 5 + 12);
    m_details->setAccessibleName(tr("About this key"));
    fitColumns();
    showDetails();
}

} // namespace connscope::editor
