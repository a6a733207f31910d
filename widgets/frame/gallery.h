// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/gallerycard.h"
#include "view/context.h"

#include <QAbstractListModel>
#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace connscope::frame {

/// How wide a card is of a row that fills its room with as many as can be \a least wide.
int cardWidth(int room, int least);

/// Cards under the headings of their groups, as one list: a heading is a row without a file.
class GalleryModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { FileRole = Qt::UserRole, IsHeadingRole };

    explicit GalleryModel(const theme::Look& look, QObject* parent = nullptr);

    void setEntries(std::vector<GalleryEntry> entries);
    void setSketch(const QString& name, Sketch sketch);
    void setSearch(const QString& search);
    /// Another language.
    void refresh();
    const GalleryEntry* entry(const QModelIndex& index) const;
    int entryCount() const { return m_count; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void build();

    const theme::Look& m_look;
    std::vector<GalleryEntry> m_entries;
    QString m_search;
    struct Row {
        QString heading; // "" = a card
        std::size_t entry = 0;
    };
    std::vector<Row> m_rows;
    int m_count = 0;
};

/// The start page and File ▸ Examples: every shipped scenario by theme, searchable.
class Gallery : public QWidget {
    Q_OBJECT

public:
    explicit Gallery(const view::Context& context, QWidget* parent = nullptr);

    void setEntries(std::vector<GalleryEntry> entries) { m_model->setEntries(std::move(entries)); }
    GalleryModel& model() { return *m_model; }
    void focusSearch();

signals:
    void chosen(const QString& file);
    /// Back to the picture.
    void dismissed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void restyle();

    view::Context m_context;
    GalleryModel* m_model;
    QLabel* m_title;
    QLineEdit* m_search;
    QListView* m_list;
};

} // namespace connscope::frame
