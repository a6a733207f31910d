// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/gallerycard.h"

#include "theme/badge.h"
#include "theme/look.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>

#include <algorithm>

namespace connscope::frame {

namespace {

/// Lines of \a text that fit, the last one elided.
void drawLines(QPainter& painter, const QRectF& rect, const QString& text)
{
    QTextLayout layout(text, painter.font());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    const QFontMetricsF metrics(painter.font());
    qreal y = rect.top();
    for (;;) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(rect.width());
        if (y + 2 * metrics.lineSpacing() > rect.bottom()) {
            painter.drawText(QPointF(rect.left(), y + metrics.ascent()),
                metrics.elidedText(text.mid(line.textStart()), Qt::ElideRight, rect.width()));
            break;
        }
        painter.drawText(
            QPointF(rect.left(), y + metrics.ascent()), text.mid(line.textStart(), line.textLength()).trimmed());
        y += metrics.lineSpacing();
    }
    layout.endLayout();
}

std::array<QString, 2> both(const scenario::Text& text)
{
    const QString en = QString::fromStdString(text.en).simplified();
    const QString zh = QString::fromStdString(text.zh).simplified();
    return {en, zh.isEmpty() ? en : zh};
}

} // namespace

QString GalleryEntry::titleIn(theme::Language language) const { return title[static_cast<std::size_t>(language)]; }
QString GalleryEntry::descriptionIn(theme::Language language) const
{
    return description[static_cast<std::size_t>(language)];
}

bool GalleryEntry::matches(const QString& search) const
{
    const QString all
        = QStringList {name, theme, galleryTheme(theme), title[0], title[1], description[0], description[1]}.join(
            u' ');
    const QStringList words = search.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(
        words.begin(), words.end(), [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

GalleryEntry galleryEntry(const QString& name, const scenario::Scenario& scenario)
{
    GalleryEntry entry;
    entry.name = name;
    entry.file = QString::fromStdString(scenario.file);
    entry.theme = QString::fromStdString(scenario.theme);
    entry.title = both(scenario.title);
    entry.description = both(scenario.description);
    entry.brokers = static_cast<int>(scenario.cluster.brokers.size());
    for (const scenario::ClientEntry& client : scenario.clients)
        entry.clients += client.count;
    for (const scenario::Expectation& expectation : scenario.expectations) {
        const auto& nodes = expectation.nodes ? expectation.nodes : expectation.nodesSet;
        if (!nodes || nodes->size() <= entry.nodes.size())
            continue;
        entry.nodes.clear();
        for (const std::int32_t node : *nodes)
            entry.nodes.emplace_back(node);
    }
    return entry;
}

QString galleryTheme(const QString& theme)
{
    struct Name {
        QLatin1String key;
        const char* words;
    };
    static const Name names[] = {
        {QLatin1String("producer"), QT_TRANSLATE_NOOP("Gallery", "Producers")},
        {QLatin1String("consumer"), QT_TRANSLATE_NOOP("Gallery", "Consumers")},
        {QLatin1String("closing"), QT_TRANSLATE_NOOP("Gallery", "Who closes, and why")},
        {QLatin1String("mechanics"), QT_TRANSLATE_NOOP("Gallery", "How the client decides")},
        {QLatin1String("failure"), QT_TRANSLATE_NOOP("Gallery", "Failures")},
        {QLatin1String("network"), QT_TRANSLATE_NOOP("Gallery", "The network between")},
        {QLatin1String("operations"), QT_TRANSLATE_NOOP("Gallery", "Operations")},
        {QLatin1String("what-if"), QT_TRANSLATE_NOOP("Gallery", "What if")},
    };
    for (const Name& name : names) {
        if (theme == name.key)
            return QCoreApplication::translate("Gallery", name.words);
    }
    return theme.isEmpty() ? QCoreApplication::translate("Gallery", "Others") : theme;
}

void paintMiniature(QPainter& painter, const QRectF& rect, const GalleryEntry& entry, const theme::Look& look)
{
    if (entry.sketch) {
        paintSketch(painter, rect, *entry.sketch, look);
        return;
    }
    const theme::Theme& theme = look.theme();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const int clients = std::clamp(entry.clients, 1, 4);
    const int brokers = std::clamp(entry.brokers, 1, 5);
    const double boxWidth = rect.width() * 0.17;
    const double boxHeight = std::min(13.0, rect.height() / 6);
    const auto y = [&rect](int i, int count) { return rect.top() + rect.height() * (i + 0.5) / count; };
    const double left = rect.left() + boxWidth;
    const double right = rect.right() - boxWidth;

    const auto link = [&](double fromY, double toY, Role role) {
        QPainterPath path({left, fromY});
        const double middle = (left + right) / 2;
        path.cubicTo({middle, fromY}, {middle, toY}, {right, toY});
        QPen pen(theme.role(role).mark, 1.6);
        pen.setCapStyle(Qt::RoundCap);
        if (const auto dash = theme::roleDash(role); !dash.isEmpty())
            pen.setDashPattern(dash);
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
    };
    if (entry.nodes.empty() || entry.nodes.size() > 12) {
        // The scenario does not say which, or too many to draw: one line from each client, in no role.
        for (int i = 0; i < clients; ++i) {
            for (int j = 0; j < brokers; ++j)
                link(y(i, clients), y(j, brokers), Role::Unknown);
        }
    } else {
        const auto count = static_cast<int>(entry.nodes.size());
        for (int i = 0; i < count; ++i) {
            const NodeId node = entry.nodes[static_cast<std::size_t>(i)];
            const BrokerId broker = node.brokerId();
            const int to = broker.isValid() ? broker.value % brokers : (-node.value - 1) % brokers;
            const double spread = std::min(5.0, rect.height() * 0.6 / count);
            link(y(0, 1) + (i - (count - 1) / 2.0) * spread, y(to, brokers) + (node.isBroker() ? 2.5 : -2.5),
                node.role());
        }
    }
    const bool one = !entry.nodes.empty() && entry.nodes.size() <= 12;
    painter.setPen(QPen(theme.outline, 1));
    painter.setBrush(theme.raised);
    for (int i = 0; i < (one ? 1 : clients); ++i)
        painter.drawRoundedRect(QRectF(rect.left(), y(i, one ? 1 : clients) - boxHeight * (one ? 1.4 : 0.5), boxWidth,
                                    boxHeight * (one ? 2.8 : 1)),
            3, 3);
    for (int j = 0; j < brokers; ++j)
        painter.drawRoundedRect(QRectF(right, y(j, brokers) - boxHeight / 2, boxWidth, boxHeight), 3, 3);
    painter.restore();
}

void paintCard(QPainter& painter, const QRectF& rect, const GalleryEntry& entry, bool current, bool hovered,
    const theme::Look& look)
{
    const theme::Theme& theme = look.theme();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(current ? theme.accent : theme.hairline, current ? 2 : 1));
    painter.setBrush(hovered ? theme.hover : theme.card);
    painter.drawRoundedRect(rect, 9, 9);
    const double pad = 13;
    const double picture = rect.height() * 0.4;
    paintMiniature(
        painter, QRectF(rect.left() + pad, rect.top() + pad, rect.width() - 2 * pad, picture - pad), entry, look);
    const QRectF text(
        rect.left() + pad, rect.top() + picture + 8, rect.width() - 2 * pad, rect.height() - picture - 8 - pad);
    painter.setPen(theme.ink);
    painter.setFont(look.text(theme::Type::Strong));
    const qreal line = QFontMetricsF(painter.font()).lineSpacing();
    drawLines(painter, QRectF(text.left(), text.top(), text.width(), 2 * line + 1), entry.titleIn(look.language()));
    painter.setPen(theme.secondary);
    painter.setFont(look.text(theme::Type::Small));
    drawLines(painter, QRectF(text.left(), text.top() + 2 * line + 4, text.width(), text.height() - 2 * line - 4),
        entry.descriptionIn(look.language()));
    painter.restore();
}

} // namespace connscope::frame
