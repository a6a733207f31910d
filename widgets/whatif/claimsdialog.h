// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/look.h"
#include "whatif/claims.h"
#include "whatif/runner.h"

#include <QDialog>
#include <QHash>

#include <functional>
#include <optional>
#include <string>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;
class QTextBrowser;
class QUrl;

namespace connscope::whatif {

/// Help ▸ Course and Code: a row for each claim of the course and a column for each release, with what the releases really do,
/// the numbers of their runs, and the place in Kafka's code. Each cell opens the claim's scenario under its profile.
class ClaimsDialog : public QDialog {
    Q_OBJECT

public:
    /// The path of a scenario that comes with the program; none where it is not there.
    using Find = std::function<std::optional<std::string>(const QString& scenario)>;

    ClaimsDialog(const theme::Look& look, Find find, QWidget* parent = nullptr);
    ~ClaimsDialog() override;

    QLineEdit* field() const { return m_field; }
    QTableWidget* table() const { return m_table; }
    QTextBrowser* page() const { return m_page; }
    QPushButton* openButton() const { return m_open; }
    QPushButton* compareButton() const { return m_compare; }
    QPushButton* copyButton() const { return m_copy; }
    /// The claim that is chosen; nullptr where none matches.
    const Claim* current() const;
    /// The profile whose cell is chosen: "course" for the claim itself.
    QString profile() const;
    /// Whether the numbers of all runs are there.
    bool isCounted() const { return m_isCounted; }
    /// How many, of a claim that is told by a number and a profile.
    std::optional<std::size_t> count(const Claim& claim, const QString& profile) const;

signals:
    /// A claim's scenario is to be opened under a profile, with settings, where the query holds for the first time.
    void openWanted(
        const QString& scenario, const QString& profile, const QString& query, const QStringList& settings);
    /// The same as the course has it beside what a release does.
    void compareWanted(
        const QString& scenario, const QString& profile, const QString& query, const QStringList& settings);
    /// Every run was counted.
    void counted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void startCounting();
    void fill();
    void showCounts();
    void write();
    void openScenario();
    void openClaim(const QString& scenario, const QString& profile);
    void follow(const QUrl& url);
    void copy();
    void retranslate();
    QString cellText(const Claim& claim, const QString& profile) const;

    const theme::Look& m_look;
    Find m_find;
    ClaimBook m_book;
    Runner m_runner;
    QHash<QString, std::optional<std::size_t>> m_counts; // "a course"
    bool m_isCounted = false;
    QLineEdit* m_field;
    QLabel* m_key; // what the signs mean
    QTableWidget* m_table;
    QTextBrowser* m_page;
    QPushButton* m_copy;
    QPushButton* m_compare;
    QPushButton* m_open;
};

} // namespace connscope::whatif
