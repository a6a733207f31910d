// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/format.h"
#include "theme/rolelook.h"
#include "theme/theme.h"

#include <QFont>
#include <QObject>
#include <QPalette>

/// \file
/// The look of the window now: scheme, language, sizes of type. Views read it while they paint and repaint when it
/// says that it changed.

namespace connscope::theme {

/// Sizes of type, relative to the system's font.
enum class Type : std::uint8_t {
    Small, ///< captions, labels of axes
    Body,
    Strong, ///< body, semi-bold
    Title, ///< names of nodes and pages
    Hero, ///< what the last row of a lecture hall must read
};
inline constexpr int kTypeCount = static_cast<int>(Type::Hero) + 1;

class Look : public QObject {
    Q_OBJECT

public:
    enum class Mode : std::uint8_t { System, Light, Dark };
    Q_ENUM(Mode)

    explicit Look(QObject* parent = nullptr);

    const Theme& theme() const { return *m_theme; }
    RoleLook role(Role r) const { return roleLook(r, *m_theme); }
    CloserLook closer(trace::Side s) const { return closerLook(s, *m_theme); }

    /// Light and dark follow the system unless overridden; high contrast goes with either.
    Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    bool highContrast() const { return m_highContrast; }
    void setHighContrast(bool on);
    /// What the system asks for; told by the application.
    void setSystemDark(bool dark);

    Language language() const { return m_format.language(); }
    const Format& format() const { return m_format; }
    /// The application installs the translation before it calls this.
    void setLanguage(Language language);

    /// 1 = as the system; Present uses more.
    double textScale() const { return m_textScale; }
    void setTextScale(double scale);
    /// Every letter is the font's own sign for it. Otherwise a font may have others beside digits and capitals (Inter has a
    /// higher "-" for "-1" and "TIME-WAIT"), of which a PDF does not know what they stand for: they would be missing where its
    /// text is searched or copied. Letters are then not kerned.
    bool plainGlyphs() const { return m_plainGlyphs; }
    void setPlainGlyphs(bool on);
    /// Travel is replaced by highlights.
    bool reducedMotion() const { return m_reducedMotion; }
    void setReducedMotion(bool on);

    /// Text: Inter where installed, with the platform's Chinese faces behind it.
    QFont text(Type type = Type::Body) const { return m_text[static_cast<std::size_t>(type)]; }
    /// Ids, clocks, log lines: every digit has the same width.
    QFont mono(Type type = Type::Body) const { return m_mono[static_cast<std::size_t>(type)]; }

    /// For QApplication::setPalette: widgets in the colours of the theme.
    QPalette palette() const;

signals:
    /// Colours, fonts, language or motion: paint again; texts that were built have to be built again.
    void changed();

private:
    void update();
    void makeFonts();

    const Theme* m_theme;
    Format m_format;
    Mode m_mode = Mode::System;
    bool m_highContrast = false;
    bool m_systemDark = false;
    bool m_reducedMotion = false;
    bool m_plainGlyphs = false;
    double m_textScale = 1;
    std::array<QFont, kTypeCount> m_text;
    std::array<QFont, kTypeCount> m_mono;
};

} // namespace connscope::theme
