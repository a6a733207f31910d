// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "real/systemresolver.h"

#include <QFile>
#include <QProcess>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

/// \file
/// TLS in front of a port of loopback, by somebody else than our brokers, and certificates that openssl makes in a moment.

namespace connscope::test {

/// A small authority: ca.pem, and NAME.pem with NAME.key for each that was asked for.
class Certificates {
public:
    Certificates()
    {
        run({QStringLiteral("-keyout"), path("ca.key"), QStringLiteral("-out"), path("ca.pem"),
            QStringLiteral("-subj"), QStringLiteral("/CN=test authority")});
    }
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    std::string file(const char* name) const { return path(name).toStdString(); }
    /// \a names: "DNS:localhost,IP:127.0.0.1".
    void make(const char* name, const char* names)
    {
        const QString base = path(name);
        run({QStringLiteral("-keyout"), base + QStringLiteral(".key"), QStringLiteral("-out"),
            base + QStringLiteral(".pem"), QStringLiteral("-subj"),
            QStringLiteral("/CN=") + QString::fromLatin1(name), QStringLiteral("-CA"), path("ca.pem"),
            QStringLiteral("-CAkey"), path("ca.key"), QStringLiteral("-addext"),
            QStringLiteral("subjectAltName=") + QString::fromLatin1(names)});
    }
    void openssl(const QStringList& arguments)
    {
        QProcess process;
        process.start(QStringLiteral("openssl"), arguments);
        if (!process.waitForFinished(30'000) || process.exitCode() != 0)
            qFatal("openssl: %s", process.readAllStandardError().constData());
    }

private:
    void run(const QStringList& more)
    {
        openssl(
            QStringList {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"),
                QStringLiteral("rsa:2048"), QStringLiteral("-nodes"), QStringLiteral("-days"), QStringLiteral("2")}
            + more);
    }
    QTemporaryDir m_folder;
};

/// Whoever connects with TLS is connected to a port of loopback without.
class TlsRelay : public QSslServer {
public:
    /// \a asksForCertificate: of clients, one that the authority signed.
    TlsRelay(const Certificates& certificates, const char* name, bool asksForCertificate = false)
    {
        const auto read = [&](const QString& path) {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QString base = certificates.path(name);
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.setLocalCertificate(QSslCertificate(read(base + QStringLiteral(".pem"))));
        tls.setPrivateKey(QSslKey(read(base + QStringLiteral(".key")), QSsl::Rsa));
        tls.setCaCertificates(QSslCertificate::fromData(read(certificates.path("ca.pem"))));
        tls.setPeerVerifyMode(asksForCertificate ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
        setSslConfiguration(tls);
        const auto addresses = real::SystemResolver().resolve("localhost");
        m_address
            = QHostAddress(QString::fromStdString(addresses.empty() ? std::string("127.0.0.1") : addresses.front()));
        if (!listen(m_address))
            qFatal("%s", qPrintable(errorString()));
        connect(this, &QTcpServer::pendingConnectionAvailable, this, [this] {
            while (QTcpSocket* outer = nextPendingConnection())
                relay(outer);
        });
    }
    void setTarget(std::uint16_t port) { m_target = port; }

private:
    void relay(QTcpSocket* outer)
    {
        auto* inner = new QTcpSocket(outer);
        inner->connectToHost(QHostAddress(QHostAddress::LocalHost), m_target);
        connect(outer, &QTcpSocket::readyRead, inner, [=] { inner->write(outer->readAll()); });
        connect(inner, &QTcpSocket::connected, outer, [=] { inner->write(outer->readAll()); });
        connect(inner, &QTcpSocket::readyRead, outer, [=] { outer->write(inner->readAll()); });
        connect(inner, &QTcpSocket::disconnected, outer, [=] { outer->disconnectFromHost(); });
        connect(outer, &QTcpSocket::disconnected, outer, [=] { outer->deleteLater(); });
    }
    QHostAddress m_address;
    std::uint16_t m_target = 0;
};

} // namespace connscope::test
