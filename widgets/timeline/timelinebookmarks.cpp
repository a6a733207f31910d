// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks of the timeline: going to them, and their notes, written where the flag stands.
#include "timeline/picture.h"
#include "timeline/plot.h"
#include "timeline/timelinewidget.h"
#include "view/clockdigits.h"
#include "view/playback.h"

#include <QAbstractButton>
#include <QAction>
#include <QButtonGroup>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>
#include <functional>

namespace connscope::timeline {

namespace {

constexpr int kNoteWidth = 240;
constexpr qsizetype kLongest = 60; // of a note in a menu

/// A field that Escape leaves; the timeline would drop its range instead.
class NoteField : public QLineEdit {
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
        if (event->key() == Qt::Key_Escape)
            left();
        else
            QLineEdit::keyPressEvent(event);
    }
};

} // namespace

void TimelineWidget::goToBookmark(int direction)
{
    if (const Bookmark* bookmark = m_bookmarks.neighbour(m_context.playback.position(), direction))
        m_context.playback.setPosition(bookmark->position);
}

const Bookmark* TimelineWidget::bookmarkAt(QPointF at)
{
    const Layout& l = layoutNow();
    const std::vector<BookmarkFlag> flags = bookmarkFlags(frame(), l);
    // Of several what is seen there is meant, and beside them the nearest.
    for (const QMarginsF slack : {QMarginsF(0, 3, 0, 3), QMarginsF(3, 3, 3, 3)}) {
        for (std::size_t i = 0; i < flags.size(); ++i) {
            if (flags[i].cloth.marginsAdded(slack).contains(at))
                return &m_bookmarks.all()[i];
        }
    }
    return nullptr;
}

const ActionMark* TimelineWidget::actionAt(QPointF at)
{
    const Layout& l = layoutNow();
    for (const ActionFlag& flag : actionFlags(m_frame, l)) {
        if (flag.rect.adjusted(-3, -2, 3, 2).contains(at))
            return &m_acts[flag.mark];
    }
    return nullptr;
}

void TimelineWidget::addBookmark()
{
    const view::Position here = m_context.playback.position();
    if (!m_bookmarks.at(here))
        m_bookmarks.set(here, {});
    editBookmark(here);
}

void TimelineWidget::editBookmark(const view::Position& position)
{
    const Bookmark* bookmark = m_bookmarks.at(position);
    if (!bookmark)
        return;
    const QString name = QStringLiteral("bookmark-note");
    delete findChild<QLineEdit*>(name, Qt::FindDirectChildrenOnly);
    auto* field = new NoteField(bookmark->note, this);
    field->setObjectName(name);
    field->setPlaceholderText(tr("Note"));
    field->setAccessibleName(tr("Note of the bookmark"));
    field->setFont(m_context.look.text(theme::Type::Small));
    const auto drop = [field] {
        field->blockSignals(true); // going away is no Return
        field->hide();
        field->deleteLater();
    };
    connect(field, &QLineEdit::editingFinished, this, [this, field, position, drop] {
        const QString note = field->text().trimmed();
        drop();
        if (m_bookmarks.at(position))
            m_bookmarks.set(position, note);
    });
    field->left = drop;
    connect(&m_context.document, &view::Document::replaced, field, drop);

    // Above the row of flags, and beside the chips of the axis: what is written covers neither.
    const Layout& l = layoutNow();
    const auto index = static_cast<std::size_t>(bookmark - m_bookmarks.all().data());
    const QPoint flag = m_plot->mapTo(this, bookmarkFlags(frame(), l)[index].cloth.topLeft().toPoint());
    const int chips = static_cast<int>(m_frame.headerTaken) + 2;
    const int width = std::min(kNoteWidth, this->width());
    const int height = field->sizeHint().height();
    field->setGeometry(std::clamp(flag.x(), std::min(chips, this->width() - width), this->width() - width),
        std::max(0, flag.y() - 3 - height), width, height);
    field->show();
    field->selectAll();
    field->setFocus(Qt::OtherFocusReason);
}

void TimelineWidget::fillBookmarks(QMenu& menu)
{
    const std::span<const Bookmark> all = m_bookmarks.all();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Bookmark& bookmark = all[i];
        QString note = bookmark.note;
        if (note.size() > kLongest)
            note = note.left(kLongest) + u'…';
        QString text = m_context.look.format().clock(
            bookmark.position.at, view::clockDecimals(m_context.document, bookmark.position));
        // Of those at one instant each says behind which event it is.
        const auto isSame = [&](std::size_t other) { return all[other].position.at == bookmark.position.at; };
        if (bookmark.position.applied > 0 && ((i > 0 && isSame(i - 1)) || (i + 1 < all.size() && isSame(i + 1))))
            text += QStringLiteral(" #%1").arg(bookmark.position.applied - 1);
        if (!note.isEmpty())
            text += QStringLiteral("   ") + note;
        text.replace(u'&', QStringLiteral("&&"));
        menu.addAction(
            text, this, [this, position = bookmark.position] { m_context.playback.setPosition(position); });
    }
}

} // namespace connscope::timeline
