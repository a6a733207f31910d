// SPDX-License-Identifier: GPL-3.0-or-later
// The table of colours is held to what it promises: contrast in every scheme, and states and roles that can be told apart by
// people who see fewer colours and on paper without any.
#include "theme/contrast.h"
#include "theme/linkstate.h"
#include "theme/marks.h"
#include "theme/rolelook.h"
#include "theme/theme.h"

#include <QTest>

#include <cmath>

using namespace connscope;
using namespace connscope::theme;

namespace {

const char* const kSchemeNames[] = {"light", "dark", "high contrast light", "high contrast dark"};
constexpr Vision kVisions[] = {Vision::Full, Vision::Protan, Vision::Deutan, Vision::Tritan, Vision::Grey};

QString say(const Theme& theme, const char* what, const QColor& colour, const QColor& surface)
{
    return QStringLiteral("%1: %2 %3 on %4 has %5")
        .arg(QLatin1String(kSchemeNames[static_cast<int>(theme.scheme)]), QLatin1String(what), colour.name(),
            surface.name())
        .arg(contrastRatio(colour, surface), 0, 'f', 2);
}

void wants(const Theme& theme, const char* what, const QColor& colour, double ratio)
{
    for (const QColor& surface : theme.surfaces())
        QVERIFY2(contrastRatio(colour, surface) >= ratio, qPrintable(say(theme, what, colour, surface)));
}

/// How much of a lane's strip is ink, for pictures without colour.
double ink(const StateLook& look)
{
    switch (look.fill) {
    case StateLook::Fill::Solid:
        return look.strength;
    case StateLook::Fill::Pale:
        return 0.3;
    case StateLook::Fill::Hatch:
        return 0.45;
    case StateLook::Fill::CrossHatch:
        return 0.65;
    case StateLook::Fill::Dots:
        return 0.25;
    case StateLook::Fill::Outline:
        return 0.12;
    case StateLook::Fill::None:
        break;
    }
    return 0;
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void everyTextCanBeReadOnEverySurface()
    {
        for (const Theme& theme : themes()) {
            wants(theme, "ink", theme.ink, 7);
            wants(theme, "secondary", theme.secondary, 4.5);
            wants(theme, "positive", theme.positive, 4.5);
            wants(theme, "error", theme.error, 4.5);
            for (const Hue& hue : theme.roles)
                wants(theme, "a role's text", hue.text, 4.5);
            for (const Hue& hue : theme.closers)
                wants(theme, "a closer's text", hue.text, 4.5);
            QVERIFY(contrastRatio(theme.onAccent, theme.accent) >= 4.5);
        }
    }

    void inkCanBeReadOnEveryTint()
    {
        for (const Theme& theme : themes()) {
            for (const auto& hues : {std::span<const Hue>(theme.roles), std::span<const Hue>(theme.closers)}) {
                for (const Hue& hue : hues) {
                    QVERIFY2(contrastRatio(theme.ink, hue.tint) >= 4.5,
                        qPrintable(say(theme, "ink on a tint", theme.ink, hue.tint)));
                }
            }
        }
    }

    void everyMarkIsSeenOnEverySurface()
    {
        for (const Theme& theme : themes()) {
            wants(theme, "outline", theme.outline, 3);
            wants(theme, "accent", theme.accent, 3);
            wants(theme, "handshake", theme.handshake, 3);
            for (const Hue& hue : theme.roles)
                wants(theme, "a role's mark", hue.mark, 3);
            for (const Hue& hue : theme.closers)
                wants(theme, "a closer's mark", hue.mark, 3);
        }
    }

    /// What rests is faded; what is faded is still seen. Each line is a mark of a painter, on what it is painted on.
    void everyMarkAtRestIsSeen()
    {
        for (const Theme& theme : themes()) {
            const auto seen = [&theme](const char* what, const QColor& mark, const QColor& surface) {
                QVERIFY2(contrastRatio(mark, surface) >= 3, qPrintable(say(theme, what, mark, surface)));
            };
            seen("a group's square", theme.outline, theme.raised);
            seen("a dashed card's edge", theme.outline, theme.card);
            seen("an address's edge", theme.role(Role::Bootstrap).mark, theme.raised);
            for (const Hue& hue : theme.roles) {
                seen("a group's square, idle", faded(theme.raised, hue.mark, 0.5), theme.raised);
                seen("a quiet badge's edge", faded(theme.card, hue.mark, 0.6), theme.card);
            }
            for (int s = 0; s < kLinkStateCount; ++s) {
                const auto state = static_cast<LinkState>(s);
                if (state == LinkState::Ghost)
                    continue; // it goes
                for (int r = 0; r < kRoleCount; ++r) {
                    for (const trace::Side closer : {trace::Side::None, trace::Side::Client, trace::Side::Broker})
                        seen("a link", stateColour(state, static_cast<Role>(r), closer, theme), theme.card);
                }
            }
        }
    }

    /// What a strip shows of a handshake, on every row that it may lie in.
    void everyFillOfAHandshakeIsSeen()
    {
        for (const Theme& theme : themes()) {
            for (const QColor& surface : {theme.card, theme.selection, theme.hover}) {
                for (const LinkState state : {LinkState::Connecting, LinkState::CheckingVersions}) {
                    for (int r = 0; r < kRoleCount; ++r) {
                        const StripFill fill = handshakeFill(state, static_cast<Role>(r), theme, surface);
                        QVERIFY2(contrastRatio(fill.edge, surface) >= 3,
                            qPrintable(say(theme, "the edge of a handshake", fill.edge, surface)));
                        QVERIFY(colourDistance(fill.ground, surface) > 2); // and it is filled
                        QVERIFY(colourDistance(fill.ground, fill.edge) > 2);
                    }
                }
            }
        }
    }

    void whatIsFadedIsPalerAsFarAsItMay()
    {
        const Theme& theme = themeOf(Scheme::Light);
        const QColor data = theme.role(Role::Data).mark;
        QVERIFY(contrastRatio(faded(theme.card, data, 0.65), theme.card) < contrastRatio(data, theme.card));
        QCOMPARE(faded(theme.card, theme.ink, 0.9), mixed(theme.card, theme.ink, 0.9)); // enough as it was asked for
        QCOMPARE(faded(theme.card, theme.hairline, 0.5), theme.hairline); // more than all of it there is not
    }

    void highContrastIsHigher()
    {
        for (const Scheme scheme : {Scheme::HighContrastLight, Scheme::HighContrastDark}) {
            const Theme& theme = themeOf(scheme);
            wants(theme, "secondary", theme.secondary, 7);
            for (const Hue& hue : theme.roles)
                wants(theme, "a role's text", hue.text, 7);
        }
    }

    void rolesAreToldByLetterAndDashWhateverTheColour()
    {
        for (int a = 0; a < kRoleCount; ++a) {
            for (int b = 0; b < a; ++b) {
                QVERIFY(roleLetter(static_cast<Role>(a)) != roleLetter(static_cast<Role>(b)));
                QVERIFY(roleDash(static_cast<Role>(a)) != roleDash(static_cast<Role>(b)));
            }
        }
    }

    void coloursOfRolesStayApartForEverybodyWhoSeesColours()
    {
        const Role roles[] = {Role::Bootstrap, Role::Data, Role::Coordinator, Role::Transaction};
        for (const Theme& theme : themes()) {
            for (const Vision vision : {Vision::Full, Vision::Protan, Vision::Deutan, Vision::Tritan}) {
                for (const Role a : roles) {
                    for (const Role b : roles) {
                        if (a >= b)
                            continue;
                        const double d
                            = colourDistance(seenBy(vision, theme.role(a).mark), seenBy(vision, theme.role(b).mark));
                        QVERIFY2(d >= 6,
                            qPrintable(QStringLiteral("%1, vision %2: roles %3 and %4 are %5 apart")
                                           .arg(QLatin1String(kSchemeNames[static_cast<int>(theme.scheme)]))
                                           .arg(static_cast<int>(vision))
                                           .arg(static_cast<int>(a))
                                           .arg(static_cast<int>(b))
                                           .arg(d)));
                    }
                }
            }
        }
    }

    void closersAreToldByTheirCaps()
    {
        QVERIFY(closerCap(trace::Side::Client) != closerCap(trace::Side::Broker));
        QVERIFY(closerCap(trace::Side::Client) != closerCap(trace::Side::Network));
        QVERIFY(closerCap(trace::Side::Broker) != closerCap(trace::Side::Network));
        QCOMPARE(closerCap(trace::Side::None), Cap::Open);
    }

    /// Two states of a lane look different if their heights do, or one is a pattern that the other is not, or so much more
    /// ink that the difference of lightness is plain.
    void everyPairOfStatesLooksDifferentInEveryVision()
    {
        for (const Theme& theme : themes()) {
            for (const Vision vision : kVisions) {
                for (int i = 0; i < kLinkStateCount; ++i) {
                    for (int j = 0; j < i; ++j) {
                        const auto a = static_cast<LinkState>(i);
                        const auto b = static_cast<LinkState>(j);
                        const StateLook x = stateLook(a);
                        const StateLook y = stateLook(b);
                        // On a link: the stroke, its width or the sign beside it.
                        QVERIFY2(x.stroke != y.stroke || x.glyph != y.glyph || std::abs(x.width - y.width) >= 0.8,
                            qPrintable(linkStateWord(a) + u" / " + linkStateWord(b)));
                        // On a lane, seen through `vision`.
                        const auto seen = [&](LinkState state, const StateLook& look) {
                            const QColor mark = stateColour(state, Role::Data, trace::Side::Client, theme);
                            return seenBy(vision, mixed(theme.card, mark, ink(look)));
                        };
                        const bool apart = std::abs(x.height - y.height) >= 0.2 || x.fill != y.fill
                            || x.glyph != y.glyph || colourDistance(seen(a, x), seen(b, y)) >= 8;
                        QVERIFY2(apart, qPrintable(linkStateWord(a) + u" / " + linkStateWord(b)));
                    }
                }
            }
        }
    }

    void whatIsUsableIsDarkerThanWhatIsNotYet()
    {
        for (const Theme& theme : themes()) {
            const auto grey = [&](LinkState state) {
                const StateLook look = stateLook(state);
                return relativeLuminance(mixed(
                    theme.card, stateColour(state, Role::Data, trace::Side::None, theme), ink(look) * look.height));
            };
            const double card = relativeLuminance(theme.card);
            const double ready = std::abs(grey(LinkState::Ready) - card);
            for (const LinkState other : {LinkState::Connecting, LinkState::CheckingVersions, LinkState::Idle})
                QVERIFY(ready > std::abs(grey(other) - card) * 1.3);
        }
    }

    void everyStateHasAWordOfItsOwn()
    {
        QStringList words;
        for (int i = 0; i < kLinkStateCount; ++i)
            words << linkStateWord(static_cast<LinkState>(i));
        QCOMPARE(words.removeDuplicates(), qsizetype(0));
        QVERIFY(!words.contains(QString()));
    }

    void wordsOfAHalfClosedLinkFollowBothEnds()
    {
        using trace::TcpState;
        constexpr TcpState all[] {TcpState::None, TcpState::SynSent, TcpState::Established, TcpState::FinWait1,
            TcpState::FinWait2, TcpState::CloseWait, TcpState::Closing, TcpState::LastAck, TcpState::TimeWait,
            TcpState::Closed};
        for (const LinkState state : {LinkState::ClosingByClient, LinkState::ClosingByBroker}) {
            for (const TcpState client : all) {
                for (const TcpState broker : all) {
                    const QString words = linkStateWords(state, client, broker);
                    // CLOSE-WAIT is said of the end that is in it, and of no other.
                    QCOMPARE(words.contains(QLatin1String("CLOSE-WAIT at the client")),
                        client == TcpState::CloseWait && words.contains(QLatin1String("CLOSE-WAIT")));
                    QCOMPARE(words.contains(QLatin1String("CLOSE-WAIT")),
                        client == TcpState::CloseWait || broker == TcpState::CloseWait);
                }
            }
        }
        QCOMPARE(linkStateWords(LinkState::ClosingByBroker, TcpState::Established, TcpState::FinWait1),
            QStringLiteral("the broker has sent its FIN; it has not reached the client"));
        QCOMPARE(linkStateWords(LinkState::ClosingByClient, TcpState::FinWait1, TcpState::Established),
            QStringLiteral("the client has sent its FIN; it has not reached the broker"));
        QCOMPARE(linkStateWords(LinkState::ClosingByBroker, TcpState::LastAck, TcpState::FinWait2),
            QStringLiteral("both ends have sent their FIN"));
        QCOMPARE(linkStateWords(LinkState::Ready, TcpState::Established, TcpState::Established),
            linkStateWord(LinkState::Ready));
        // The end that closed first waits; the client that reads of it may have forgotten everything.
        QCOMPARE(linkStateWords(LinkState::TimeWait, TcpState::Closed, TcpState::TimeWait),
            QStringLiteral("TIME-WAIT at the broker"));
        QCOMPARE(linkStateWords(LinkState::TimeWait, TcpState::TimeWait, TcpState::Closed),
            QStringLiteral("TIME-WAIT at the client"));
        QCOMPARE(linkStateWords(LinkState::TimeWait, TcpState::TimeWait, TcpState::TimeWait),
            linkStateWord(LinkState::TimeWait)); // who closed at once both wait
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
