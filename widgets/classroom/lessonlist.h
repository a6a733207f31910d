// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lesson/model.h"
#include "view/context.h"

#include <QListView>
#include <QString>

#include <vector>

class QStandardItemModel;

namespace connscope::classroom {

class Results;

/// A lesson that can be taken.
struct LessonEntry {
    QString file;
    QString name; ///< without folder and ending
    QString titleEn;
    QString titleZh;
    QString summaryEn;
    QString summaryZh;
    int questions = 0;
    static LessonEntry of(const QString& file, const lesson::Lesson& lesson);
};

/// The lessons in their order, each with what it is about and how far one has come.
class LessonList : public QListView {
    Q_OBJECT

public:
    LessonList(const view::Context& context, const Results& results, QWidget* parent = nullptr);

    void setEntries(std::vector<LessonEntry> entries);
    const std::vector<LessonEntry>& entries() const { return m_entries; }
    /// Progress or language may have changed.
    void refresh();

signals:
    void chosen(const QString& file);
    /// Somebody sees it now, and wants to find something in it.
    void shown();

protected:
    void showEvent(QShowEvent* event) override;

private:
    view::Context m_context;
    const Results& m_results;
    std::vector<LessonEntry> m_entries;
    QStandardItemModel* m_model;
};

} // namespace connscope::classroom
