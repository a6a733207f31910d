// SPDX-License-Identifier: GPL-3.0-or-later
// A million records of 100 bytes through kcat: produced, and consumed while they come, against our loopback cluster and against
// librdkafka's mock cluster, in turn. The mock keeps the last 5 MB of a partition only, so its consumer reads beside the producer
// or not at all; where it falls behind, the rate is that of what it got.
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryFile>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

constexpr int kRecords = 1'000'000;
constexpr int kTurns = 3;

struct Figures {
    double produced = 0; ///< records a second, until kcat has every acknowledgement
    double consumed = 0;
    int records = 0; ///< that the consumer got
};

/// One cluster as a process, from its start to its end.
class Cluster {
public:
    Cluster(const QString& program, const QStringList& arguments, const QByteArray& prepare)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(program, arguments);
        m_process.write(prepare);
        while (!m_out.contains('\n') && m_process.waitForReadyRead(20'000))
            m_out += m_process.readAllStandardOutput();
        const QByteArray key = "bootstrap.servers=";
        const auto from = m_out.indexOf(key) + key.size();
        m_servers = QString::fromLatin1(m_out.mid(from, m_out.indexOf('\n', from) - from));
    }
    ~Cluster()
    {
        m_process.write("quit\n");
        if (!m_process.waitForFinished(10'000))
            m_process.kill();
        m_process.waitForFinished();
    }
    const QString& servers() const { return m_servers; }

private:
    QProcess m_process;
    QByteArray m_out;
    QString m_servers;
};

Figures measure(const QString& servers, const QString& file)
{
    QProcess consumer;
    consumer.setStandardErrorFile(QProcess::nullDevice());
    consumer.start(QStringLiteral("kcat"),
        {QStringLiteral("-C"), QStringLiteral("-q"), QStringLiteral("-u"), QStringLiteral("-b"), servers,
            QStringLiteral("-t"), QStringLiteral("t"), QStringLiteral("-p"), QStringLiteral("0"),
            QStringLiteral("-o"), QStringLiteral("beginning"), QStringLiteral("-X"),
            QStringLiteral("fetch.wait.max.ms=10")});
    QProcess producer;
    QElapsedTimer clock;
    clock.start();
    producer.start(QStringLiteral("kcat"),
        {QStringLiteral("-P"), QStringLiteral("-b"), servers, QStringLiteral("-t"), QStringLiteral("t"),
            QStringLiteral("-p"), QStringLiteral("0"), QStringLiteral("-l"), file});
    Figures figures;
    double last = 0;
    double done = 0;
    while (figures.records < kRecords && clock.elapsed() < 60'000) {
        consumer.waitForReadyRead(20);
        const QByteArray bytes = consumer.readAllStandardOutput();
        if (!bytes.isEmpty()) {
            figures.records += static_cast<int>(bytes.count('\n'));
            last = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
        }
        if (done == 0 && producer.waitForFinished(0))
            done = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
        // The mock drops what it has no room for: nothing more comes.
        if (done > 0 && static_cast<double>(clock.nsecsElapsed()) * 1e-9 > std::max(last, done) + 2)
            break;
    }
    if (done == 0 && producer.waitForFinished(60'000))
        done = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    figures.produced = done > 0 && producer.exitCode() == 0 ? kRecords / done : 0;
    figures.consumed = last > 0 ? figures.records / last : 0;
    consumer.kill();
    consumer.waitForFinished();
    return figures;
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QTemporaryFile file;
    if (!file.open())
        return EXIT_FAILURE;
    QByteArray lines;
    lines.reserve(kRecords * 101);
    for (int i = 0; i < kRecords; ++i) {
        QByteArray line = QByteArray::number(i);
        line.resize(100, 'x');
        for (qsizetype n = 8; n < line.size(); ++n)
            line[n] = static_cast<char>('a' + (static_cast<int>(n) * 7 + i) % 26);
        lines += line + '\n';
    }
    file.write(lines);
    file.flush();

    std::vector<double> produced[2];
    std::vector<double> consumed[2];
    for (int turn = 0; turn < kTurns; ++turn) {
        for (const int which : {0, 1}) {
            const bool ours = which == 0;
            const Cluster cluster(ours ? QStringLiteral(CONNSCOPE_LIVE) : QStringLiteral(CONNSCOPE_MOCK),
                ours ? QStringList {QStringLiteral("cluster"), QStringLiteral("--brokers"), QStringLiteral("1"),
                    QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("--quiet")}
                     : QStringList {QStringLiteral("1")},
                ours ? "create-topic t 1 1\n" : "topic t 1 1\n");
            const Figures figures = measure(cluster.servers(), file.fileName());
            std::printf("%s: %.0f records a second produced, %.0f consumed (%d records)\n",
                ours ? "our cluster" : "librdkafka's mock", figures.produced, figures.consumed, figures.records);
            produced[which].push_back(figures.produced);
            consumed[which].push_back(figures.consumed);
        }
    }
    bool good = true;
    for (const auto& [what, figures] : {std::pair {"produced", produced}, std::pair {"consumed", consumed}}) {
        const double ratio = median(figures[0]) / std::max(median(figures[1]), 1.0);
        std::printf("%s, ours to the mock's: %.2f (goal: at least 1)\n", what, ratio);
        good = good && ratio >= 1;
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
