// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editor/draft.h"
#include "theme/look.h"
#include "view/context.h"
#include "view/document.h"
#include "view/filter.h"
#include "view/playback.h"
#include "view/selection.h"

#include <QStringList>

#include <string>

namespace connscope::test {

inline const std::string kScenario = R"(# A file with words of its own.
connscope: 1
title: Two clients # the title
until: 20s
cluster:
  brokers: 3
  topics: {t4: 3}
clients:
  # who writes
  - name: writer
    kind: producer
    config:
      linger.ms: 5 # quick
    script:
      - wait: 1s
      - send: t4
      - close
  - name: reader
    kind: consumer
    config: {group.id: test}
actions:
  - {at: 5s, do: pause-client, client: writer, for: 1s}
  - {at: 9s, do: kill-broker, broker: 1}
)";

/// What a view is given, on an empty trace.
struct World {
    theme::Look look;
    view::Document document;
    view::Playback playback {document};
    view::Selection selection;
    view::Filter filter {document};
    view::Context context {document, playback, selection, filter, look};
};

/// Answers a draft as the window does, and remembers what every change was called.
inline void answer(editor::Draft& draft, QStringList& titles)
{
    QObject::connect(&draft, &editor::Draft::edited, &draft, [&draft, &titles](const editor::Edit& edit) {
        titles << edit.title();
        draft.setText(edit.text, "f.yaml");
    });
}

inline std::string replaced(std::string text, const std::string& what, const std::string& with)
{
    const std::size_t at = text.find(what);
    return at == std::string::npos ? "there is no " + what : text.replace(at, what.size(), with);
}

} // namespace connscope::test
