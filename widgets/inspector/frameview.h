// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/frames.h"
#include "theme/look.h"

#include <QWidget>

#include <memory>

class QLabel;
class QTabBar;
class QTreeView;

namespace connscope::inspector {

class HexView;
class SpanModel;

/// The bytes of a request and its answer: a tree of fields above, the bytes below. What is pointed at or selected in one
/// of the two is marked in the other.
class FrameView : public QWidget {
    Q_OBJECT

public:
    explicit FrameView(const theme::Look& look, QWidget* parent = nullptr);

    /// nullptr: they are being looked for. \a version: of the request as the trace has it.
    void setFrames(std::shared_ptr<const Frames> frames, int version);
    /// The answer is not shown before it has come.
    void setAnswered(bool answered);

    const SpanModel& model() const { return *m_model; }
    QTreeView& tree() const { return *m_tree; }
    HexView& hex() const { return *m_hex; }
    QTabBar& tabs() const { return *m_tabs; }
    /// What is said above the fields.
    QString note() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();
    void showFrame();
    void select(int span);
    void point(int span);
    void copyBytes() const;
    void copyValue() const;
    const wire::KeptFrame* shown() const;

    const theme::Look& m_look;
    std::shared_ptr<const Frames> m_frames;
    int m_version = 0;
    bool m_answered = false;
    QTabBar* m_tabs;
    QLabel* m_note;
    QTreeView* m_tree;
    HexView* m_hex;
    SpanModel* m_model;
};

} // namespace connscope::inspector
