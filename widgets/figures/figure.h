// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/annotation.h"
#include "theme/look.h"
#include "timeline/bookmarks.h"
#include "timeline/timeaxis.h"
#include "topology/arrangement.h"
#include "topology/tempo.h"
#include "view/document.h"
#include "view/filter.h"
#include "view/item.h"

#include <QColor>
#include <QImage>
#include <QRectF>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

class QPainter;

/// \file
/// A picture of a trace for a document: the views of the window, painted by the window's own painters, on a sheet with a
/// title above and a caption below. The same document, instant, selection, filter and look give the same picture, on
/// whatever it is painted: pixels, SVG, PDF.

namespace connscope::figures {

enum class FigureView : std::uint8_t { Topology, Timeline, Sequence };
inline constexpr std::size_t kMostViews = 4;

/// From instant to instant.
struct Span {
    Instant from {};
    Instant to {};
    bool operator==(const Span&) const = default;
};

struct FigureOptions {
    std::vector<FigureView> views {FigureView::Topology}; ///< from top to bottom; 1 to kMostViews
    Instant at {}; ///< where the playhead stands, within the document
    std::optional<Span> range; ///< what timeline and sequence show; none = all of it
    bool isCutOut
        = false; ///< the range is cut out of the whole trace's time axis, as in the window; else it has one of its own
    QSizeF size {1280, 800}; ///< of the whole sheet, px of 1/96 inch
    /// The sheet is as high as its views, at their size of type, and its words need: size.height() follows, and is what it
    /// comes to. At most this many px; none = the height is given.
    std::optional<double> mostHeight;
    double scale = 1; ///< device pixels for each px
    bool plainGlyphs = false; ///< see theme::Look; a PDF wants it
    bool transparent = false; ///< no ground: what lies behind the picture is seen
    QString title; ///< above the views; "" = none
    QString caption; ///< below the views, as many lines as it needs; "" = none
    bool legend = true;
    bool notes = false; ///< a line at the foot: where the picture comes from, and what it leaves out
    double smallestText = 6; ///< pt on the sheet, below which no label should be; text is enlarged for it
    timeline::AxisKind axis = timeline::AxisKind::Folded; ///< of the timeline
    std::uint32_t gather = 3; ///< of the sequence: see sequence::ChartOptions
    std::optional<Duration> silence = std::chrono::seconds(1); ///< likewise
    std::size_t page = 0; ///< of a sequence that needs several sheets, from 1; 0 = it has to fit on one
    topology::Tempo tempo; ///< of an animation: how fast it goes by; see motion.h
    bool clock = false; ///< above the views: the instant, and in an animation what goes by faster or slower
    view::Item selected;
    topology::Arrangement arrangement; ///< what a person moved and opened
    std::vector<timeline::Bookmark> bookmarks; ///< ascending
    std::vector<scenario::Annotation>
        annotations; ///< written into topology and timeline; what numbers mean stands below
};

/// 160 mm are 604.7 px.
constexpr double pxOfMm(double mm) { return mm * 96 / 25.4; }
constexpr double mmOfPx(double px) { return px * 25.4 / 96; }

/// The smallest sheet on which so many views can be read.
QSize smallestSheet(std::size_t views);

/// A figure that is laid out once and painted as often as wanted, at one instant or at many.
class Figure {
public:
    /// All of these must outlive it. \a look: its colours, fonts and language; while the figure lives text is enlarged where
    /// smallestText asks for it.
    Figure(const view::Document& document, const view::Filter& filter, theme::Look& look, FigureOptions options);
    ~Figure();
    Figure(const Figure&) = delete;
    Figure& operator=(const Figure&) = delete;

    const FigureOptions& options() const { return m_options; }
    /// Why it cannot be drawn as it was asked for, and what to do; "" = it can. In the language of the moment, as warnings().
    QString refusal() const;
    /// What whoever asked should know: labels that became small, lanes that found no room. In the interface's language.
    QStringList warnings() const;
    /// The size of the smallest labels, pt on the sheet.
    double smallestText() const { return m_smallestText; }
    /// The colour behind it, where it is not transparent.
    QColor ground() const { return m_look.theme().card; }
    /// Sheets that a sequence needs; 1 without one.
    std::size_t pages() const { return m_pages; }

    /// Another instant of the same figure, for an animation. \a folded: how long the stretch without an event is that goes by
    /// faster than the rest just now; zero = none does. \a rate: seconds of the trace for one of watching, which the clock
    /// says where it is not 1.
    void setFrame(Instant at, Duration folded = {}, double rate = 1);

    /// Paints onto the whole of options().size. \a page from 1; 0 = as the options say.
    void paint(QPainter& painter, std::size_t page = 0) const;
    /// The same as an image of size * scale device pixels.
    QImage image(std::size_t page = 0) const;

    /// Where each view stands on the sheet, in the order of options().views.
    const std::vector<QRectF>& rects() const { return m_rects; }

private:
    class Part;
    class TopologyPart;
    class TimelinePart;
    class SequencePart;

    void layOut();
    void collectMeanings();
    double placeMeanings(double bottom);
    double placeWords(double& top);
    void placeParts(double top, double bottom);
    QStringList notes() const;

    const view::Document& m_document;
    const view::Filter& m_filter;
    theme::Look& m_look;
    FigureOptions m_options;
    double m_textScale = 1; // of the look before it was enlarged
    bool m_plainGlyphs = false; // of the look before
    std::vector<std::unique_ptr<Part>> m_parts;
    std::vector<QRectF> m_rects;
    std::vector<double> m_natural; // heights of the parts where the sheet has room for them; empty: they share
    Duration m_folded {};
    double m_rate = 1;
    QRectF m_clockRect;
    QRectF m_titleRect;
    QRectF m_captionRect;
    QRectF m_runsRect; // whose letter is whose, of two runs
    QRectF m_notesRect;
    /// What a number stands for.
    struct Meaning {
        QString number;
        QString text;
        QRectF disc;
        QRectF words;
    };
    std::vector<Meaning> m_meanings; // ascending
    double m_smallestText = 0;
    double m_room = 0; // for each view, px; less than it needs where words take it
    std::size_t m_pages = 1;
};

/// A figure as an image.
QImage figureImage(
    const view::Document& document, const view::Filter& filter, theme::Look& look, const FigureOptions& options);

} // namespace connscope::figures
