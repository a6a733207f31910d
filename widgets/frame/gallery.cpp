// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/gallery.h"

#include "theme/look.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace connscope::frame {

namespace {

/// The order of the groups: as a course would take them.
int themeOrder(const QString& theme)
{
    static const QStringList order {QStringLiteral("consumer"), QStringLiteral("producer"), QStringLiteral("closing"),
        QStringLiteral("mechanics"), QStringLiteral("failure"), QStringLiteral("network"),
        QStringLiteral("operations"), QStringLiteral("what-if")};
    const qsizetype at = order.indexOf(theme);
    return at < 0 ? 100 : static_cast<int>(at);
}

/// Space between two cards and at the ends of a row, as QListView takes it.
constexpr int kBetween = 5;

} // namespace

int cardWidth(int room, int least)
{
    const int columns = std::max(1, (room - kBetween) / (least + kBetween));
    return std::max(least, (room - kBetween) / columns - kBetween);
}

namespace {

class Delegate final : public QStyledItemDelegate {
public:
    Delegate(const theme::Look& look, QListView* list)
        : QStyledItemDelegate(list)
        , m_look(look)
        , m_list(list)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        const double line = QFontMetricsF(m_look.text()).lineSpacing();
        if (index.data(GalleryModel::IsHeadingRole).toBool())
            return {std::max(100, m_list->viewport()->width() - 24), static_cast<int>(line * 2.4)};
        return {cardWidth(m_list->viewport()->width(), static_cast<int>(line * 16.5)), static_cast<int>(line * 12)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if (index.data(GalleryModel::IsHeadingRole).toBool()) {
            painter->setFont(m_look.text(theme::Type::Title));
            painter->setPen(m_look.theme().ink);
            painter->drawText(option.rect.adjusted(4, 0, 0, -4), Qt::AlignLeft | Qt::AlignBottom,
                index.data(Qt::DisplayRole).toString());
            return;
        }
        const auto* model = static_cast<const GalleryModel*>(index.model());
        if (const GalleryEntry* entry = model->entry(index)) {
            const bool current = option.state & QStyle::State_Selected;
            paintCard(*painter, QRectF(option.rect).adjusted(4, 4, -4, -4), *entry, current,
                option.state & QStyle::State_MouseOver, m_look);
        }
    }

private:
    const theme::Look& m_look;
    QListView* m_list;
};

} // namespace

GalleryModel::GalleryModel(const theme::Look& look, QObject* parent)
    : QAbstractListModel(parent)
    , m_look(look)
{
}

void GalleryModel::setEntries(std::vector<GalleryEntry> entries)
{
    m_entries = std::move(entries);
    std::stable_sort(m_entries.begin(), m_entries.end(), [](const GalleryEntry& a, const GalleryEntry& b) {
        return std::pair(themeOrder(a.theme), a.name) < std::pair(themeOrder(b.theme), b.name);
    });
    build();
}

void GalleryModel::setSketch(const QString& name, Sketch sketch)
{
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const GalleryEntry& entry = m_entries[m_rows[row].entry];
        if (!m_rows[row].heading.isEmpty() || entry.name != name)
            continue;
        m_entries[m_rows[row].entry].sketch = std::move(sketch);
        const QModelIndex at = index(static_cast<int>(row));
        emit dataChanged(at, at);
        return;
    }
    // Not among those that were searched for.
    for (GalleryEntry& entry : m_entries) {
        if (entry.name == name)
            entry.sketch = std::move(sketch);
    }
}

void GalleryModel::setSearch(const QString& search)
{
    if (search == m_search)
        return;
    m_search = search;
    build();
}

void GalleryModel::refresh() { build(); }

void GalleryModel::build()
{
    beginResetModel();
    m_rows.clear();
    m_count = 0;
    QString theme;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (!m_entries[i].matches(m_search))
            continue;
        if (m_rows.empty() || m_entries[i].theme != theme) {
            theme = m_entries[i].theme;
            m_rows.push_back({galleryTheme(theme), i});
        }
        m_rows.push_back({{}, i});
        ++m_count;
    }
    endResetModel();
}

int GalleryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

const GalleryEntry* GalleryModel::entry(const QModelIndex& index) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return nullptr;
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    return row.heading.isEmpty() ? &m_entries[row.entry] : nullptr;
}

QVariant GalleryModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const GalleryEntry& entry = m_entries[row.entry];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return row.heading.isEmpty() ? entry.titleIn(m_look.language()) : row.heading;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return row.heading.isEmpty() ? entry.descriptionIn(m_look.language()) : QVariant();
    case FileRole:
        return row.heading.isEmpty() ? entry.file : QVariant();
    case IsHeadingRole:
        return !row.heading.isEmpty();
    default:
        return {};
    }
}

Qt::ItemFlags GalleryModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return entry(index) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsEnabled;
}

Gallery::Gallery(const view::Context& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_model(new GalleryModel(context.look, this))
    , m_title(new QLabel(this))
    , m_search(new QLineEdit(this))
    , m_list(new QListView(this))
{
    setObjectName(QStringLiteral("gallery"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(320);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new Delegate(context.look, m_list));
    m_list->setViewMode(QListView::IconMode);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setMovement(QListView::Static);
    m_list->setSpacing(2);
    m_list->setMouseTracking(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setFrameShape(QFrame::NoFrame);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addStretch();
    head->addWidget(m_search, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 10, 8, 6);
    layout->addLayout(head);
    layout->addWidget(m_list, 1);
    connect(m_search, &QLineEdit::textChanged, m_model, &GalleryModel::setSearch);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        for (int row = 0; row < m_model->rowCount(); ++row) {
            if (const GalleryEntry* entry = m_model->entry(m_model->index(row))) {
                emit chosen(entry->file);
                return;
            }
        }
    });
    const auto choose = [this](const QModelIndex& index) {
        if (const GalleryEntry* entry = m_model->entry(index))
            emit chosen(entry->file);
    };
    connect(m_list, &QListView::clicked, this, choose);
    connect(m_list, &QListView::activated, this, choose);
    // Keys go over the headings, from the cards of one group to those of the next.
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& current, const QModelIndex& previous) {
            if (!current.isValid() || m_model->entry(current))
                return;
            const bool back = previous.isValid() && previous.row() > current.row();
            const QModelIndex next = m_model->index(current.row() + (back ? -1 : 1));
            m_list->setCurrentIndex(next.isValid() ? next : previous);
        });
    m_list->installEventFilter(this);
    m_search->installEventFilter(this);
    connect(&context.look, &theme::Look::changed, this, &Gallery::restyle);
    restyle();
}

void Gallery::restyle()
{
    m_title->setFont(m_context.look.text(theme::Type::Hero));
    m_title->setText(tr("Examples"));
    m_search->setPlaceholderText(tr("Search examples"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_list->setAccessibleName(m_title->text());
    m_model->refresh();
}

void Gallery::focusSearch()
{
    m_search->clear();
    m_search->setFocus();
}

/// Who comes to the list by keyboard stands on its first card, also with an arrow from the search.
bool Gallery::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search) {
        if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Down) {
            m_list->setFocus(Qt::TabFocusReason);
            return true;
        }
        return QWidget::eventFilter(watched, event);
    }
    if (event->type() == QEvent::FocusIn && !m_model->entry(m_list->currentIndex())) {
        for (int row = 0; row < m_model->rowCount(); ++row) {
            if (m_model->entry(m_model->index(row))) {
                m_list->setCurrentIndex(m_model->index(row));
                break;
            }
        }
    }
    return QWidget::eventFilter(watched, event);
}

void Gallery::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit dismissed();
    else
        QWidget::keyPressEvent(event);
}

} // namespace connscope::frame
