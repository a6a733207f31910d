// SPDX-License-Identifier: GPL-3.0-or-later
// A million records of 100 bytes through kcat, produced and then consumed, against our loopback cluster and against librdkafka's
// mock cluster in turn. The mock keeps the last 5 MB of a partition only, so what is compared of consuming is the time that kcat
// takes for so many records as the mock has.
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
    double consumed = 0; ///< records a second
    int records = 0; ///< that were there to be consumed
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

/// Runs kcat to its end; the seconds that it took. \a out: what it wrote.
double kcat(const QStringList& arguments, QByteArray* out = nullptr)
{
    QProcess process;
    process.setStandardErrorFile(QProcess::nullDevice());
    QElapsedTimer clock;
    clock.start();
    process.start(QStringLiteral("kcat"), arguments);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
        return 0;
    const double took = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    if (out != nullptr)
        *out = process.readAllStandardOutput();
    return took;
}

/// \a count: consumes so many of the last; 0: as many as there are.
Figures measure(const QString& servers, const QString& file, int count)
{
    const QStringList where {QStringLiteral("-b"), servers, QStringLiteral("-t"), QStringLiteral("t"),
        QStringLiteral("-p"), QStringLiteral("0")};
    Figures figures;
    if (const double took = kcat(QStringList {QStringLiteral("-P"), QStringLiteral("-l"), file} + where); took > 0)
        figures.produced = kRecords / took;
    QByteArray out;
    const QString from = count > 0 ? QString::number(-count) : QStringLiteral("beginning");
    const double took = kcat(
        QStringList {QStringLiteral("-C"), QStringLiteral("-q"), QStringLiteral("-e"), QStringLiteral("-o"), from}
            + where,
        &out);
    figures.records = static_cast<int>(out.count('\n'));
    if (took > 0)
        figures.consumed = figures.records / took;
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
        int held = 0;
        for (const int which : {1, 0}) {
            const bool ours = which == 0;
            const Cluster cluster(ours ? QStringLiteral(CONNSCOPE_LIVE) : QStringLiteral(CONNSCOPE_MOCK),
                ours ? QStringList {QStringLiteral("cluster"), QStringLiteral("--brokers"), QStringLiteral("1"),
                    QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("--quiet")}
                     : QStringList {QStringLiteral("1")},
                ours ? "create-topic t 1 1\n" : "topic t 1 1\n");
            const Figures figures = measure(cluster.servers(), file.fileName(), held);
            held = figures.records;
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
