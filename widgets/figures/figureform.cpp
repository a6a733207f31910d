// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/figureform.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace connscope::figures {

namespace {

constexpr double kLargest = 16'384; // px of a side

enum Scope : int { All, Visible, Selected };

QDoubleSpinBox* spin(double low, double high, double value, int decimals, QWidget* parent)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(low, high);
    box->setDecimals(decimals);
    box->setValue(value);
    box->setKeyboardTracking(false); // half a number is none
    return box;
}

/// One that long entries do not make wide.
QComboBox* combo(const QStringList& items, QWidget* parent)
{
    auto* box = new QComboBox(parent);
    box->addItems(items);
    return box;
}

} // namespace

FigureForm::FigureForm(const SeenNow& seen, const theme::Look& look, QWidget* parent)
    : QTabWidget(parent)
{
    setDocumentMode(true);
    addTab(makePicture(seen, look), tr("&Picture"));
    addTab(makeWords(), tr("&Words"));
    addTab(makeMotion(), tr("&Motion"));
    connectAll();
}

QWidget* FigureForm::makePicture(const SeenNow& seen, const theme::Look& look)
{
    auto* page = new QWidget(this);
    auto* form = new QFormLayout(page);
    auto* views = new QHBoxLayout;
    for (const QString& name : {tr("&Topology"), tr("T&imeline"), tr("&Sequence")}) {
        m_views << new QCheckBox(name, page);
        views->addWidget(m_views.last());
    }
    views->addStretch(1);
    m_views[0]->setChecked(true);
    form->addRow(tr("Views"), views);
    m_scope = new QComboBox(page);
    m_scope->addItem(tr("all of the trace"), All);
    if (seen.visible)
        m_scope->addItem(tr("what the timeline shows"), Visible);
    if (seen.selected)
        m_scope->addItem(tr("the selected range"), Selected);
    form->addRow(tr("&Range"), m_scope);
    m_axis = combo({tr("silences folded"), tr("linear"), tr("by event")}, page);
    form->addRow(tr("Time &axis"), m_axis);

    auto* size = new QHBoxLayout;
    m_width = spin(240, kLargest, 1280, 0, page);
    m_height = spin(120, kLargest, 800, 0, page);
    m_unit = combo({tr("px"), tr("mm")}, page);
    m_width->setAccessibleName(tr("Width"));
    m_height->setAccessibleName(tr("Height"));
    m_unit->setAccessibleName(tr("Unit"));
    size->addWidget(m_width, 1);
    size->addWidget(new QLabel(QStringLiteral("×"), page));
    size->addWidget(m_height, 1);
    size->addWidget(m_unit);
    auto* sizeLabel = new QLabel(tr("Si&ze"), page);
    sizeLabel->setBuddy(m_width);
    form->addRow(sizeLabel, size);
    m_freeHeight = new QCheckBox(tr("As high as nee&ded"), page);
    connect(m_freeHeight, &QCheckBox::toggled, m_height, &QWidget::setDisabled);
    form->addRow(QString(), m_freeHeight);
    m_dpi = spin(24, 1200, 96, 0, page);
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setToolTip(tr("Pixels to the inch; SVG and PDF have none"));
    form->addRow(tr("Res&olution"), m_dpi);
    m_smallest = spin(3, 24, 6, 1, page);
    m_smallest->setSuffix(tr(" pt"));
    m_smallest->setToolTip(tr("No label is smaller on the sheet"));
    form->addRow(tr("Smallest t&ype"), m_smallest);

    m_theme = combo({tr("light"), tr("dark"), tr("light, high contrast"), tr("dark, high contrast")}, page);
    m_theme->setCurrentIndex((look.theme().isDark ? 1 : 0) + (look.highContrast() ? 2 : 0));
    form->addRow(tr("T&heme"), m_theme);
    m_language = combo({QStringLiteral("English"), QStringLiteral("简体中文")}, page);
    m_language->setCurrentIndex(look.language() == theme::Language::Chinese ? 1 : 0);
    form->addRow(tr("Lang&uage"), m_language);
    m_legend = new QCheckBox(tr("&Legend"), page);
    m_legend->setChecked(true);
    m_annotations = new QCheckBox(tr("A&nnotations"), page);
    m_annotations->setChecked(true);
    m_annotations->setEnabled(!seen.annotations.empty());
    m_notes = new QCheckBox(tr("Where it &comes from"), page);
    m_transparent = new QCheckBox(tr("Transparent &ground"), page);
    auto* switches = new QGridLayout;
    switches->addWidget(m_legend, 0, 0);
    switches->addWidget(m_annotations, 0, 1);
    switches->addWidget(m_notes, 1, 0);
    switches->addWidget(m_transparent, 1, 1);
    form->addRow(tr("With"), switches);
    return page;
}

QWidget* FigureForm::makeWords()
{
    auto* page = new QWidget(this);
    auto* form = new QFormLayout(page);
    m_title = new QLineEdit(page);
    m_title->setObjectName(QStringLiteral("title"));
    form->addRow(tr("Titl&e"), m_title);
    m_caption = new QLineEdit(page);
    m_caption->setObjectName(QStringLiteral("caption"));
    form->addRow(tr("&Caption"), m_caption);
    m_makeCaption = new QCheckBox(tr("&from the trace"), page);
    form->addRow(QString(), m_makeCaption);
    m_alternative = new QLineEdit(page);
    m_alternative->setObjectName(QStringLiteral("alternative"));
    m_alternative->setToolTip(tr("For those who cannot see the picture; the file holds it"));
    form->addRow(tr("&Alternative text"), m_alternative);
    m_makeAlternative = new QCheckBox(tr("from the t&race"), page);
    form->addRow(QString(), m_makeAlternative);
    return page;
}

QWidget* FigureForm::makeMotion()
{
    auto* page = new QWidget(this);
    auto* form = new QFormLayout(page);
    m_moves = new QCheckBox(tr("The figure mo&ves over its range"), page);
    form->addRow(m_moves);
    m_fps = spin(1, 50, 25, 0, page);
    m_fps->setSuffix(tr(" a second"));
    form->addRow(tr("&Frames"), m_fps);
    m_slowed = new QCheckBox(tr("Slowed where it is &new"), page);
    m_slowed->setObjectName(QStringLiteral("slowed"));
    m_slowed->setChecked(true);
    m_slowed->setToolTip(tr("As the window plays: long enough to see what is new, and a minute at most"));
    form->addRow(QString(), m_slowed);
    m_speed = spin(0.0001, 10'000, 1, 4, page);
    m_speed->setSuffix(tr(" s for one of watching"));
    m_speed->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    form->addRow(tr("S&peed"), m_speed);
    m_idle = spin(0, 600, 1, 1, page);
    m_idle->setSuffix(tr(" s at most"));
    m_idle->setSpecialValueText(tr("as long as it took"));
    m_idle->setToolTip(tr("How long a stretch without an event takes to watch; what goes by faster is marked"));
    form->addRow(tr("&Silence"), m_idle);
    m_loops = new QCheckBox(tr("&Begins again at its end"), page);
    m_loops->setChecked(true);
    form->addRow(QString(), m_loops);
    for (QWidget* widget : {static_cast<QWidget*>(m_fps), static_cast<QWidget*>(m_slowed),
             static_cast<QWidget*>(m_idle), static_cast<QWidget*>(m_loops)}) {
        widget->setEnabled(false);
        connect(m_moves, &QCheckBox::toggled, widget, &QWidget::setEnabled);
    }
    const auto allowSpeed = [this] { m_speed->setEnabled(moves() && !isSlowed()); };
    allowSpeed();
    connect(m_moves, &QCheckBox::toggled, this, allowSpeed);
    connect(m_slowed, &QCheckBox::toggled, this, allowSpeed);
    return page;
}

void FigureForm::connectAll()
{
    for (QCheckBox* box : findChildren<QCheckBox*>())
        connect(box, &QCheckBox::toggled, this, &FigureForm::changed);
    for (QDoubleSpinBox* box : findChildren<QDoubleSpinBox*>())
        connect(box, &QDoubleSpinBox::valueChanged, this, &FigureForm::changed);
    for (QComboBox* box : findChildren<QComboBox*>()) {
        if (box != m_unit)
            connect(box, &QComboBox::currentIndexChanged, this, &FigureForm::changed);
    }
    for (QLineEdit* edit : {m_title, m_caption, m_alternative})
        connect(edit, &QLineEdit::textChanged, this, &FigureForm::changed);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &FigureForm::chooseUnit);
    const auto takeTurns = [this](QCheckBox* box, QLineEdit* edit, QString FigureForm::*own) {
        connect(box, &QCheckBox::toggled, this, [this, edit, own](bool made) {
            const QSignalBlocker quiet(edit);
            if (made)
                this->*own = edit->text();
            else
                edit->setText(this->*own);
            edit->setReadOnly(made);
        });
    };
    takeTurns(m_makeCaption, m_caption, &FigureForm::m_ownCaption);
    takeTurns(m_makeAlternative, m_alternative, &FigureForm::m_ownAlternative);
}

/// The same size in the other unit.
void FigureForm::chooseUnit()
{
    const bool mm = m_unit->currentIndex() == 1;
    const double width = m_width->value();
    const double height = m_height->value();
    for (QDoubleSpinBox* box : {m_width, m_height}) {
        const QSignalBlocker blocker(box);
        box->setDecimals(mm ? 1 : 0);
        box->setRange(mm ? 20 : 120, mm ? 4'000 : kLargest);
    }
    m_width->setValue(mm ? mmOfPx(width) : std::round(pxOfMm(width)));
    m_height->setValue(mm ? mmOfPx(height) : std::round(pxOfMm(height)));
    emit changed();
}

FigureOptions FigureForm::options(const SeenNow& seen) const
{
    FigureOptions options;
    options.views.clear();
    for (qsizetype i = 0; i < m_views.size(); ++i) {
        if (m_views[i]->isChecked())
            options.views.push_back(static_cast<FigureView>(i));
    }
    const bool mm = m_unit->currentIndex() == 1;
    options.size = mm ? QSizeF(pxOfMm(m_width->value()), pxOfMm(m_height->value()))
                      : QSizeF(m_width->value(), m_height->value());
    options.scale = m_dpi->value() / 96;
    if (isHeightFree())
        options.mostHeight = std::floor(kLargest / std::max(options.scale, 1.0));
    options.at = seen.at;
    const int scope = m_scope->currentData().toInt();
    options.range = scope == Visible ? seen.visible : scope == Selected ? seen.selected : std::nullopt;
    options.axis = m_axis->currentIndex() == 1 ? timeline::AxisKind::Linear
        : m_axis->currentIndex() == 2          ? timeline::AxisKind::ByEvent
                                               : timeline::AxisKind::Folded;
    options.transparent = m_transparent->isChecked();
    options.legend = m_legend->isChecked();
    options.notes = m_notes->isChecked();
    options.smallestText = m_smallest->value();
    options.title = m_title->text();
    options.caption = makesCaption() ? QString() : m_caption->text();
    options.selected = seen.item;
    options.arrangement = seen.arrangement;
    options.bookmarks = seen.bookmarks;
    if (m_annotations->isChecked())
        options.annotations = seen.annotations;
    return options;
}

AnimationOptions FigureForm::animation() const
{
    AnimationOptions out;
    out.framesPerSecond = m_fps->value();
    out.speed = m_speed->value();
    out.idle.reset();
    if (m_idle->value() > 0)
        out.idle = Duration {std::llround(m_idle->value() * 1e9)};
    out.loops = m_loops->isChecked();
    return out;
}

bool FigureForm::moves() const { return m_moves->isChecked(); }

bool FigureForm::isSlowed() const { return m_slowed->isChecked(); }

QSizeF FigureForm::printed() const
{
    return m_unit->currentIndex() == 1 ? QSizeF(m_width->value(), m_height->value()) : QSizeF();
}

bool FigureForm::isHeightFree() const { return m_freeHeight->isChecked(); }

void FigureForm::showHeight(double px)
{
    const QSignalBlocker quiet(m_height);
    m_height->setValue(m_unit->currentIndex() == 1 ? mmOfPx(px) : px);
}

bool FigureForm::isDark() const { return m_theme->currentIndex() % 2 == 1; }
bool FigureForm::isHighContrast() const { return m_theme->currentIndex() >= 2; }

theme::Language FigureForm::language() const
{
    return m_language->currentIndex() == 1 ? theme::Language::Chinese : theme::Language::English;
}

bool FigureForm::makesCaption() const { return m_makeCaption->isChecked(); }
bool FigureForm::makesAlternative() const { return m_makeAlternative->isChecked(); }
QString FigureForm::alternative() const { return makesAlternative() ? QString() : m_alternative->text(); }

void FigureForm::showMade(const QString& caption, const QString& alternative)
{
    const auto show = [](QLineEdit* edit, const QString& text) {
        const QSignalBlocker quiet(edit);
        edit->setText(text);
        edit->setCursorPosition(0);
    };
    if (makesCaption())
        show(m_caption, caption);
    if (makesAlternative())
        show(m_alternative, alternative);
}

} // namespace connscope::figures
