// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scenario/annotation.h"
#include "view/document.h"
#include "view/item.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

/// \file
/// Between what annotations hang on as a file names it and the things of a trace.

namespace connscope::annotation {

/// What a scenario's file calls the clients of a trace: by its own names ("reader", "reader[2]"), which profile and settings
/// do not change; one that was made anew is "reader #2". A trace of another world has the names that people know.
class ClientNames {
public:
    /// O(clients).
    explicit ClientNames(const view::Document& document);
    /// "" for one that does not exist.
    std::string nameOf(ClientId client) const;
    /// The same, but "" where no file has a name for it.
    std::string fileNameOf(ClientId client) const;
    /// Invalid where there is none.
    ClientId find(const std::string& name) const;

private:
    struct Name {
        std::string text;
        bool fromFile = false;
    };
    std::vector<Name> m_names; // by client
    std::map<std::string, ClientId> m_clients;
};

/// A thing that an anchor names and the trace has.
struct Anchor {
    scenario::AnchorName::Kind kind = scenario::AnchorName::Kind::Client;
    ClientId client; ///< of a Client, of a Connection
    BrokerId broker;
    std::string address;
    NodeId node;
    int number = 0; ///< of a Connection; see scenario::AnchorName
    std::vector<ConnectionId> connections; ///< in the order of opening
};

class Anchors {
public:
    /// \a document outlives it and does not change meanwhile.
    explicit Anchors(const view::Document& document)
        : m_document(document)
        , m_names(document)
    {
    }

    /// Nothing where the trace has no such thing. O(connections) for a connection.
    std::optional<Anchor> find(const std::string& text) const;
    /// The anchor of something that can be selected: a client, a broker, a connection; "" for anything else.
    std::string of(view::Item item) const;

private:
    std::vector<ConnectionId> connectionsOf(ClientId client, NodeId node) const;

    const view::Document& m_document;
    ClientNames m_names;
};

/// Those whose anchors are nowhere in the trace, or whose instant it does not reach, as messages with file and line: "… is not there in this run". \a ofScenario:
/// they are the document's scenario's, so what its reader has said is not said again.
std::vector<Error> unfounded(
    const std::vector<scenario::Annotation>& annotations, const view::Document& document, bool ofScenario);

} // namespace connscope::annotation
