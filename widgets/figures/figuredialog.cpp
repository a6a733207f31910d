// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figuredialog.h"

#include "figures/figurepreview.h"
#include "vector/pdffile.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSaveFile>
#include <QTimer>
#include <QVBoxLayout>

#include <cmath>

namespace connscope::figures {

namespace {

enum Scope : int { All, Visible, Selected };

constexpr char kSvgType[] = "image/svg+xml";

QDoubleSpinBox* spin(double low, double high, double value, int decimals, QWidget* parent)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(low, high);
    box->setDecimals(decimals);
    box->setValue(value);
    box->setKeyboardTracking(false); // half a number is none
    return box;
}

} // namespace

FigureDialog::FigureDialog(const view::Document& document, const view::Filter& filter, const theme::Look& look,
    SeenNow seen, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_filter(filter)
    , m_seen(std::move(seen))
{
    setWindowTitle(tr("Export Figure"));
    m_look.setLanguage(look.language());
    build();
    m_theme->setCurrentIndex((look.theme().isDark ? 1 : 0) + (look.highContrast() ? 2 : 0));
    adoptTheme();
    connectAll();
    redraw();
}

FigureDialog::~FigureDialog() = default;

void FigureDialog::build()
{
    m_soon = new QTimer(this);
    m_soon->setSingleShot(true);
    m_soon->setInterval(0);

    auto* form = new QFormLayout;
    auto* views = new QHBoxLayout;
    for (const QString& name : {tr("&Topology"), tr("T&imeline"), tr("&Sequence")}) {
        auto* box = new QCheckBox(name, this);
        views->addWidget(box);
        m_views << box;
    }
    m_views[0]->setChecked(true);
    form->addRow(tr("Views"), views);
    m_scope = new QComboBox(this);
    m_scope->addItem(tr("all of the trace"), All);
    if (m_seen.visible)
        m_scope->addItem(tr("what the timeline shows"), Visible);
    if (m_seen.selected)
        m_scope->addItem(tr("the selected range"), Selected);
    form->addRow(tr("&Range"), m_scope);
    m_axis = new QComboBox(this);
    m_axis->addItems({tr("silences folded"), tr("linear"), tr("by event")});
    form->addRow(tr("Time &axis"), m_axis);

    auto* size = new QHBoxLayout;
    m_width = spin(240, 16'384, 1280, 0, this);
    m_height = spin(120, 16'384, 800, 0, this);
    m_unit = new QComboBox(this);
    m_unit->addItems({tr("px"), tr("mm")});
    m_width->setAccessibleName(tr("Width"));
    m_height->setAccessibleName(tr("Height"));
    m_unit->setAccessibleName(tr("Unit"));
    size->addWidget(m_width, 1);
    size->addWidget(new QLabel(QStringLiteral("×"), this));
    size->addWidget(m_height, 1);
    size->addWidget(m_unit);
    auto* sizeLabel = new QLabel(tr("Si&ze"), this);
    sizeLabel->setBuddy(m_width);
    form->addRow(sizeLabel, size);
    m_dpi = spin(24, 1200, 96, 0, this);
    m_dpi->setSuffix(tr(" dpi"));
    form->addRow(tr("Resolution of a &PNG"), m_dpi);
    m_smallest = spin(3, 24, 6, 1, this);
    m_smallest->setSuffix(tr(" pt"));
    form->addRow(tr("S&mallest type"), m_smallest);

    m_theme = new QComboBox(this);
    m_theme->addItems({tr("light"), tr("dark"), tr("light, high contrast"), tr("dark, high contrast")});
    form->addRow(tr("T&heme"), m_theme);
    m_transparent = new QCheckBox(tr("Transparent &ground"), this);
    m_legend = new QCheckBox(tr("&Legend"), this);
    m_legend->setChecked(true);
    m_notes = new QCheckBox(tr("&Notes: where it comes from"), this);
    form->addRow(QString(), m_transparent);
    form->addRow(QString(), m_legend);
    form->addRow(QString(), m_notes);
    m_title = new QLineEdit(this);
    form->addRow(tr("Titl&e"), m_title);
    m_caption = new QLineEdit(this);
    form->addRow(tr("&Caption"), m_caption);

    m_preview = new FigurePreview(this);
    m_remarks = new QLabel(this);
    m_remarks->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("Save As…"), QDialogButtonBox::AcceptRole);
    m_copyPicture = buttons->addButton(tr("Copy as Picture"), QDialogButtonBox::ActionRole);
    m_copySvg = buttons->addButton(tr("Copy as SVG"), QDialogButtonBox::ActionRole);
    buttons->addButton(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* right = new QVBoxLayout;
    right->addWidget(m_preview, 1);
    right->addWidget(m_remarks);
    auto* left = new QVBoxLayout;
    left->addLayout(form);
    left->addStretch(1);
    auto* both = new QHBoxLayout;
    both->addLayout(left);
    both->addLayout(right, 1);
    auto* all = new QVBoxLayout(this);
    all->addLayout(both, 1);
    all->addWidget(buttons);
    resize(1100, 640);
}

void FigureDialog::connectAll()
{
    const auto soon = [this] { m_soon->start(); };
    connect(m_soon, &QTimer::timeout, this, &FigureDialog::redraw);
    for (QCheckBox* box : m_views)
        connect(box, &QCheckBox::toggled, this, soon);
    for (QCheckBox* box : {m_transparent, m_legend, m_notes})
        connect(box, &QCheckBox::toggled, this, soon);
    for (QDoubleSpinBox* box : {m_width, m_height, m_dpi, m_smallest})
        connect(box, &QDoubleSpinBox::valueChanged, this, soon);
    for (QComboBox* box : {m_scope, m_axis})
        connect(box, &QComboBox::currentIndexChanged, this, soon);
    for (QLineEdit* edit : {m_title, m_caption})
        connect(edit, &QLineEdit::textChanged, this, soon);
    connect(m_theme, &QComboBox::currentIndexChanged, this, [this] {
        adoptTheme();
        m_soon->start();
    });
    connect(m_unit, &QComboBox::currentIndexChanged, this, &FigureDialog::chooseUnit);
    connect(m_save, &QPushButton::clicked, this, &FigureDialog::save);
    connect(m_copyPicture, &QPushButton::clicked, this, &FigureDialog::copyPicture);
    connect(m_copySvg, &QPushButton::clicked, this, &FigureDialog::copySvg);
    m_preview->setMimeSource([this] { return mimeData().release(); });
}

void FigureDialog::adoptTheme()
{
    const int index = m_theme->currentIndex();
    m_look.setMode(index % 2 == 1 ? theme::Look::Mode::Dark : theme::Look::Mode::Light);
    m_look.setHighContrast(index >= 2);
}

/// The same size in the other unit.
void FigureDialog::chooseUnit()
{
    const bool mm = m_unit->currentIndex() == 1;
    const double width = m_width->value();
    const double height = m_height->value();
    for (QDoubleSpinBox* box : {m_width, m_height}) {
        const QSignalBlocker blocker(box);
        box->setDecimals(mm ? 1 : 0);
        box->setRange(mm ? 20 : 120, mm ? 4'000 : 16'384);
    }
    m_width->setValue(mm ? mmOfPx(width) : std::round(pxOfMm(width)));
    m_height->setValue(mm ? mmOfPx(height) : std::round(pxOfMm(height)));
    m_soon->start();
}

FigureOptions FigureDialog::options() const
{
    FigureOptions options;
    options.views.clear();
    for (int i = 0; i < m_views.size(); ++i) {
        if (m_views[i]->isChecked())
            options.views.push_back(static_cast<FigureView>(i));
    }
    const bool mm = m_unit->currentIndex() == 1;
    options.size = mm ? QSizeF(pxOfMm(m_width->value()), pxOfMm(m_height->value()))
                      : QSizeF(m_width->value(), m_height->value());
    options.scale = m_dpi->value() / 96;
    options.at = m_seen.at;
    const int scope = m_scope->currentData().toInt();
    options.range = scope == Visible ? m_seen.visible : scope == Selected ? m_seen.selected : std::nullopt;
    options.axis = m_axis->currentIndex() == 1 ? timeline::AxisKind::Linear
        : m_axis->currentIndex() == 2          ? timeline::AxisKind::ByEvent
                                               : timeline::AxisKind::Folded;
    options.transparent = m_transparent->isChecked();
    options.legend = m_legend->isChecked();
    options.notes = m_notes->isChecked();
    options.smallestText = m_smallest->value();
    options.title = m_title->text();
    options.caption = m_caption->text();
    options.selected = m_seen.item;
    options.arrangement = m_seen.arrangement;
    options.bookmarks = m_seen.bookmarks;
    return options;
}

std::unique_ptr<Figure> FigureDialog::make() const
{
    return std::make_unique<Figure>(m_document, m_filter, m_look, options());
}

QString FigureDialog::refusal() const
{
    const FigureOptions now = options();
    if (now.views.empty())
        return tr("Choose a view.");
    const QSizeF pixels = now.size * now.scale;
    if (pixels.width() > 16'384 || pixels.height() > 16'384)
        return tr("That is more than 16384 pixels a side: choose a smaller size or resolution.");
    return make()->refusal();
}

void FigureDialog::redraw()
{
    QString why = refusal();
    QStringList remarks;
    if (why.isEmpty()) {
        FigureOptions shown = options();
        // As large as it is seen, and no larger: the preview of a poster need not have its pixels.
        const QSizeF room = m_preview->size() * m_preview->devicePixelRatioF();
        shown.scale
            = std::clamp(std::min(room.width() / shown.size.width(), room.height() / shown.size.height()), 0.1, 2.0);
        const Figure figure(m_document, m_filter, m_look, shown);
        m_preview->setImage(figure.image());
        remarks = figure.warnings();
        if (figure.pages() > 1)
            remarks << tr("The sequence needs %1 sheets of this size; a PDF has all of them, other files the first.")
                           .arg(figure.pages());
    } else {
        m_preview->setImage({});
        remarks << why;
    }
    m_remarks->setText(remarks.join(QLatin1Char('\n')));
    for (QPushButton* button : {m_save, m_copyPicture, m_copySvg})
        button->setEnabled(why.isEmpty());
}

FileOptions FigureDialog::fileOptions() const
{
    FileOptions file;
    if (m_unit->currentIndex() == 1)
        file.printed = {m_width->value(), m_height->value()};
    file.title = m_title->text().isEmpty() ? QString::fromStdString(m_document.source().title) : m_title->text();
    file.epoch = vector::sourceDateEpoch();
    return file;
}

std::unique_ptr<QMimeData> FigureDialog::mimeData() const
{
    auto mime = std::make_unique<QMimeData>();
    if (!refusal().isEmpty())
        return mime;
    const auto figure = make();
    mime->setImageData(figure->image());
    mime->setData(QString::fromLatin1(kSvgType), svgFile(*figure, m_look, fileOptions()));
    return mime;
}

void FigureDialog::copyPicture() const
{
    if (refusal().isEmpty())
        QApplication::clipboard()->setImage(make()->image());
}

/// As what it is, and as text for an editor.
void FigureDialog::copySvg() const
{
    if (!refusal().isEmpty()) {
        return;
    }
    const QByteArray svg = svgFile(*make(), m_look, fileOptions());
    auto* mime = new QMimeData;
    mime->setData(QString::fromLatin1(kSvgType), svg);
    mime->setText(QString::fromUtf8(svg));
    QApplication::clipboard()->setMimeData(mime);
}

QString FigureDialog::saveTo(const QString& file)
{
    if (const QString why = refusal(); !why.isEmpty())
        return why;
    const auto figure = make();
    const QString suffix = QFileInfo(file).suffix().toLower();
    QByteArray bytes;
    if (suffix == QLatin1String("svg"))
        bytes = svgFile(*figure, m_look, fileOptions());
    else if (suffix == QLatin1String("pdf"))
        bytes = pdfFile(*figure, fileOptions());
    else if (suffix == QLatin1String("png"))
        bytes = pngFile(*figure, fileOptions());
    else
        return tr("A figure's name ends in .png, .svg or .pdf.");
    QSaveFile out(file);
    if (!bytes.isEmpty() && out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit())
        return {};
    return tr("%1 cannot be written: %2").arg(file, out.errorString());
}

void FigureDialog::save()
{
    const QString base = QFileInfo(m_document.source().fileName).completeBaseName();
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Export the figure"), base + QStringLiteral(".svg"), tr("Figures (*.svg *.png *.pdf)"));
    if (file.isEmpty())
        return;
    if (const QString why = saveTo(file); !why.isEmpty()) {
        m_remarks->setText(why);
        return;
    }
    emit saved(file);
    accept();
}

} // namespace connscope::figures
