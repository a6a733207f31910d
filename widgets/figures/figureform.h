// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/figure.h"
#include "figures/frames.h"

#include <QList>
#include <QTabWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;

namespace connscope::figures {

/// What the window knows of what is seen now.
struct SeenNow {
    Instant at {}; ///< of the playhead
    std::optional<Span> visible; ///< what the timeline shows
    std::optional<Span> selected; ///< the range that a person selected
    view::Item item;
    topology::Arrangement arrangement;
    std::vector<timeline::Bookmark> bookmarks;
    std::vector<scenario::Annotation> annotations;
};

/// Every option of a figure, on three pages: the picture, its words, its motion. It holds no figure; whoever draws one asks.
class FigureForm : public QTabWidget {
    Q_OBJECT

public:
    /// \a look: what is chosen at first.
    FigureForm(const SeenNow& seen, const theme::Look& look, QWidget* parent = nullptr);

    /// The options as they are set now, for what is seen; a caption from the trace is left to whoever has one.
    FigureOptions options(const SeenNow& seen) const;
    /// Frames a second, speed, silences; not from where to where.
    AnimationOptions animation() const;
    bool moves() const;
    bool isSlowed() const; ///< for what is new; otherwise it goes evenly
    QSizeF printed() const; ///< mm; empty where the size is in px
    bool isHeightFree() const; ///< the height is what the figure needs: FigureOptions::mostHeight
    /// What that comes to.
    void showHeight(double px);
    bool isDark() const;
    bool isHighContrast() const;
    theme::Language language() const;

    bool makesCaption() const;
    bool makesAlternative() const;
    QString alternative() const; ///< as it was written
    /// What the trace says, shown where it is what is asked for.
    void showMade(const QString& caption, const QString& alternative);

signals:
    void changed();

private:
    QWidget* makePicture(const SeenNow& seen, const theme::Look& look);
    QWidget* makeWords();
    QWidget* makeMotion();
    void connectAll();
    void chooseUnit();

    QList<QCheckBox*> m_views; // by FigureView
    QComboBox* m_scope = nullptr;
    QComboBox* m_axis = nullptr;
    QDoubleSpinBox* m_width = nullptr;
    QDoubleSpinBox* m_height = nullptr;
    QComboBox* m_unit = nullptr;
    QCheckBox* m_freeHeight = nullptr;
    QDoubleSpinBox* m_dpi = nullptr;
    QDoubleSpinBox* m_smallest = nullptr;
    QComboBox* m_theme = nullptr;
    QComboBox* m_language = nullptr;
    QCheckBox* m_transparent = nullptr;
    QCheckBox* m_legend = nullptr;
    QCheckBox* m_notes = nullptr;
    QCheckBox* m_annotations = nullptr;
    QLineEdit* m_title = nullptr;
    QLineEdit* m_caption = nullptr;
    QCheckBox* m_makeCaption = nullptr;
    QLineEdit* m_alternative = nullptr;
    QCheckBox* m_makeAlternative = nullptr;
    QString m_ownCaption; // while the field shows the trace's
    QString m_ownAlternative;
    QCheckBox* m_moves = nullptr;
    QDoubleSpinBox* m_fps = nullptr;
    QCheckBox* m_slowed = nullptr;
    QDoubleSpinBox* m_speed = nullptr;
    QDoubleSpinBox* m_idle = nullptr;
    QCheckBox* m_loops = nullptr;
};

} // namespace connscope::figures
