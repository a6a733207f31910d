// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figures/carry.h"
#include "figures/figureform.h"
#include "figures/textforms.h"

#include <QDialog>

#include <functional>
#include <memory>

class QLabel;
class QMimeData;
class QPushButton;
class QTimer;

namespace connscope::figures {

/// The picture of a dialog: it can be dragged into another program.
class FigurePreview;

/// File ▸ Export Figure…: every option of a figure beside the figure itself, which follows each change, and moves where it is
/// to move. It can be saved, copied as a picture or as SVG, and dragged out. Each change draws it anew from the document as
/// that is then.
class FigureDialog : public QDialog {
    Q_OBJECT

public:
    /// Makes a language the one that texts are in, as long as a figure of it is drawn; the application has the translations.
    using Speak = std::function<void(theme::Language)>;

    /// \a document and \a filter must outlive it. \a look: the window's; the figure has one of its own.
    FigureDialog(const view::Document& document, const view::Filter& filter, const theme::Look& look, SeenNow seen,
        QWidget* parent = nullptr, Speak speak = {});
    ~FigureDialog() override;

    FigureForm& form() { return *m_form; }
    /// As the options are set now, a caption from the trace included.
    FigureOptions options() const;
    /// The figure with these options; an empty text where it can be drawn, else why not.
    QString refusal() const;
    /// Of the picture: image, SVG and a file of it. Of a figure that moves, its first frame.
    std::unique_ptr<QMimeData> mimeData();
    /// Writes it as the end of the name says: .png, .svg, .webp, .pdf, or moving .svg, .png, .apng, .gif, .webp, .mp4, or the
    /// text of textforms.h. "" or why not.
    QString saveTo(const QString& file);
    /// How many frames it has while it moves; 0 while it does not.
    std::size_t frames() const { return m_frames.size(); }

public slots:
    void copyPicture();
    void copySvg();
    /// The range as text, for an editor; where it cannot be, the remark says why.
    void copyText(connscope::figures::TextForm form);

signals:
    void saved(const QString& file);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    class Speaking;

    void build();
    void redraw();
    void stopMotion();
    void startMotion(FigureOptions options);
    void showFrame();
    void save();
    QString write(const QString& file);
    QByteArray text(TextForm form, QString& problem) const;
    void remark(const QString& why);
    FigureOptions optionsThen() const;
    AnimationOptions animationOf(FigureOptions& options) const;
    QString refusalThen(const FigureOptions& options) const;
    std::unique_ptr<Figure> make() const;
    FileOptions fileOptions(const FigureOptions& options) const;
    QString bytesOf(const QString& suffix, QByteArray& bytes);
    QString movingBytesOf(const QString& suffix, QByteArray& bytes);

    const view::Document& m_document;
    const view::Filter& m_filter;
    mutable theme::Look m_look;
    theme::Language m_ownLanguage;
    bool m_reducedMotion;
    SeenNow m_seen;
    Speak m_speak;
    Carrier m_carrier;
    FigureForm* m_form = nullptr;
    FigurePreview* m_preview = nullptr;
    QLabel* m_remarks = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_copyPicture = nullptr;
    QPushButton* m_copySvg = nullptr;
    QTimer* m_soon = nullptr; // several changes at once are drawn once
    QTimer* m_next = nullptr; // of a figure that moves: its next frame
    std::unique_ptr<Figure> m_moving;
    std::vector<FrameTime> m_frames;
    bool m_isSaving = false;
    std::size_t m_frame = 0;
    std::size_t m_step = 1; // of the preview
    double m_fps = 25;
};

} // namespace connscope::figures
