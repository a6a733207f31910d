// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figuredialog.h"

#include "figures/animation.h"
#include "figures/figurepreview.h"
#include "figures/figurewords.h"
#include "figures/motion.h"
#include "vector/pdffile.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QProgressDialog>
#include <QPushButton>
#include <QSaveFile>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace connscope::figures {

namespace {

constexpr double kLargest = 16'384; // pixels of a side
constexpr int kLeastMs = 40; // between two frames of the preview
constexpr int kLeastOtherMs = 250; // likewise, in another language

/// How large the preview is, in device pixels for each px of the sheet.
double previewScale(const QSizeF& sheet, const QWidget& preview)
{
    const QSizeF room = preview.size() * preview.devicePixelRatioF();
    return std::clamp(std::min(room.width() / sheet.width(), room.height() / sheet.height()), 0.1, 2.0);
}

} // namespace

/// While it lives, texts are in the figure's language and the look is the figure's.
class FigureDialog::Speaking {
public:
    explicit Speaking(const FigureDialog& dialog)
        : m_dialog(dialog)
    {
        const theme::Language language = dialog.m_form->language();
        dialog.m_look.setMode(dialog.m_form->isDark() ? theme::Look::Mode::Dark : theme::Look::Mode::Light);
        dialog.m_look.setHighContrast(dialog.m_form->isHighContrast());
        m_other = dialog.m_speak && language != dialog.m_ownLanguage;
        if (m_other)
            dialog.m_speak(language);
        if (dialog.m_look.language() != language)
            dialog.m_look.setLanguage(language);
    }
    ~Speaking()
    {
        if (m_other)
            m_dialog.m_speak(m_dialog.m_ownLanguage);
    }
    Speaking(const Speaking&) = delete;
    Speaking& operator=(const Speaking&) = delete;

private:
    const FigureDialog& m_dialog;
    bool m_other = false;
};

FigureDialog::FigureDialog(const view::Document& document, const view::Filter& filter, const theme::Look& look,
    SeenNow seen, QWidget* parent, Speak speak)
    : QDialog(parent)
    , m_document(document)
    , m_filter(filter)
    , m_ownLanguage(look.language())
    , m_reducedMotion(look.reducedMotion())
    , m_seen(std::move(seen))
    , m_speak(std::move(speak))
{
    setWindowTitle(tr("Export Figure"));
    m_look.setLanguage(look.language());
    m_form = new FigureForm(m_seen, look, this);
    build();
    redraw();
}

FigureDialog::~FigureDialog() { stopMotion(); }

void FigureDialog::build()
{
    m_soon = new QTimer(this);
    m_soon->setSingleShot(true);
    m_soon->setInterval(0);
    connect(m_soon, &QTimer::timeout, this, &FigureDialog::redraw);
    connect(m_form, &FigureForm::changed, m_soon, qOverload<>(&QTimer::start));
    m_next = new QTimer(this);
    connect(m_next, &QTimer::timeout, this, [this] {
        m_frame = (m_frame + m_step) % m_frames.size();
        showFrame();
    });

    m_preview = new FigurePreview(this);
    m_preview->setMimeSource([this] { return mimeData().release(); });
    m_remarks = new QLabel(this);
    m_remarks->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("Save As…"), QDialogButtonBox::AcceptRole);
    m_copyPicture = buttons->addButton(tr("Copy as Picture"), QDialogButtonBox::ActionRole);
    m_copySvg = buttons->addButton(tr("Copy as SVG"), QDialogButtonBox::ActionRole);
    QPushButton* copyAsText = buttons->addButton(tr("Copy as Text"), QDialogButtonBox::ActionRole);
    auto* texts = new QMenu(copyAsText);
    for (const TextFormInfo& info : textForms())
        texts->addAction(textFormName(info.form), this, [this, form = info.form] { copyText(form); });
    copyAsText->setMenu(texts);
    buttons->addButton(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &FigureDialog::save);
    connect(m_copyPicture, &QPushButton::clicked, this, &FigureDialog::copyPicture);
    connect(m_copySvg, &QPushButton::clicked, this, &FigureDialog::copySvg);

    auto* right = new QVBoxLayout;
    right->addWidget(m_preview, 1);
    right->addWidget(m_remarks);
    auto* both = new QHBoxLayout;
    both->addWidget(m_form);
    both->addLayout(right, 1);
    auto* all = new QVBoxLayout(this);
    all->addLayout(both, 1);
    all->addWidget(buttons);
    m_form->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    resize(1100, 620);
}

/// The options, while the figure's language is spoken.
FigureOptions FigureDialog::optionsThen() const
{
    FigureOptions options = m_form->options(m_seen);
    if (m_form->moves())
        animationOf(options);
    if (m_form->makesCaption() && !options.views.empty())
        options.caption = captionOf(m_document, m_filter, options, m_form->language());
    if (options.mostHeight) { // everybody else is told a size
        if (!options.views.empty())
            options.size = Figure(m_document, m_filter, m_look, options).options().size;
        options.mostHeight.reset();
    }
    return options;
}

FigureOptions FigureDialog::options() const
{
    const Speaking speaking(*this);
    return optionsThen();
}

/// From where to where, and \a options as they are of a figure that moves.
AnimationOptions FigureDialog::animationOf(FigureOptions& options) const
{
    AnimationOptions animation = m_form->animation();
    setInMotion(options, animation, m_document, m_form->isSlowed());
    return animation;
}

QString FigureDialog::refusalThen(const FigureOptions& options) const
{
    if (options.views.empty())
        return tr("Choose a view.");
    const QSizeF pixels = options.size * options.scale;
    if (pixels.width() > kLargest || pixels.height() > kLargest)
        return tr("That is more than 16384 pixels a side: choose a smaller size or resolution.");
    if (m_form->moves()) {
        FigureOptions moving = options;
        const AnimationOptions animation = animationOf(moving);
        const std::size_t count = animation.from < animation.to ? countFrames(m_document.trace(), animation) : 0;
        if (count == 0)
            return tr("Nothing moves in a range without length.");
        if (count > kMostFrames) {
            return tr(
                "It would have %1 frames, more than %2: choose a shorter range, a higher speed or fewer frames.")
                .arg(count)
                .arg(kMostFrames);
        }
        return Figure(m_document, m_filter, m_look, moving).refusal();
    }
    return Figure(m_document, m_filter, m_look, options).refusal();
}

QString FigureDialog::refusal() const
{
    const Speaking speaking(*this);
    return refusalThen(optionsThen());
}

std::unique_ptr<Figure> FigureDialog::make() const
{
    return std::make_unique<Figure>(m_document, m_filter, m_look, optionsThen());
}

/// A figure that moves holds the look, and lets go of it before another is made.
void FigureDialog::stopMotion()
{
    if (m_next)
        m_next->stop();
    m_moving.reset();
    m_frames.clear();
    m_frame = 0;
}

void FigureDialog::startMotion(FigureOptions options)
{
    const AnimationOptions animation = animationOf(options);
    m_fps = animation.framesPerSecond;
    m_frames = framesOf(m_document.trace(), animation);
    m_moving = std::make_unique<Figure>(m_document, m_filter, m_look, std::move(options));
    showFrame();
    // Who does not want motion sees the first frame.
    if (m_reducedMotion)
        return;
    // Fewer frames where each of them costs more: in another language every one changes the words of the application.
    const int least = m_form->language() == m_ownLanguage ? kLeastMs : kLeastOtherMs;
    m_step = static_cast<std::size_t>(std::max(1.0, std::ceil(least * m_fps / 1000 - 1e-9)));
    m_next->start(static_cast<int>(std::lround(1000 * static_cast<double>(m_step) / m_fps)));
}

void FigureDialog::showFrame()
{
    const Speaking speaking(*this);
    m_moving->setFrame(m_frames[m_frame].at, m_frames[m_frame].folded, m_frames[m_frame].rate);
    m_preview->setImage(m_moving->image());
}

void FigureDialog::redraw()
{
    if (m_isSaving)
        return;
    stopMotion();
    QStringList remarks;
    QString why;
    QString caption;
    QString alternative;
    double height = 0;
    {
        const Speaking speaking(*this);
        FigureOptions shown = optionsThen();
        caption = shown.caption;
        height = shown.size.height();
        if (m_form->makesAlternative() && !shown.views.empty())
            alternative = alternativeOf(m_document, m_filter, shown, m_form->language());
        why = refusalThen(shown);
        if (why.isEmpty()) {
            // As large as it is seen, and no larger: the preview of a poster need not have its pixels.
            shown.scale = previewScale(shown.size, *m_preview);
            if (m_form->moves()) {
                startMotion(shown);
                remarks
                    = m_moving->warnings() + motionWarnings(shown, animationOf(shown), m_document, m_look.format());
            } else {
                const Figure figure(m_document, m_filter, m_look, shown);
                m_preview->setImage(figure.image());
                remarks = figure.warnings();
                if (figure.pages() > 1)
                    remarks << tr(
                        "The sequence needs %1 sheets of this size; a PDF has all of them, other files the first.")
                                   .arg(figure.pages());
            }
        }
    }
    if (why.isEmpty() && m_form->moves()) {
        remarks << tr("%1 frames, %2 s of watching")
                       .arg(locale().toString(static_cast<qulonglong>(m_frames.size())),
                           locale().toString(static_cast<double>(m_frames.size()) / m_fps, 'f', 1));
    }
    if (!why.isEmpty()) {
        m_preview->setImage({});
        remarks << why;
    }
    m_form->showMade(caption, alternative);
    if (m_form->isHeightFree())
        m_form->showHeight(height);
    m_remarks->setText(remarks.join(QLatin1Char('\n')));
    for (QPushButton* button : {m_save, m_copyPicture, m_copySvg})
        button->setEnabled(why.isEmpty());
}

void FigureDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    m_soon->start();
}

FileOptions FigureDialog::fileOptions(const FigureOptions& options) const
{
    FileOptions file;
    file.printed = m_form->printed();
    if (m_form->isHeightFree() && !file.printed.isEmpty())
        file.printed.setHeight(mmOfPx(options.size.height()));
    file.title = options.title.isEmpty() ? QString::fromStdString(m_document.source().title) : options.title;
    file.description = m_form->makesAlternative() ? alternativeOf(m_document, m_filter, options, m_form->language())
                                                  : m_form->alternative();
    file.epoch = vector::sourceDateEpoch();
    return file;
}

std::unique_ptr<QMimeData> FigureDialog::mimeData()
{
    stopMotion();
    m_soon->start(); // it goes on afterwards
    const Speaking speaking(*this);
    if (!refusalThen(optionsThen()).isEmpty())
        return std::make_unique<QMimeData>();
    const auto figure = make();
    return m_carrier.pack(
        *figure, m_look, fileOptions(figure->options()), QFileInfo(m_document.source().fileName).completeBaseName());
}

void FigureDialog::copyPicture()
{
    stopMotion();
    m_soon->start();
    const Speaking speaking(*this);
    if (refusalThen(optionsThen()).isEmpty())
        QApplication::clipboard()->setMimeData(pictureOf(*make()).release());
}

/// As what it is, and as text for an editor.
void FigureDialog::copySvg()
{
    stopMotion();
    m_soon->start();
    const Speaking speaking(*this);
    if (!refusalThen(optionsThen()).isEmpty())
        return;
    const auto figure = make();
    QApplication::clipboard()->setMimeData(svgOf(*figure, m_look, fileOptions(figure->options())).release());
}

QByteArray FigureDialog::text(TextForm form, QString& problem) const
{
    return textOf(m_document, form, m_form->options(m_seen).range, m_form->language(), problem);
}

void FigureDialog::copyText(TextForm form)
{
    QString problem;
    const QByteArray bytes = text(form, problem);
    if (bytes.isEmpty())
        return remark(problem);
    QApplication::clipboard()->setText(QString::fromUtf8(bytes));
    m_remarks->setText(tr("In the clipboard: %1").arg(textFormName(form)));
}

/// It stays until something is changed.
void FigureDialog::remark(const QString& why)
{
    m_soon->stop();
    m_remarks->setText(why);
}

/// Of a figure that stands still; "" or why there are none.
QString FigureDialog::bytesOf(const QString& suffix, QByteArray& bytes)
{
    const Speaking speaking(*this);
    FigureOptions options = optionsThen();
    options.plainGlyphs = suffix == QLatin1String("pdf");
    const Figure made(m_document, m_filter, m_look, options);
    const Figure* figure = &made;
    const FileOptions file = fileOptions(figure->options());
    QString problem;
    if (suffix == QLatin1String("svg"))
        bytes = svgFile(*figure, m_look, file);
    else if (suffix == QLatin1String("pdf"))
        bytes = pdfFile(*figure, file);
    else if (suffix == QLatin1String("png"))
        bytes = pngFile(*figure, file);
    else if (suffix == QLatin1String("webp"))
        bytes = webpFile(*figure, file, problem);
    else
        return tr("A figure's name ends in .png, .svg, .webp or .pdf, a text's in .mmd, .puml, .md, .txt, .csv or "
                  ".json; one "
                  "that moves is chosen under Motion.");
    return problem;
}

QString FigureDialog::movingBytesOf(const QString& suffix, QByteArray& bytes)
{
    const QStringList known {QStringLiteral("svg"), QStringLiteral("png"), QStringLiteral("apng"),
        QStringLiteral("gif"), QStringLiteral("webp"), QStringLiteral("mp4")};
    if (!known.contains(suffix))
        return tr("The name of a figure that moves ends in .svg, .png, .apng, .gif, .webp or .mp4.");
    QProgressDialog progress(tr("Painting the frames…"), tr("Cancel"), 0, 1000, this);
    progress.setWindowModality(Qt::WindowModal);
    progress.setMinimumDuration(400);
    const Speaking speaking(*this);
    FigureOptions options = optionsThen();
    AnimationOptions animation = animationOf(options);
    animation.progress = [&progress](double share) {
        progress.setValue(static_cast<int>(share * 1000));
        return !progress.wasCanceled();
    };
    const FileOptions file = fileOptions(options);
    const std::vector<FrameTime> frames = framesOf(m_document.trace(), animation);
    Figure figure(m_document, m_filter, m_look, std::move(options));
    Made made;
    if (suffix == QLatin1String("svg"))
        made.bytes = animatedSvgFile(figure, m_look, frames, animation, file);
    else if (suffix == QLatin1String("gif"))
        made.bytes = gifFile(figure, frames, animation, file);
    else if (suffix == QLatin1String("webp"))
        made = webpFile(figure, frames, animation, file);
    else if (suffix == QLatin1String("mp4"))
        made = mp4File(figure, frames, animation, file);
    else
        made.bytes = apngFile(figure, frames, animation, file);
    if (progress.wasCanceled())
        return tr("It was not saved.");
    bytes = std::move(made.bytes);
    return made.problem;
}

QString FigureDialog::saveTo(const QString& file)
{
    const bool isText = textFormOf(file).has_value(); // which needs no view and no room
    if (const QString why = isText ? QString() : refusal(); !why.isEmpty())
        return why;
    stopMotion();
    m_soon->stop(); // while frames are painted the look is theirs
    m_isSaving = true;
    const QString why = write(file);
    m_isSaving = false;
    m_soon->start();
    return why;
}

QString FigureDialog::write(const QString& file)
{
    const QString suffix = QFileInfo(file).suffix().toLower();
    QByteArray bytes;
    QString why;
    if (const auto form = textFormOf(file))
        bytes = text(*form, why);
    else
        why = m_form->moves() ? movingBytesOf(suffix, bytes) : bytesOf(suffix, bytes);
    if (!why.isEmpty())
        return why;
    QSaveFile out(file);
    if (!bytes.isEmpty() && out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit())
        return {};
    return tr("%1 cannot be written: %2").arg(file, out.errorString());
}

void FigureDialog::save()
{
    const QString base = QFileInfo(m_document.source().fileName).completeBaseName();
    QStringList kinds {m_form->moves() ? tr("Figures that move (*.svg *.gif *.apng *.png *.webp *.mp4)")
                                       : tr("Figures (*.svg *.png *.pdf *.webp)")};
    for (const TextFormInfo& info : textForms())
        kinds << textFormName(info.form) + QStringLiteral(" (*") + QLatin1String(info.ending) + u')';
    QString chosen;
    QString file = QFileDialog::getSaveFileName(
        this, tr("Export the figure"), base + QStringLiteral(".svg"), kinds.join(QStringLiteral(";;")), &chosen);
    if (file.isEmpty())
        return;
    // The kind that was chosen wins over the ending that was proposed.
    if (const qsizetype kind = kinds.indexOf(chosen); kind > 0) {
        const TextFormInfo& info = textForms()[static_cast<std::size_t>(kind) - 1];
        if (textFormOf(file) != info.form) {
            if (file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
                file.chop(4);
            file += QLatin1String(info.ending);
        }
    }
    if (const QString why = saveTo(file); !why.isEmpty())
        return remark(why);
    emit saved(file);
    accept();
}

} // namespace connscope::figures
