// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/files.h"

#include <QDialog>
#include <QPoint>

#include <memory>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QMimeData;
class QPushButton;
class QTimer;

namespace connscope::figures {

/// The picture of a dialog: it can be dragged into another program.
class FigurePreview;

/// What the window knows of what is seen now.
struct SeenNow {
    Instant at {}; ///< of the playhead
    std::optional<Span> visible; ///< what the timeline shows
    std::optional<Span> selected; ///< the range that a person selected
    view::Item item;
    topology::Arrangement arrangement;
    std::vector<timeline::Bookmark> bookmarks;
};

/// File ▸ Export Figure…: every option of a figure beside the figure itself, which follows each change. It can be saved, copied
/// as a picture or as SVG, and dragged out. Each change draws it anew from the document as that is then.
class FigureDialog : public QDialog {
    Q_OBJECT

public:
    /// \a document and \a filter must outlive it. \a look: the window's; the figure has one of its own.
    FigureDialog(const view::Document& document, const view::Filter& filter, const theme::Look& look, SeenNow seen,
        QWidget* parent = nullptr);
    ~FigureDialog() override;

    /// As the options are set now.
    FigureOptions options() const;
    /// The figure with these options; an empty text where it can be drawn, else why not.
    QString refusal() const;
    /// Of the picture: image, SVG and a file of it.
    std::unique_ptr<QMimeData> mimeData() const;
    /// Writes it as the end of the name says (.png, .svg, .pdf); "" or why not.
    QString saveTo(const QString& file);

public slots:
    void copyPicture() const;
    void copySvg() const;

signals:
    void saved(const QString& file);

private:
    void build();
    void connectAll();
    void redraw();
    void chooseUnit();
    void save();
    void adoptTheme();
    std::unique_ptr<Figure> make() const;
    FileOptions fileOptions() const;

    const view::Document& m_document;
    const view::Filter& m_filter;
    mutable theme::Look m_look;
    SeenNow m_seen;
    QList<QCheckBox*> m_views; // by FigureView
    QComboBox* m_scope = nullptr;
    QDoubleSpinBox* m_width = nullptr;
    QDoubleSpinBox* m_height = nullptr;
    QComboBox* m_unit = nullptr;
    QDoubleSpinBox* m_dpi = nullptr;
    QComboBox* m_theme = nullptr;
    QComboBox* m_axis = nullptr;
    QCheckBox* m_transparent = nullptr;
    QCheckBox* m_legend = nullptr;
    QCheckBox* m_notes = nullptr;
    QDoubleSpinBox* m_smallest = nullptr;
    QLineEdit* m_title = nullptr;
    QLineEdit* m_caption = nullptr;
    FigurePreview* m_preview = nullptr;
    QLabel* m_remarks = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_copyPicture = nullptr;
    QPushButton* m_copySvg = nullptr;
    QTimer* m_soon = nullptr; // several changes at once are drawn once
};

} // namespace connscope::figures
