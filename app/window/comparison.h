// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/live/both.h"
#include "view/context.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

class QCheckBox;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

/// \file
/// What really happened beside its simulation, in sentences. The simulation is run with one seed after the other until one
/// tells the same, in a thread of its own.

namespace connscope::app {

/// Looks for the simulation that tells what the trace of a document tells.
class Comparison : public QObject {
    Q_OBJECT

public:
    explicit Comparison(QObject* parent = nullptr);
    ~Comparison() override;

    /// The document must be a scenario's real session that is over. `done` or `failed` follows.
    void start(const view::Document& document);
    void cancel();
    bool isRunning() const { return m_running; }

signals:
    /// \a text: for each client what differs, a line each; \a chinese: the same. \a seed, \a latenessNs: of the simulation that
    /// comes nearest, and how late its timers were at most.
    void done(
        BothWays::Verdict verdict, const QString& text, const QString& chinese, quint64 seed, qint64 latenessNs);
    void failed(const QString& why);
    void cancelled();

private:
    std::atomic<bool> m_cancel {false};
    std::thread m_thread;
    bool m_running = false;
};

/// Its result, to be read, copied and looked at. What is in it is made when it is first seen or has something to say: a start
/// does without it.
class ComparisonPanel : public QWidget {
    Q_OBJECT

public:
    explicit ComparisonPanel(const view::Context& context, QWidget* parent = nullptr);

    void showNothing();
    void showBusy();
    void show(
        BothWays::Verdict verdict, const QString& text, const QString& chinese, quint64 seed, qint64 latenessNs = 0);
    /// Two runs: what differs in sentences, each of which can be chosen. \a count: connections that differ.
    void showRuns(bool same, int count, const QStringList& english, const QStringList& chinese);
    QString text();
    QString head();

signals:
    /// The simulation that was found is wanted beside the window's picture.
    void besideWanted(quint64 seed, qint64 latenessNs);
    /// One of showRuns', by its number.
    void sentenceChosen(std::size_t number);
    /// Whether both playheads meet by cause, or by time.
    void byCauseChanged(bool on);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void make();
    void retranslate();

    enum class State : std::uint8_t { Nothing, Busy, Both, Runs };

    view::Context m_context;
    QLabel* m_head = nullptr; // nullptr = nothing is made yet
    QPlainTextEdit* m_text = nullptr;
    QPushButton* m_beside = nullptr;
    State m_state = State::Nothing;
    BothWays::Verdict m_verdict = BothWays::Verdict::Differ; // of Both
    QString m_english;
    QString m_chinese;
    quint64 m_seed = 0;
    qint64 m_latenessNs = 0;
    QListWidget* m_sentences = nullptr;
    QCheckBox* m_byCause = nullptr;
    bool m_same = false;
    int m_count = 0;
    QStringList m_englishLines;
    QStringList m_chineseLines;
};

} // namespace connscope::app
