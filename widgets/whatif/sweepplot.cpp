// SPDX-License-Identifier: GPL-3.0-or-later
#include "whatif/sweepplot.h"

#include "vector/svgdevice.h"
#include "whatif/words.h"

#include <QBuffer>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace connscope::whatif {

using sweep::Table;

namespace {

/// Columns that tell where connections come from and go to.
constexpr const char* kStory[]
    = {"opened", "peak", "open", "closed_by_client", "closed_by_broker", "closed_by_network"};

constexpr int kLegendWrap = 4; // names in a row
constexpr int kDigits = 9; // of a tick's label at most: a number is told as it is

/// Ticks at whole numbers only.
class WholeTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override
    {
        const double step = QCPAxisTicker::getTickStep(range);
        const bool isWhole = step >= 1 && step == std::floor(step);
        return isWhole ? step : std::max(1.0, std::floor(step));
    }
    int getSubTickCount(double tickStep) override
    {
        return tickStep <= 2 ? 0 : QCPAxisTicker::getSubTickCount(tickStep);
    }
};

QSharedPointer<QCPAxisTicker> tickerFor(bool areWhole)
{
    return areWhole ? QSharedPointer<QCPAxisTicker>(new WholeTicker)
                    : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker);
}

std::size_t columnOf(std::string_view name)
{
    const auto all = sweep::columns();
    const auto it = std::find_if(all.begin(), all.end(), [name](const sweep::Column& c) { return c.name == name; });
    return static_cast<std::size_t>(it - all.begin());
}

QString titleOf(const sweep::Column& column, const theme::Look& look)
{
    return toText(languageOf(look) == analysis::Language::Chinese ? column.chinese : column.title);
}

/// Closers have their colours, other numbers are ink; values of a second setting take colours by turns.
QColor colourOf(std::string_view column, std::size_t place, const theme::Theme& theme)
{
    if (column == "closed_by_client")
        return theme.closer(trace::Side::Client).mark;
    if (column == "closed_by_broker")
        return theme.closer(trace::Side::Broker).mark;
    if (column == "closed_by_network")
        return theme.closer(trace::Side::Network).mark;
    if (column == "opened" || column == "open")
        return theme.ink;
    if (!column.empty())
        return theme.secondary;
    const QColor turns[] = {theme.role(Role::Data).mark, theme.role(Role::Coordinator).mark,
        theme.role(Role::Bootstrap).mark, theme.role(Role::Transaction).mark, theme.ink};
    return turns[place % std::size(turns)];
}

} // namespace

SweepPlot::SweepPlot(const theme::Look& look, QWidget* parent)
    : QCustomPlot(parent)
    , m_look(look)
{
    setMinimumHeight(220);
    legend->setVisible(true);
    // In a row of its own above, where it lies on no line.
    axisRect()->insetLayout()->take(legend);
    plotLayout()->insertRow(0);
    plotLayout()->addElement(0, 0, legend);
    plotLayout()->setRowStretchFactor(0, 0.001);
    legend->setFillOrder(QCPLegend::foColumnsFirst);
    legend->setWrap(kLegendWrap);
    axisRect()->setupFullAxesBox(false);
    xAxis2->setVisible(false);
    yAxis2->setVisible(false);
    setFocusPolicy(Qt::NoFocus); // the table beside it has the same, for the keyboard
    connect(this, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        if (event->button() != Qt::LeftButton)
            return;
        if (const auto row = rowAt(event->position()))
            emit rowClicked(*row);
    });
    connect(this, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        setCursor(rowAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    });
    connect(&look, &theme::Look::changed, this, [this] {
        restyle();
        draw();
    });
    restyle();
}

void SweepPlot::clearTable()
{
    m_lines.clear();
    m_names.clear();
    m_xTitle.clear();
    m_yTitle.clear();
    draw();
}

void SweepPlot::setTable(const Table& table, std::optional<std::size_t> column, bool isLog)
{
    m_lines.clear();
    m_names.clear();
    if (table.axes.empty())
        return;
    const auto columns = sweep::columns();
    const sweep::Axis& axis = table.axes.front();
    const std::optional<std::vector<double>> numbers = axis.numbers();
    m_isLog = isLog && numbers && std::all_of(numbers->begin(), numbers->end(), [](double x) { return x > 0; });
    if (!numbers) {
        for (const std::string& value : axis.values)
            m_names.push_back(QString::fromStdString(value));
    }
    m_xTitle = QString::fromStdString(axis.name);
    const std::size_t stride = table.axes.size() == 2 ? table.axes[1].values.size() : 1;
    const auto addLine = [&](const QString& name, std::size_t offset, std::size_t which, const QColor& colour) {
        Line line {name, {}, colour};
        for (std::size_t i = 0; i < axis.values.size(); ++i) {
            const std::size_t row = i * stride + offset;
            if (row < table.rows.size() && table.rows[row].isDone && table.rows[row].error.empty())
                line.points.push_back({row, numbers ? (*numbers)[i] : static_cast<double>(i),
                    columns[which].number(table.rows[row].measures)});
        }
        m_lines.push_back(std::move(line));
    };
    const theme::Theme& theme = m_look.theme();
    if (table.axes.size() == 2) {
        const std::size_t which = column.value_or(columnOf("peak"));
        m_yTitle = titleOf(columns[which], m_look);
        for (std::size_t j = 0; j < std::min(stride, kMostLines); ++j)
            addLine(QString::fromStdString(table.axes[1].values[j]), j, which, colourOf({}, j, theme));
    } else if (column) {
        m_yTitle = titleOf(columns[*column], m_look);
        addLine(m_yTitle, 0, *column, colourOf(columns[*column].name, 0, theme));
    } else {
        m_yTitle = tr("Connections");
        std::size_t turn = 0;
        for (const char* name : kStory) {
            const std::size_t which = columnOf(name);
            addLine(titleOf(columns[which], m_look), 0, which, colourOf(name, turn++, theme));
            // What never happens is not in the way of the rest.
            const auto isZero = [](const Point& p) { return p.y == 0; };
            if (m_lines.size() > 1 && std::all_of(m_lines.back().points.begin(), m_lines.back().points.end(), isZero))
                m_lines.pop_back();
        }
    }
    draw();
}

void SweepPlot::draw()
{
    clearGraphs();
    constexpr Qt::PenStyle kDashes[] = {Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DotLine};
    constexpr QCPScatterStyle::ScatterShape kShapes[] = {QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare,
        QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond, QCPScatterStyle::ssCross, QCPScatterStyle::ssPlus,
        QCPScatterStyle::ssTriangleInverted, QCPScatterStyle::ssStar};
    double lowest = std::numeric_limits<double>::max();
    double highest = std::numeric_limits<double>::lowest();
    double top = 0;
    bool areWholeX = true;
    bool areWholeY = true;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const Line& line = m_lines[i];
        QCPGraph* graph = addGraph();
        QPen pen(line.colour, 2);
        pen.setStyle(kDashes[i % std::size(kDashes)]);
        graph->setPen(pen);
        graph->setName(line.name);
        // Lines often coincide: the first marks are large and hollow, so that those above do not hide them.
        constexpr double kSizes[] = {14, 10, 6};
        const bool isHollow = m_lines.size() > 1 && i < 2;
        graph->setScatterStyle(QCPScatterStyle(kShapes[i % std::size(kShapes)], QPen(line.colour, 1.6),
            isHollow ? QBrush(m_look.theme().card) : QBrush(line.colour),
            m_lines.size() > 1 && i < std::size(kSizes) ? kSizes[i] : 7));
        if (!m_names.empty() && m_names.size() > 1)
            graph->setLineStyle(QCPGraph::lsLine);
        for (const Point& p : line.points) {
            graph->addData(p.x, p.y);
            lowest = std::min(lowest, p.x);
            highest = std::max(highest, p.x);
            top = std::max(top, p.y);
            areWholeX = areWholeX && p.x == std::floor(p.x);
            areWholeY = areWholeY && p.y == std::floor(p.y);
        }
    }
    axisRect()->setVisible(!m_lines.empty()); // empty axes would say that something is zero
    xAxis->setVisible(!m_lines.empty());
    yAxis->setVisible(!m_lines.empty());
    if (lowest > highest) {
        lowest = m_isLog ? 1 : 0;
        highest = m_isLog ? 10 : 1;
    }
    if (!m_names.empty()) {
        auto ticker = QSharedPointer<QCPAxisTickerText>::create();
        for (std::size_t i = 0; i < m_names.size(); ++i)
            ticker->addTick(static_cast<double>(i), m_names[i]);
        xAxis->setTicker(ticker);
    } else if (m_isLog) {
        xAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    } else {
        xAxis->setTicker(tickerFor(areWholeX));
    }
    xAxis->setScaleType(m_isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    xAxis->setNumberFormat(QStringLiteral("g"));
    xAxis->setNumberPrecision(kDigits);
    // A label says where its tick is: of counts there are only whole ones, and anything else has the digits that it needs.
    yAxis->setTicker(tickerFor(areWholeY));
    yAxis->setNumberFormat(QStringLiteral("g"));
    yAxis->setNumberPrecision(kDigits);
    if (m_isLog) {
        xAxis->setRange(lowest / 1.15, highest * 1.15);
    } else {
        const double margin = highest > lowest ? (highest - lowest) * 0.05 : 0.5;
        xAxis->setRange(lowest - margin, highest + margin);
    }
    yAxis->setRange(-top * 0.02, (top > 0 ? top : 1) * 1.08);
    xAxis->setLabel(m_xTitle);
    yAxis->setLabel(m_yTitle);
    legend->setVisible(!m_lines.empty());
    replot();
}

void SweepPlot::restyle()
{
    const theme::Theme& theme = m_look.theme();
    setBackground(QBrush(theme.card));
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(theme.outline, 1));
        axis->setTickPen(QPen(theme.outline, 1));
        axis->setSubTickPen(QPen(theme.hairline, 1));
        axis->setTickLabelColor(theme.ink);
        axis->setLabelColor(theme.secondary);
        axis->setTickLabelFont(m_look.text(theme::Type::Small));
        axis->setLabelFont(m_look.text(theme::Type::Small));
        axis->grid()->setPen(QPen(theme.hairline, 1, Qt::DotLine));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    legend->setFont(m_look.text(theme::Type::Small));
    legend->setTextColor(theme.ink);
    legend->setBorderPen(Qt::NoPen);
    legend->setBrush(Qt::NoBrush);
    legend->setRowSpacing(-2);
}

std::optional<std::size_t> SweepPlot::rowAt(const QPointF& place) const
{
    std::optional<std::size_t> found;
    double nearest = kReach;
    for (const Line& line : m_lines) {
        for (const Point& p : line.points) {
            const double distance
                = std::hypot(xAxis->coordToPixel(p.x) - place.x(), yAxis->coordToPixel(p.y) - place.y());
            if (distance > nearest)
                continue;
            nearest = distance;
            found = p.row;
        }
    }
    return found;
}

std::optional<QPointF> SweepPlot::placeOf(std::size_t row) const
{
    for (const Line& line : m_lines) {
        for (const Point& p : line.points) {
            if (p.row == row)
                return QPointF(xAxis->coordToPixel(p.x), yAxis->coordToPixel(p.y));
        }
    }
    return std::nullopt;
}

QByteArray SweepPlot::svg(const QString& title) const
{
    vector::SvgDevice device(size());
    {
        QCPPainter painter;
        painter.begin(&device);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        const_cast<SweepPlot*>(this)->toPainter(&painter, width(), height()); // it puts its own size back
        painter.end();
    }
    vector::SvgSheet sheet;
    sheet.size = size();
    sheet.title = title;
    sheet.language = m_look.language() == theme::Language::Chinese ? QStringLiteral("zh-CN") : QStringLiteral("en");
    sheet.ground = m_look.theme().card;
    return vector::svgFile(sheet, device);
}

QByteArray SweepPlot::png() const
{
    const QPixmap pixmap = const_cast<SweepPlot*>(this)->toPixmap(width(), height(), 2);
    QByteArray out;
    QBuffer buffer(&out);
    buffer.open(QIODevice::WriteOnly);
    pixmap.save(&buffer, "PNG");
    return out;
}

} // namespace connscope::whatif
