// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/requestlife.h"
#include "wire/framekeeper.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

/// \file
/// Where the inspector gets the bytes of a request from. They are in no trace, so whoever has the session is asked for them.

namespace connscope::inspector {

/// A request and its answer as bytes.
struct Frames {
    EventId sent; ///< of which request
    bool isReal = false; ///< they went over a socket; else they are what a codec makes of a simulated message
    std::optional<wire::KeptFrame> request;
    std::optional<wire::KeptFrame> response; ///< nothing while there is none
    QString nothing; ///< why there are no bytes at all, or none of the answer; "" = there are, or none can be yet
};

class FrameSource : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// `found` follows, at once or later. A newer question takes the place of one that is not answered.
    virtual void ask(const RequestLife& life) = 0;

signals:
    void found(const std::shared_ptr<const connscope::inspector::Frames>& frames);
    /// What was found before holds no longer: another trace.
    void reset();
};

} // namespace connscope::inspector
