// SPDX-License-Identifier: GPL-3.0-or-later
#include "annotation/hands.h"

#include "annotation/words.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLineF>
#include <QMenu>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <utility>

namespace connscope::annotation {

using scenario::Annotation;

namespace {

constexpr int kFieldWidth = 260;
constexpr char kFieldName[] = "annotation-text";

/// A field that Escape leaves, and nothing else hears of it.
class WordsField : public QLineEdit {
public:
    using QLineEdit::QLineEdit;
    std::function<void()> left;

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
        return QLineEdit::event(event);
    }
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Escape) {
            left();
            return;
        }
        QLineEdit::keyPressEvent(event);
        // A line edit leaves Return to the dialog it may be in. Here the view would take it as "edit what is picked".
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            event->accept();
    }
};

} // namespace

Hands::Hands(Annotations& annotations, const theme::Look& look, Annotation::View view, QWidget& widget)
    : QObject(&widget)
    , m_annotations(annotations)
    , m_look(look)
    , m_view(view)
    , m_widget(widget)
{
}

const Annotation* Hands::mine(std::size_t index) const
{
    const auto& all = m_annotations.all();
    return index < all.size() && all[index].view == m_view ? &all[index] : nullptr;
}

int Hands::picked() const
{
    const auto picked = m_annotations.picked();
    return picked && mine(*picked) ? static_cast<int>(*picked) : -1;
}

bool Hands::press(std::span<const Mark> marks, QPointF at, double slack)
{
    const Mark* mark = markAt(marks, at, slack);
    if (!mark) {
        m_annotations.pick(std::nullopt);
        return false;
    }
    m_annotations.pick(mark->index);
    m_isDown = true;
    m_isDragging = false;
    m_pressed = at;
    m_middle = mark->middle;
    m_grip = mark->label.isNull() ? QPointF() : at - mark->label.center();
    return true;
}

bool Hands::move(QPointF at)
{
    if (!m_isDown)
        return false;
    const auto picked = m_annotations.picked();
    const Annotation* annotation = picked ? mine(*picked) : nullptr;
    if (!annotation)
        return true;
    const bool starts = !m_isDragging;
    if (starts && QLineF(m_pressed, at).length() < QApplication::startDragDistance() / 2.0)
        return true;
    m_isDragging = true;
    const QPointF way = at - m_grip - m_middle;
    const auto kept = [](double v) {
        return static_cast<std::int32_t>(
            std::lround(std::clamp(v, -1.0 * scenario::kFarthestOffset, 1.0 * scenario::kFarthestOffset)));
    };
    Annotation next = *annotation;
    next.offset = scenario::Offset {kept(way.x()), kept(way.y())};
    m_annotations.set(*picked, std::move(next), !starts);
    return true;
}

bool Hands::release()
{
    m_isDragging = false;
    return std::exchange(m_isDown, false);
}

bool Hands::key(const QKeyEvent& event)
{
    const int index = picked();
    if (index < 0)
        return false;
    switch (event.key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        remove(static_cast<std::size_t>(index));
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        edit(static_cast<std::size_t>(index));
        return true;
    case Qt::Key_Escape:
        m_annotations.pick(std::nullopt);
        return true;
    default:
        return false;
    }
}

void Hands::remove(std::size_t index) { m_annotations.remove(index); }

void Hands::fillMenu(QMenu& menu, std::size_t index, Instant now)
{
    const Annotation* annotation = mine(index);
    if (!annotation)
        return;
    const auto change = [this, index](auto edit) {
        return [this, index, edit] {
            if (const Annotation* old = mine(index)) {
                Annotation next = *old;
                edit(next);
                m_annotations.set(index, std::move(next));
            }
        };
    };
    QObject::connect(
        menu.addAction(Words::tr("&Edit the Text…")), &QAction::triggered, this, [this, index] { edit(index); });
    QAction* place = menu.addAction(Words::tr("&Wherever There Is Room"));
    place->setEnabled(annotation->offset.has_value());
    QObject::connect(place, &QAction::triggered, this, change([](Annotation& a) { a.offset.reset(); }));
    if (m_view == Annotation::View::Topology) {
        QObject::connect(
            menu.addAction(Words::tr("Seen &from Here On")), &QAction::triggered, this, change([now](Annotation& a) {
                a.from = now;
                if (a.to && *a.to < now)
                    a.to.reset();
            }));
        QObject::connect(
            menu.addAction(Words::tr("Seen &until Here")), &QAction::triggered, this, change([now](Annotation& a) {
                a.to = now;
                if (a.from && now < *a.from)
                    a.from.reset();
            }));
        QAction* always = menu.addAction(Words::tr("&Always Seen"));
        always->setEnabled(annotation->from || annotation->to);
        QObject::connect(always, &QAction::triggered, this, change([](Annotation& a) {
            a.from.reset();
            a.to.reset();
        }));
    }
    QObject::connect(
        menu.addAction(Words::tr("&Delete")), &QAction::triggered, this, [this, index] { remove(index); });
}

void Hands::fillAddMenu(QMenu& menu, const Annotation& about)
{
    QMenu* kinds = menu.addMenu(Words::tr("A&nnotate"));
    using Kind = Annotation::Kind;
    for (const auto& [kind, text] : {std::pair(Kind::Text, Words::tr("&Text")), {Kind::Arrow, Words::tr("&Arrow")},
             {Kind::Box, Words::tr("&Frame")}, {Kind::Number, Words::tr("&Number")}}) {
        QObject::connect(
            kinds->addAction(text), &QAction::triggered, this, [this, about, kind = kind] { add(about, kind); });
    }
    kinds->setEnabled(m_annotations.all().size() < scenario::kMostAnnotations);
}

void Hands::add(Annotation about, Annotation::Kind kind)
{
    about.view = m_view;
    about.kind = kind;
    if (kind == Annotation::Kind::Number)
        about.number = m_annotations.nextNumber();
    if (m_view == Annotation::View::Timeline && kind != Annotation::Kind::Box)
        about.to.reset(); // only a frame has a length
    const std::size_t index = m_annotations.add(std::move(about));
    edit(index);
    m_fresh = true;
}

void Hands::write(std::size_t index, const QString& words, bool goesOn)
{
    const Annotation* old = mine(index);
    if (!old)
        return;
    Annotation next = *old;
    // The language that is on; what stands there in the other one stays.
    (m_look.language() == theme::Language::Chinese ? next.text.zh : next.text.en) = words.toStdString();
    if (next.kind == Annotation::Kind::Text && next.text.isEmpty())
        m_annotations.remove(index, goesOn);
    else
        m_annotations.set(index, std::move(next), goesOn);
}

QRectF Hands::placeOf(std::size_t index) const
{
    if (!m_where)
        return {};
    std::vector<Annotation> all = m_annotations.all();
    for (std::string* text : {&all[index].text.en, &all[index].text.zh}) {
        if (text->empty())
            *text = Words::tr("Text").toStdString();
    }
    return m_where(all, index);
}

void Hands::edit(std::size_t index)
{
    const Annotation* annotation = mine(index);
    if (!annotation)
        return;
    m_annotations.pick(index);
    m_fresh = false;
    delete m_widget.findChild<QLineEdit*>(QLatin1String(kFieldName), Qt::FindDirectChildrenOnly);
    const bool chinese = m_look.language() == theme::Language::Chinese;
    auto* field
        = new WordsField(QString::fromStdString(chinese ? annotation->text.zh : annotation->text.en), &m_widget);
    field->setObjectName(QLatin1String(kFieldName));
    field->setPlaceholderText(
        annotation->text.isEmpty() ? Words::tr("Text") : textOf(*annotation, m_look.language()));
    field->setAccessibleName(Words::tr("Text of the annotation"));
    field->setFont(m_look.text(theme::Type::Body));
    field->setMaxLength(500);
    const auto drop = [field] {
        field->blockSignals(true); // going away is no Return
        field->hide();
        field->deleteLater();
    };
    const auto finish = [this, field, index, drop](bool keeps) {
        const QString words = field->text().trimmed();
        drop();
        const bool fresh = std::exchange(m_fresh, false);
        if (keeps)
            write(index, words, fresh);
        else if (const Annotation* left = fresh ? mine(index) : nullptr;
                 left && left->kind == Annotation::Kind::Text && left->text.isEmpty())
            m_annotations.remove(index, true);
        m_widget.setFocus(Qt::OtherFocusReason);
    };
    connect(field, &QLineEdit::editingFinished, this, [finish] { finish(true); });
    field->left = [finish] { finish(false); };
    // Another file, or somebody took it away: there is nothing to write to.
    connect(&m_annotations, &Annotations::changed, field, [this, index, drop] {
        if (!mine(index))
            drop();
    });

    const QRectF label = placeOf(index);
    const int width = std::min(kFieldWidth, m_widget.width());
    const int height = field->sizeHint().height();
    const QPointF corner = label.isNull() ? m_widget.rect().center() - QPointF(width / 2.0, 0) : label.topLeft();
    field->setGeometry(std::clamp(static_cast<int>(corner.x()) - 4, 0, std::max(0, m_widget.width() - width)),
        std::clamp(static_cast<int>(corner.y()) - 2, 0, std::max(0, m_widget.height() - height)), width, height);
    field->show();
    field->selectAll();
    field->setFocus(Qt::OtherFocusReason);
}

} // namespace connscope::annotation
