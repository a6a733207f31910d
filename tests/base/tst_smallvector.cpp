// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/rng.h"
#include "base/smallvector.h"

#include <QtTest>

#include <memory>
#include <string>
#include <vector>

using namespace connscope;

namespace {

template <std::size_t Few>
bool isSame(const SmallVector<std::string, Few>& a, const std::vector<std::string>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end()) && a.size() == b.size() && a.empty() == b.empty();
}

} // namespace

class TestSmallVector : public QObject {
    Q_OBJECT
private slots:
    void agreesWithAVectorOverAnySequence()
    {
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            Rng rng(seed);
            SmallVector<std::string, 2> small;
            std::vector<std::string> reference;
            for (int step = 0; step < 1000; ++step) {
                const std::string text(rng.below(40), static_cast<char>('a' + rng.below(26)));
                switch (rng.below(8)) {
                case 0:
                    if (!reference.empty()) {
                        small.pop_back();
                        reference.pop_back();
                    }
                    break;
                case 1:
                case 2:
                    if (!reference.empty()) {
                        const std::size_t at = rng.below(reference.size());
                        const std::size_t count = rng.below(reference.size() - at + 1);
                        const auto* next = small.erase(small.begin() + at, small.begin() + at + count);
                        QCOMPARE(static_cast<std::size_t>(next - small.begin()), at);
                        const auto from = reference.begin() + static_cast<std::ptrdiff_t>(at);
                        reference.erase(from, from + static_cast<std::ptrdiff_t>(count));
                    }
                    break;
                case 3: {
                    SmallVector<std::string, 2> other = std::move(small);
                    QVERIFY(small.empty()); // NOLINT: what was moved from is empty and can be used
                    small = std::move(other);
                    break;
                }
                case 4: {
                    const SmallVector<std::string, 2> copy = small;
                    QVERIFY(copy == small);
                    small = copy;
                    break;
                }
                default:
                    small.push_back(text);
                    reference.push_back(text);
                }
                QVERIFY2(isSame(small, reference), qPrintable(QString("seed %1 step %2").arg(seed).arg(step)));
                if (rng.below(100) == 0) {
                    small.clear();
                    reference.clear();
                }
            }
        }
    }
    void aFewItemsLieInTheObject()
    {
        SmallVector<int, 3> small;
        for (int i = 0; i < 3; ++i) {
            small.push_back(i);
            const auto* first = reinterpret_cast<const char*>(&small);
            const auto* item = reinterpret_cast<const char*>(&small.back());
            QVERIFY(item >= first && item < first + sizeof(small));
        }
        small.push_back(3);
        QCOMPARE(small.front(), 0);
        QCOMPARE(small.back(), 3);
        QVERIFY(small.capacity() >= 4);
    }
    void itemsThatOnlyMoveAreHeldAndDestroyed()
    {
        const auto counted = std::make_shared<int>(0);
        {
            SmallVector<std::shared_ptr<int>, 1> small;
            for (int i = 0; i < 5; ++i)
                small.push_back(counted);
            small.erase(small.begin());
            QCOMPARE(counted.use_count(), 5L);
            SmallVector<std::unique_ptr<int>, 1> only;
            only.emplace_back(std::make_unique<int>(1));
            only.emplace_back(std::make_unique<int>(2));
            QCOMPARE(*only.back(), 2);
        }
        QCOMPARE(counted.use_count(), 1L);
    }
};

QTEST_GUILESS_MAIN(TestSmallVector)
#include "tst_smallvector.moc"
