// SPDX-License-Identifier: GPL-3.0-or-later
#include "figures/clearlayers.h"

#include <algorithm>

namespace connscope::figures {

namespace {

/// So many pixels that are drawn once more than they need be cost as much as an image of their own that lays them down.
constexpr std::size_t kWorthAnImage = 8'000;

const QRgb* lineOf(const QImage& image, int y) { return reinterpret_cast<const QRgb*>(image.constScanLine(y)); }

bool isThere(QRgb pixel) { return qAlpha(pixel) != 0; }
bool isOpaque(QRgb pixel) { return qAlpha(pixel) == 255; }

/// The smallest rectangle around pixels.
class Bounds {
public:
    void add(int x, int y)
    {
        m_left = std::min(m_left, x);
        m_right = std::max(m_right, x);
        m_top = std::min(m_top, y);
        m_bottom = std::max(m_bottom, y);
    }
    bool isEmpty() const { return m_right < m_left; }
    QRect rect() const { return isEmpty() ? QRect() : QRect(QPoint(m_left, m_top), QPoint(m_right, m_bottom)); }

private:
    int m_left = INT32_MAX;
    int m_top = INT32_MAX;
    int m_right = -1;
    int m_bottom = -1;
};

} // namespace

struct ClearLayering::Look {
    QRect over; ///< what differs from what lies below
    QRect staying; ///< of that, what stays as it is as far as can be seen
    std::size_t stayingPixels = 0;
    bool allStays = true; ///< it does
    QRect going; ///< what lies below and is clear in one of the frames ahead
    bool mustGo = false; ///< in the very next
};

ClearLayering::ClearLayering(std::size_t ahead, bool mayPause, std::function<void(ClearLayer&&)> out)
    : m_ahead(std::max<std::size_t>(ahead, 1))
    , m_mayPause(mayPause)
    , m_out(std::move(out))
{
}

void ClearLayering::add(QImage frame)
{
    const auto pixels = static_cast<std::size_t>(frame.width()) * static_cast<std::size_t>(frame.height());
    const auto number = m_number + static_cast<std::uint32_t>(m_frames.size());
    if (m_below.isNull()) {
        m_below = QImage(frame.size(), frame.format());
        m_below.fill(Qt::transparent);
        m_changed.assign(pixels, 0);
        m_clear.assign(pixels, 0);
    }
    const QImage* last = m_frames.empty() ? nullptr : &m_frames.back().image;
    if (last && *last == frame) {
        ++m_frames.back().frames;
        return;
    }
    for (int y = 0; y < frame.height(); ++y) {
        const QRgb* now = lineOf(frame, y);
        const QRgb* before = last ? lineOf(*last, y) : nullptr;
        const std::size_t line = static_cast<std::size_t>(y) * static_cast<std::size_t>(frame.width());
        std::uint32_t* changed = m_changed.data() + line;
        std::uint32_t* clear = m_clear.data() + line;
        for (int x = 0; x < frame.width(); ++x) {
            if (before && now[x] != before[x])
                changed[x] = number;
            if ((!before || now[x] != before[x]) && !isOpaque(now[x]))
                clear[x] = number + 1;
        }
    }
    m_frames.push_back({std::move(frame), 1});
    // How long the last one is seen is not known before the next has come.
    if (m_frames.size() > m_ahead + 1)
        settleFirst();
}

void ClearLayering::finish()
{
    while (!m_frames.empty())
        settleFirst();
}

ClearLayering::Look ClearLayering::look() const
{
    const QImage& image = m_frames.front().image;
    const QImage* next = m_frames.size() > 1 ? &m_frames[1].image : nullptr;
    const auto width = static_cast<std::size_t>(image.width());
    Bounds over;
    Bounds staying;
    Bounds going;
    Look out;
    for (int y = 0; y < image.height(); ++y) {
        const QRgb* now = lineOf(image, y);
        const QRgb* below = lineOf(m_below, y);
        const QRgb* then = next ? lineOf(*next, y) : nullptr;
        const std::uint32_t* changed = m_changed.data() + static_cast<std::size_t>(y) * width;
        const std::uint32_t* clear = m_clear.data() + static_cast<std::size_t>(y) * width;
        for (int x = 0; x < image.width(); ++x) {
            if (now[x] != below[x]) {
                over.add(x, y);
                if (changed[x] <= m_number) {
                    staying.add(x, y);
                    ++out.stayingPixels;
                } else {
                    out.allStays = false;
                }
            }
            if (isThere(below[x]) && clear[x] > m_number + 1) {
                going.add(x, y);
                out.mustGo = out.mustGo || (then && then[x] != below[x] && !isOpaque(then[x]));
            }
        }
    }
    out.over = over.rect();
    out.staying = staying.rect();
    out.going = going.rect();
    return out;
}

void ClearLayering::settleFirst()
{
    using After = ClearLayer::After;
    const Look look = this->look();
    const bool isFirst = m_number == 0;
    const QRect all = m_frames.front().image.rect();
    const QRect over = isFirst ? all : look.over;
    const bool isLast = m_frames.size() == 1;
    if (isLast || (!look.mustGo && look.allStays)) {
        put(over, After::Stays, false);
        m_below = m_frames.front().image;
        m_repeated = 0;
    } else if (look.mustGo && m_mayPause) {
        put(over, After::Goes, true);
        ClearLayer hole {look.going, QImage(look.going.size(), m_below.format()), After::Clears, 0};
        hole.image.fill(Qt::transparent);
        m_out(std::move(hole));
        clear(look.going);
    } else if (look.mustGo) {
        const QRect rect = over.united(look.going);
        put(rect, After::Clears, false);
        clear(rect);
    } else {
        m_repeated += look.stayingPixels;
        const bool isWorthIt = m_mayPause && m_repeated >= kWorthAnImage;
        // Before the first there was nothing, and readers differ about going back to that.
        put(over, isFirst ? After::Clears : After::Goes, isWorthIt);
        if (isWorthIt)
            layDown(look);
    }
    m_frames.pop_front();
    ++m_number;
}

/// The part of the first frame that differs from what lies below.
void ClearLayering::put(QRect rect, ClearLayer::After after, bool sharesItsTime)
{
    const Frame& frame = m_frames.front();
    if (rect.isEmpty())
        rect = QRect(0, 0, 1, 1); // nothing is new, but time goes on
    ClearLayer layer {rect, frame.image.copy(rect), after, frame.frames, sharesItsTime};
    for (int y = 0; y < rect.height(); ++y) {
        auto* to = reinterpret_cast<QRgb*>(layer.image.scanLine(y));
        const QRgb* below = lineOf(m_below, rect.top() + y) + rect.left();
        for (int x = 0; x < rect.width(); ++x) {
            if (to[x] == below[x])
                to[x] = 0;
        }
    }
    m_out(std::move(layer));
}

/// What stays goes below, in an image of its own; and with it what only becomes another colour, such as a line on which something
/// travels: the frames after it paint over that, and no line has a gap for the moment in which this image is seen.
void ClearLayering::layDown(const Look& look)
{
    const QImage& image = m_frames.front().image;
    const QRect& rect = look.staying;
    ClearLayer layer {rect, QImage(rect.size(), image.format()), ClearLayer::After::Stays, 0};
    for (int y = 0; y < rect.height(); ++y) {
        auto* to = reinterpret_cast<QRgb*>(layer.image.scanLine(y));
        const QRgb* now = lineOf(image, rect.top() + y) + rect.left();
        auto* below = reinterpret_cast<QRgb*>(m_below.scanLine(rect.top() + y)) + rect.left();
        const std::size_t first = static_cast<std::size_t>(rect.top() + y) * static_cast<std::size_t>(image.width())
            + static_cast<std::size_t>(rect.left());
        const std::uint32_t* changed = m_changed.data() + first;
        const std::uint32_t* clear = m_clear.data() + first;
        for (int x = 0; x < rect.width(); ++x) {
            const bool isNew
                = now[x] != below[x] && (changed[x] <= m_number || (isOpaque(now[x]) && clear[x] <= m_number + 1));
            to[x] = isNew ? now[x] : 0;
            if (isNew)
                below[x] = now[x];
        }
    }
    m_repeated = 0;
    m_out(std::move(layer));
}

void ClearLayering::clear(const QRect& rect)
{
    for (int y = rect.top(); y <= rect.bottom(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(m_below.scanLine(y));
        std::fill(line + rect.left(), line + rect.right() + 1, 0U);
    }
}

} // namespace connscope::figures
