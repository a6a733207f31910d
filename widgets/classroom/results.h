// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

class QSettings;

/// \file
/// What a person answered, kept on this machine and nowhere else: no account, no network. As a file it is comma-separated
/// values, a row for each answer.

namespace connscope::classroom {

struct Result {
    QString lesson; ///< name of its file, "06-idle-nine-minutes"
    int step = 0; ///< from 1
    QString kind; ///< "count", …
    QString question;
    QString given;
    QString answer;
    bool right = false;
    bool hinted = false;
    bool operator==(const Result&) const = default;
};

class Results {
public:
    /// \a settings outlives it. What was kept there is read.
    explicit Results(QSettings& settings);

    const QList<Result>& all() const { return m_all; }
    /// The first answer counts: another one to the same question of the same lesson is not kept. False then.
    bool add(const Result& result);
    /// Of a lesson: right answers, and answers.
    struct Score {
        int right = 0;
        int answered = 0;
    };
    Score score(const QString& lesson) const;
    /// The furthest step of a lesson that was seen, from 0.
    int furthest(const QString& lesson) const;
    void reached(const QString& lesson, int step);
    bool isFinished(const QString& lesson) const;
    void setFinished(const QString& lesson);
    void forget();

    /// With a heading; lines end in CR LF, as RFC 4180 has it. UTF-8 with a byte order mark, which spreadsheets need.
    QByteArray csv() const;

private:
    void save();

    QSettings& m_settings;
    QList<Result> m_all;
};

} // namespace connscope::classroom
