// SPDX-License-Identifier: GPL-3.0-or-later
#include "real/scram.h"

#include <QTest>

using namespace connscope;
using namespace connscope::real;

namespace {

constexpr auto kSha256 = QCryptographicHash::Sha256;

// RFC 7677 section 3: user "user", password "pencil".
const std::string kClientNonce = "rOprNGfwEbeRWgbNEkqO";
const std::string kServerNonce = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
const std::string kServerFirst = "r=" + kClientNonce + kServerNonce + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096";
const std::string kClientFinal
    = "c=biws,r=" + kClientNonce + kServerNonce + ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";
const std::string kServerFinal = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=";

ScramClient client(const std::string& password = "pencil") { return {kSha256, "user", password, kClientNonce}; }

} // namespace

/// SCRAM against the RFC's own conversation, and against a server that lies.
class TestScram : public QObject {
    Q_OBJECT
private slots:
    void theClientSaysWhatTheRfcSays()
    {
        ScramClient c = client();
        QCOMPARE(c.first(), "n,,n=user,r=" + kClientNonce);
        const auto answer = c.answer(kServerFirst);
        QVERIFY(answer);
        QCOMPARE(*answer, kClientFinal);
        QVERIFY(c.verify(kServerFinal));
    }
    void theServerSaysWhatTheRfcSays()
    {
        ScramServer s(kSha256, kServerNonce);
        const auto user = s.readFirst("n,,n=user,r=" + kClientNonce);
        QVERIFY(user);
        QCOMPARE(*user, std::string("user"));
        QCOMPARE(s.answer(scramKeys(kSha256, "pencil", QByteArray::fromBase64("W22ZaJ0SNY7soEsUEjb6gQ=="), 4096)),
            kServerFirst);
        const auto last = s.finish(kClientFinal);
        QVERIFY(last);
        QCOMPARE(*last, kServerFinal);
    }
    void aServerWithoutThePasswordIsFoundOut()
    {
        ScramClient c = client();
        c.first();
        QVERIFY(c.answer(kServerFirst));
        const auto verified = c.verify("v=AAAATRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
        QVERIFY(!verified);
        QVERIFY(verified.error().message.find("Invalid server signature") == 0);
        QVERIFY(!c.verify(""));
        QVERIFY(!c.verify("e=other-error"));
    }
    void fewerThan4096IterationsAreRefused()
    {
        ScramClient c = client();
        c.first();
        const auto answer = c.answer("r=" + kClientNonce + kServerNonce + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4095");
        QVERIFY(!answer);
        QCOMPARE(answer.error().message, std::string("Requested iterations 4095 is less than the minimum 4096"));
        QVERIFY(!c.answer("r=" + kClientNonce + kServerNonce + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=2000000000"));
    }
    void anotherNonceIsRefused()
    {
        ScramClient c = client();
        c.first();
        QVERIFY(!c.answer("r=somebodyElse,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"));
        QVERIFY(!c.answer("r=" + kClientNonce + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096")); // the server added nothing
    }
    void textsThatAreNoScramAreErrors()
    {
        for (const char* text :
            {"", "r=", "x", "r=a,s=!!,i=1", "r=a,s=QUFB,i=", "r=a,s=QUFB,i=x", "e=unknown-user", ",,,,"}) {
            ScramClient c = client();
            c.first();
            QVERIFY2(!c.answer(text), text);
            ScramServer s(kSha256, kServerNonce);
            QVERIFY2(!s.readFirst(text), text);
            QVERIFY2(!s.finish(text), text);
        }
    }
    void anotherPasswordHasAnotherProof()
    {
        ScramServer s(kSha256, kServerNonce);
        QVERIFY(s.readFirst(client().first().c_str()));
        const std::string serverFirst = s.answer(scramKeys(kSha256, "pencil", "salt", 4096));
        ScramClient wrong = client("pencils");
        wrong.first();
        QVERIFY(!s.finish(*wrong.answer(serverFirst)));
        ScramClient right = client();
        right.first();
        QVERIFY(s.finish(*right.answer(serverFirst)));
    }
    void aNonceThatIsWrittenTwiceIsTakenAsKafkaTakesIt()
    {
        ScramServer s(kSha256, "server");
        QVERIFY(s.readFirst("n,,n=user,r=client"));
        s.answer(scramKeys(kSha256, "pencil", "salt", 4096));
        // Both get as far as the proof, which is wrong; another nonce does not.
        const std::string proof = ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";
        QCOMPARE(
            s.finish("c=biws,r=clientserver" + proof).error().message, std::string("Invalid client credentials"));
        QCOMPARE(s.finish("c=biws,r=clientclientserver" + proof).error().message,
            std::string("Invalid client credentials"));
        QVERIFY(s.finish("c=biws,r=clientservers" + proof).error().message.starts_with("Invalid client nonce"));
    }
    void aNameMayHoldCommasAndEqualsSigns()
    {
        ScramClient c(QCryptographicHash::Sha512, "a=b,c", "x", "n");
        const std::string first = c.first();
        QCOMPARE(first, std::string("n,,n=a=3Db=2Cc,r=n"));
        ScramServer s(QCryptographicHash::Sha512, "m");
        QCOMPARE(*s.readFirst(first), std::string("a=b,c"));
        QVERIFY(!s.readFirst("n,,n=a=b,r=n"));
        QVERIFY(!s.readFirst("p=tls-unique,,n=a,r=n")); // channel binding
    }
    void noncesDiffer()
    {
        QVERIFY(scramNonce() != scramNonce());
        QVERIFY(scramNonce().find(',') == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestScram)
#include "tst_scram.moc"
