// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/look.h"

#include "theme/contrast.h"

#include <QFontDatabase>

#include <algorithm>
#include <utility>

namespace connscope::theme {

namespace {

constexpr std::array<double, kTypeCount> kSize {0.86, 1, 1, 1.22, 1.75};
constexpr std::array<QFont::Weight, kTypeCount> kWeight {
    QFont::Normal, QFont::Normal, QFont::DemiBold, QFont::DemiBold, QFont::DemiBold};

/// Those of \a wanted that are installed, then the system's own.
QStringList installed(const QStringList& wanted, const QString& system)
{
    const QStringList known = QFontDatabase::families();
    QStringList out;
    for (const QString& family : wanted) {
        if (known.contains(family))
            out << family;
    }
    if (!out.contains(system))
        out << system;
    return out;
}

} // namespace

Look::Look(QObject* parent)
    : QObject(parent)
    , m_theme(&themeOf(Scheme::Light))
{
    makeFonts();
}

void Look::setMode(Mode mode)
{
    if (std::exchange(m_mode, mode) != mode)
        update();
}

void Look::setHighContrast(bool on)
{
    if (std::exchange(m_highContrast, on) != on)
        update();
}

void Look::setSystemDark(bool dark)
{
    if (std::exchange(m_systemDark, dark) != dark)
        update();
}

void Look::update()
{
    const bool dark = m_mode == Mode::Dark || (m_mode == Mode::System && m_systemDark);
    const Scheme scheme = m_highContrast ? (dark ? Scheme::HighContrastDark : Scheme::HighContrastLight)
                                         : (dark ? Scheme::Dark : Scheme::Light);
    if (m_theme->scheme == scheme)
        return;
    m_theme = &themeOf(scheme);
    emit changed();
}

void Look::setLanguage(Language language)
{
    if (m_format.language() == language)
        return;
    m_format = Format(language);
    emit changed();
}

void Look::setTextScale(double scale)
{
    scale = std::clamp(scale, 0.5, 4.0);
    if (qFuzzyCompare(scale, m_textScale))
        return;
    m_textScale = scale;
    makeFonts();
    emit changed();
}

void Look::setPlainGlyphs(bool on)
{
    if (std::exchange(m_plainGlyphs, on) == on)
        return;
    makeFonts();
    emit changed();
}

void Look::setReducedMotion(bool on)
{
    if (std::exchange(m_reducedMotion, on) != on)
        emit changed();
}

void Look::makeFonts()
{
    const QFont system = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    const QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    const QStringList chinese {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("WenQuanYi Micro Hei")};
    const QStringList text = installed(QStringList {QStringLiteral("Inter")} + chinese, system.family());
    const QStringList mono = installed(
        QStringList {QStringLiteral("Noto Sans Mono"), QStringLiteral("DejaVu Sans Mono")} + chinese, fixed.family());
    const double base = std::max(system.pointSizeF() > 0 ? system.pointSizeF() : 10.0, 7.0) * m_textScale;
    for (std::size_t i = 0; i < kTypeCount; ++i) {
        QFont font;
        font.setPointSizeF(base * kSize[i]);
        font.setWeight(kWeight[i]);
        if (m_plainGlyphs)
            font.setStyleStrategy(QFont::PreferNoShaping);
        font.setFamilies(text);
        m_text[i] = font;
        font.setFamilies(mono);
        font.setStyleHint(QFont::Monospace);
        m_mono[i] = font;
    }
}

QPalette Look::palette() const
{
    const Theme& t = *m_theme;
    QPalette p;
    p.setColor(QPalette::Window, t.paper);
    p.setColor(QPalette::WindowText, t.ink);
    p.setColor(QPalette::Base, t.card);
    p.setColor(QPalette::AlternateBase, t.raised);
    p.setColor(QPalette::Text, t.ink);
    p.setColor(QPalette::PlaceholderText, t.secondary);
    p.setColor(QPalette::Button, t.raised);
    p.setColor(QPalette::ButtonText, t.ink);
    p.setColor(QPalette::BrightText, t.error);
    p.setColor(QPalette::ToolTipBase, t.card);
    p.setColor(QPalette::ToolTipText, t.ink);
    p.setColor(QPalette::Highlight, t.role(Role::Data).text);
    p.setColor(QPalette::HighlightedText, t.card);
    p.setColor(QPalette::Link, t.role(Role::Data).text);
    p.setColor(QPalette::LinkVisited, t.role(Role::Bootstrap).text);
    p.setColor(QPalette::Light, t.card);
    p.setColor(QPalette::Midlight, t.hairline);
    p.setColor(QPalette::Mid, t.hairline);
    p.setColor(QPalette::Dark, t.outline);
    p.setColor(QPalette::Shadow, t.outline);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, mixed(t.paper, t.secondary, 0.65));
    return p;
}

} // namespace connscope::theme
