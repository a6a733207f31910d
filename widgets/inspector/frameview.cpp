// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/frameview.h"

#include "inspector/hexview.h"
#include "inspector/spanmodel.h"
#include "wire/spans.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTabBar>
#include <QTreeView>
#include <QVBoxLayout>

#include <span>

namespace connscope::inspector {

namespace {

enum Tab : int { RequestTab, ResponseTab };

/// The field under the pointer, also where the pointer is over its bytes.
class SpanDelegate : public QStyledItemDelegate {
public:
    SpanDelegate(const theme::Look& look, const SpanModel& model, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_look(look)
        , m_model(model)
    {
    }
    int pointed = -1;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.column() == SpanModel::Value)
            option->font = m_look.mono(theme::Type::Small);
        const bool holds = m_model.rowCount(index.siblingAtColumn(0)) > 0;
        if (holds && index.column() == SpanModel::Value) // what it holds says more
            option->palette.setColor(QPalette::Text, m_look.theme().secondary);
        if (pointed >= 0 && m_model.spanOf(index) == pointed)
            option->backgroundBrush = m_look.theme().hover;
    }

private:
    const theme::Look& m_look;
    const SpanModel& m_model;
};

ByteRange rangeOf(const wire::Span& span) { return {span.offset, span.length}; }

} // namespace

FrameView::FrameView(const theme::Look& look, QWidget* parent)
    : QWidget(parent)
    , m_look(look)
    , m_tabs(new QTabBar(this))
    , m_note(new QLabel(this))
    , m_tree(new QTreeView(this))
    , m_hex(new HexView(look, this))
    , m_model(new SpanModel(this))
{
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->addTab(QString());
    m_tabs->addTab(QString());
    m_note->setWordWrap(true);
    m_note->setContentsMargins(12, 2, 12, 4);
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new SpanDelegate(look, *m_model, this));
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(14);
    m_tree->setMouseTracking(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->header()->setStretchLastSection(true);
    m_tree->viewport()->installEventFilter(this);
    auto* parts = new QSplitter(Qt::Vertical, this);
    parts->addWidget(m_tree);
    parts->addWidget(m_hex);
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setChildrenCollapsible(false);
    parts->setSizes({600, 400});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_note);
    column->addWidget(parts, 1);

    for (const auto& [name, run] :
        {std::pair("copy-value", &FrameView::copyValue), std::pair("copy-bytes", &FrameView::copyBytes)}) {
        auto* action = new QAction(this);
        action->setObjectName(QLatin1String(name));
        connect(action, &QAction::triggered, this, run);
        m_tree->addAction(action);
        m_hex->addAction(action);
    }
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_hex->setContextMenuPolicy(Qt::ActionsContextMenu);

    connect(m_tabs, &QTabBar::currentChanged, this, &FrameView::showFrame);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& now) { select(m_model->spanOf(now)); });
    connect(m_tree, &QTreeView::entered, this, [this](const QModelIndex& index) { point(m_model->spanOf(index)); });
    connect(m_hex, &HexView::chosen, this, [this](std::uint32_t byte) {
        const QModelIndex index = m_model->indexOf(m_model->spanAt(byte));
        m_tree->setCurrentIndex(index);
        m_tree->scrollTo(index);
    });
    connect(m_hex, &HexView::pointedAt, this,
        [this](int byte) { point(byte < 0 ? -1 : m_model->spanAt(static_cast<std::uint32_t>(byte))); });
    connect(&look, &theme::Look::changed, this, &FrameView::retranslate);
    retranslate();
}

QString FrameView::note() const { return m_note->text(); }

void FrameView::setFrames(std::shared_ptr<const Frames> frames, int version)
{
    m_frames = std::move(frames);
    m_version = version;
    m_tabs->setCurrentIndex(RequestTab);
    retranslate();
    showFrame();
}

void FrameView::setAnswered(bool answered)
{
    if (answered == m_answered)
        return;
    m_answered = answered;
    if (!answered)
        m_tabs->setCurrentIndex(RequestTab);
    retranslate();
}

const wire::KeptFrame* FrameView::shown() const
{
    if (!m_frames)
        return nullptr;
    const auto& frame = m_tabs->currentIndex() == RequestTab ? m_frames->request : m_frames->response;
    return frame ? &*frame : nullptr;
}

void FrameView::showFrame()
{
    const wire::KeptFrame* frame = shown();
    const bool isRequest = m_tabs->currentIndex() == RequestTab;
    static_cast<SpanDelegate*>(m_tree->itemDelegate())->pointed = -1;
    m_model->setInspection(frame == nullptr ? wire::Inspection()
            : isRequest                     ? wire::inspectRequest(frame->bytes)
                                            : wire::inspectResponse(frame->api, frame->version, frame->bytes));
    m_hex->setBytes(frame == nullptr ? wire::Bytes() : frame->bytes);
    m_tree->expandToDepth(1);
    m_tree->resizeColumnToContents(SpanModel::Field);
    m_tree->setColumnWidth(
        SpanModel::Field, std::min(m_tree->columnWidth(SpanModel::Field) + 8, m_tree->width() * 3 / 5));
    m_tree->parentWidget()->setVisible(frame != nullptr);
    retranslate();
}

void FrameView::select(int span)
{
    const auto& spans = m_model->spans();
    m_hex->setMarked(span < 0 ? ByteRange() : rangeOf(spans[static_cast<std::size_t>(span)]));
    m_hex->setAccessibleDescription(span < 0
            ? QString()
            : QString(QString::fromStdString(spans[static_cast<std::size_t>(span)].name) + QStringLiteral(": ")
                + HexView::hexText(m_hex->bytes(), m_hex->marked(), 64)));
}

void FrameView::point(int span)
{
    const auto& spans = m_model->spans();
    if (span >= static_cast<int>(spans.size()))
        return;
    m_hex->setHovered(span < 0 ? ByteRange() : rangeOf(spans[static_cast<std::size_t>(span)]));
    auto* delegate = static_cast<SpanDelegate*>(m_tree->itemDelegate());
    if (delegate->pointed == span)
        return;
    delegate->pointed = span;
    m_tree->viewport()->update();
}

bool FrameView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_tree->viewport() && event->type() == QEvent::Leave)
        point(-1);
    return QWidget::eventFilter(watched, event);
}

void FrameView::copyBytes() const
{
    const ByteRange all {0, static_cast<std::uint32_t>(m_hex->bytes().size())};
    QGuiApplication::clipboard()->setText(
        HexView::hexText(m_hex->bytes(), m_hex->marked().isEmpty() ? all : m_hex->marked(), m_hex->bytes().size()));
}

void FrameView::copyValue() const
{
    if (const int span = m_model->spanOf(m_tree->currentIndex()); span >= 0)
        QGuiApplication::clipboard()->setText(
            QString::fromStdString(m_model->spans()[static_cast<std::size_t>(span)].value));
}

void FrameView::retranslate()
{
    const theme::Format& format = m_look.format();
    const auto title = [&](const QString& word, const std::optional<wire::KeptFrame>& frame) {
        return frame ? word + QStringLiteral(" · ") + format.bytes(frame->length) : word;
    };
    static const std::optional<wire::KeptFrame> kNone;
    m_tabs->setTabText(RequestTab, title(tr("Request"), m_frames ? m_frames->request : kNone));
    m_tabs->setTabText(ResponseTab, title(tr("Response"), m_frames && m_answered ? m_frames->response : kNone));
    m_tabs->setTabEnabled(ResponseTab, m_frames && m_answered && m_frames->response);
    m_tabs->setAccessibleName(tr("Request or response"));
    m_tree->setAccessibleName(tr("Fields"));
    m_hex->setAccessibleName(tr("Bytes"));
    m_model->retranslate();
    findChild<QAction*>(QStringLiteral("copy-value"))->setText(tr("Copy &Value"));
    findChild<QAction*>(QStringLiteral("copy-bytes"))->setText(tr("Copy &Bytes"));

    QStringList notes;
    const wire::KeptFrame* frame = shown();
    if (!m_frames)
        notes << tr("Looking for the bytes …");
    else if (frame == nullptr)
        notes << m_frames->nothing;
    else
        notes << (m_frames->isReal ? tr("As it went over the socket.")
                                   : tr("As it would be on the wire: the simulated message, encoded."));
    if (frame != nullptr && frame->version != m_version && m_version >= 0)
        notes << tr("Shown in version %1; what version %2 says more is not simulated.")
                     .arg(frame->version)
                     .arg(m_version);
    if (frame != nullptr && frame->isMasked)
        notes << tr("The token is overwritten: secrets are not kept.");
    if (frame != nullptr && frame->isCut())
        notes << tr("Only the first %1 of %2 are kept.")
                     .arg(format.bytes(frame->bytes.size()), format.bytes(frame->length));
    else if (frame != nullptr && m_model->error())
        notes << QString::fromStdString(m_model->error()->message);
    if (frame != nullptr && !m_frames->nothing.isEmpty() && !m_frames->response)
        notes << m_frames->nothing;
    m_note->setText(notes.join(u' '));
    m_note->setVisible(!notes.join(QString()).isEmpty());
    QPalette palette = m_note->palette();
    palette.setColor(QPalette::WindowText, m_look.theme().secondary);
    m_note->setPalette(palette);
    m_note->setFont(m_look.text(theme::Type::Small));
    m_tree->setFont(m_look.text(theme::Type::Small));
}

} // namespace connscope::inspector
