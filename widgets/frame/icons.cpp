// SPDX-License-Identifier: GPL-3.0-or-later
#include "frame/icons.h"

#include "theme/contrast.h"
#include "theme/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace connscope::frame {

namespace {

class Drawing final : public QIconEngine {
public:
    Drawing(QString file, QColor normal, QColor disabled)
        : m_file(std::move(file))
        , m_normal(normal)
        , m_disabled(disabled)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        QFile file(m_file);
        if (!file.open(QIODevice::ReadOnly))
            return;
        const QColor colour = mode == QIcon::Disabled ? m_disabled : m_normal;
        QSvgRenderer(file.readAll().replace("currentColor", colour.name().toLatin1())).render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect({}, size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new Drawing(*this); }

private:
    QString m_file;
    QColor m_normal;
    QColor m_disabled;
};

} // namespace

QIcon icon(const QString& name, const theme::Theme& theme)
{
    return QIcon(new Drawing(QStringLiteral(":/icons/") + name + QStringLiteral(".svg"), theme.ink,
        theme::mixed(theme.paper, theme.secondary, 0.6)));
}

} // namespace connscope::frame
