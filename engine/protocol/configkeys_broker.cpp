// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/configtable.h"

// Broker keys that connections, groups, metadata, requests or records depend on.

namespace connscope::protocol {

namespace {

using namespace configtable;

constexpr ConfigRow kRows[] {
    integer(kBroker, "broker.id", kIntMin, kIntMax, "-1",
        "Number of the broker; a client keys its data connections by it."),
    flag(kBroker, "broker.id.generation.enable", "true",
        "Whether a broker without a broker.id gets one from the cluster.")
        .until(4, 0),
    integer(kBroker, "reserved.broker.max.id", 0, kIntMax, "1000",
        "Highest broker.id that may be set by hand; generated ones are above.")
        .until(4, 0),
    integer(kBroker, "node.id", kIntMin, kIntMax, "-1", "Number of the node in KRaft mode; the same as broker.id.")
        .from(2, 8),
    text(kBroker, "broker.rack", kNull,
        "Rack of the broker, told to clients in metadata; used for fetching from followers."),
    list(kBroker, "process.roles", "", "Roles of a KRaft node: broker, controller or both; empty = ZooKeeper mode.")
        .from(2, 8),
    text(kBroker, "listeners", kNull, "Where the broker listens: NAME://host:port, comma-separated.")
        .then(3, 0, "PLAINTEXT://:9092"),
    text(kBroker, "advertised.listeners", kNull,
        "What the broker tells clients about itself; clients connect here, right or wrong. Null = listeners."),
    text(kBroker, "advertised.host.name", kNull, "Old form of advertised.listeners: the host.").until(3, 0),
    integer(kBroker, "advertised.port", kIntMin, kIntMax, kNull, "Old form of advertised.listeners: the port.")
        .until(3, 0),
    text(kBroker, "host.name", "", "Old form of listeners: the host.").until(3, 0),
    integer(kBroker, "port", kIntMin, kIntMax, "9092", "Old form of listeners: the port.").until(3, 0),
    text(kBroker, "listener.security.protocol.map",
        "PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT,SASL_SSL:SASL_SSL",
        "Security protocol of each listener name."),
    text(kBroker, "inter.broker.listener.name", kNull, "Listener that brokers use among themselves."),
    text(kBroker, "control.plane.listener.name", kNull, "Listener of its own for the controller's requests.")
        .from(2, 2)
        .until(4, 0),
    text(kBroker, "controller.listener.names", kNull, "Listeners of the KRaft controllers.").from(2, 8),
    text(kBroker, "early.start.listeners", kNull, "Listeners that open before the authorizer is ready.").from(3, 3),
    choice(kBroker, "security.inter.broker.protocol", {{"PLAINTEXT"}, {"SSL"}, {"SASL_PLAINTEXT"}, {"SASL_SSL"}},
        "PLAINTEXT", "Security protocol between brokers.")
        .ignoringCase(),
    text(kBroker, "inter.broker.protocol.version", kNull,
        "Version of the protocol that brokers speak among themselves; the broker's own by default.")
        .until(4, 0),
    integer(kBroker, "num.network.threads", 1, kIntMax, "3",
        "Processors of each listener; each has a Selector and an idle check of its own."),
    integer(kBroker, "num.io.threads", 1, kIntMax, "8", "Threads that handle requests."),
    integer(kBroker, "queued.max.requests", 1, kIntMax, "500",
        "Requests that may wait for the handlers; when full, network threads stop reading."),
    integer(kBroker, "queued.max.request.bytes", kLongMin, kLongMax, "-1",
        "Bytes of requests that may wait for the handlers; -1 = no limit."),
    milliseconds(kBroker, "connections.max.idle.ms", kLongMin, kLongMax, "600000",
        "A connection unused for longer is closed by the broker; below 0 never."),
    milliseconds(kBroker, "connections.max.reauth.ms", kLongMin, kLongMax, "0",
        "A SASL connection older than this must authenticate again or is closed (KIP-368); 0 = off.")
        .from(2, 2),
    milliseconds(kBroker, "connection.failed.authentication.delay.ms", 0, kIntMax, "100",
        "How long the broker delays closing a connection that failed to authenticate (KIP-306)."),
    integer(kBroker, "max.connections", 0, kIntMax, "2147483647",
        "Most connections of the broker or of a listener (KIP-402); further ones wait, or push out the least "
        "recently used of another listener.")
        .from(2, 3),
    integer(kBroker, "max.connections.per.ip", 0, kIntMax, "2147483647",
        "Most connections from one address; further ones are accepted and closed at once."),
    text(
        kBroker, "max.connections.per.ip.overrides", "", "Limits for single addresses: host:limit, comma-separated."),
    integer(kBroker, "max.connection.creation.rate", 0, kIntMax, "2147483647",
        "Most new connections per second (KIP-612); the acceptor waits.")
        .from(2, 7),
    integer(kBroker, "socket.listen.backlog.size", 1, kIntMax, "50",
        "Finished handshakes that may wait for accept() (a constant 50 before 3.2).")
        .from(3, 2),
    integer(kBroker, "socket.send.buffer.bytes", kIntMin, kIntMax, "102400",
        "SO_SNDBUF of accepted sockets; -1 leaves it to the operating system."),
    integer(kBroker, "socket.receive.buffer.bytes", kIntMin, kIntMax, "102400",
        "SO_RCVBUF of the listening socket; -1 leaves it to the operating system."),
    integer(kBroker, "socket.request.max.bytes", 1, kIntMax, "104857600",
        "Largest request; a larger one ends its connection."),
    milliseconds(kBroker, "socket.connection.setup.timeout.ms", kLongMin, kLongMax, "10000",
        "Timeout of connects between brokers (KIP-601).")
        .from(2, 7),
    milliseconds(kBroker, "socket.connection.setup.timeout.max.ms", kLongMin, kLongMax, "127000",
        "Upper limit of the growing connect timeout between brokers (KIP-601).")
        .from(2, 7)
        .then(2, 8, "30000"),
    milliseconds(kBroker, "request.timeout.ms", kIntMin, kIntMax, "30000", "Timeout of requests between brokers."),
    flag(kBroker, "controlled.shutdown.enable", "true", "A stopping broker first hands over its leaderships."),
    integer(
        kBroker, "controlled.shutdown.max.retries", kIntMin, kIntMax, "3", "Attempts to hand over the leaderships.")
        .until(4, 0),
    milliseconds(kBroker, "controlled.shutdown.retry.backoff.ms", kLongMin, kLongMax, "5000",
        "Wait between attempts to hand over the leaderships.")
        .until(4, 0),
    flag(kBroker, "auto.create.topics.enable", "true", "Whether a metadata request for an unknown topic creates it."),
    integer(kBroker, "num.partitions", 1, kIntMax, "1", "Partitions of a topic that is created without a number."),
    integer(kBroker, "default.replication.factor", kIntMin, kIntMax, "1",
        "Replicas of a topic that is created without a number."),
    integer(kBroker, "min.insync.replicas", 1, kIntMax, "1", "In-sync replicas that a batch with acks=all needs."),
    flag(kBroker, "delete.topic.enable", "true", "Whether topics may be deleted."),
    integer(kBroker, "message.max.bytes", 0, kIntMax, "1000012", "Largest record batch.").then(2, 5, "1048588"),
    integer(kBroker, "fetch.max.bytes", 1024, kIntMax, "57671680", "Most bytes in a fetch answer.").from(2, 5),
    integer(kBroker, "max.incremental.fetch.session.cache.slots", 0, kIntMax, "1000",
        "Fetch sessions that the broker remembers (KIP-227)."),
    text(kBroker, "replica.selector.class", kNull,
        "Class that may name a nearer replica to a consumer with client.rack (KIP-392); null = always the leader.")
        .from(2, 4),
    flag(kBroker, "auto.leader.rebalance.enable", "true",
        "Whether leadership moves back to the preferred replica by itself."),
    integer(kBroker, "leader.imbalance.check.interval.seconds", 1, kLongMax, "300",
        "How often the balance of leaders is looked at."),
    integer(kBroker, "leader.imbalance.per.broker.percentage", kIntMin, kIntMax, "10",
        "Imbalance of leaders that is tolerated.")
        .until(4, 0),
    flag(kBroker, "unclean.leader.election.enable", "false",
        "Whether a replica that is not in sync may become leader."),
    milliseconds(kBroker, "replica.lag.time.max.ms", kLongMin, kLongMax, "10000",
        "A follower that is behind for longer leaves the in-sync replicas.")
        .then(2, 5, "30000"),
    milliseconds(kBroker, "broker.heartbeat.interval.ms", kIntMin, kIntMax, "2000",
        "How often a KRaft broker tells the controller that it is alive.")
        .from(2, 8),
    milliseconds(kBroker, "broker.session.timeout.ms", kIntMin, kIntMax, "9000",
        "A KRaft broker silent for longer counts as gone.")
        .from(2, 8),
    milliseconds(kBroker, "zookeeper.session.timeout.ms", kIntMin, kIntMax, "6000",
        "A broker silent towards ZooKeeper for longer counts as gone.")
        .until(4, 0)
        .then(2, 5, "18000"),
    text(kBroker, "zookeeper.connect", kNull, "Addresses of ZooKeeper.").until(4, 0).then(2, 8, kNull).demanded(),
    milliseconds(kBroker, "zookeeper.connection.timeout.ms", kIntMin, kIntMax, kNull,
        "Timeout of the connection to ZooKeeper.")
        .until(4, 0),
    milliseconds(kBroker, "controller.socket.timeout.ms", kIntMin, kIntMax, "30000",
        "Socket timeout between controller and brokers."),
    list(kBroker, "controller.quorum.voters", "", "The KRaft controllers: id@host:port.").from(2, 8),
    list(kBroker, "controller.quorum.bootstrap.servers", "", "Addresses at which the KRaft controllers are found.")
        .from(3, 8),
    milliseconds(kBroker, "group.min.session.timeout.ms", kIntMin, kIntMax, "6000",
        "Smallest session.timeout.ms that a member may ask for."),
    milliseconds(kBroker, "group.max.session.timeout.ms", kIntMin, kIntMax, "300000",
        "Largest session.timeout.ms that a member may ask for.")
        .then(2, 3, "1800000"),
    milliseconds(kBroker, "group.initial.rebalance.delay.ms", kIntMin, kIntMax, "3000",
        "How long the coordinator waits for more members before it answers the joins of a new group."),
    integer(kBroker, "group.max.size", 1, kIntMax, "2147483647", "Most members of a group.").from(2, 2),
    list(kBroker, "group.coordinator.rebalance.protocols", "classic", "Group protocols that the broker serves.")
        .from(3, 7)
        .then(4, 0, "classic,consumer"),
    milliseconds(kBroker, "group.consumer.session.timeout.ms", 1, kIntMax, "45000",
        "Session timeout of members under the new group protocol (KIP-848).")
        .from(3, 5),
    milliseconds(kBroker, "group.consumer.min.session.timeout.ms", 1, kIntMax, "45000",
        "Smallest session timeout under the new group protocol.")
        .from(3, 5),
    milliseconds(kBroker, "group.consumer.max.session.timeout.ms", 1, kIntMax, "60000",
        "Largest session timeout under the new group protocol.")
        .from(3, 5),
    milliseconds(kBroker, "group.consumer.heartbeat.interval.ms", 1, kIntMax, "5000",
        "Heartbeat interval that members are told under the new group protocol.")
        .from(3, 5),
    milliseconds(kBroker, "group.consumer.min.heartbeat.interval.ms", 1, kIntMax, "5000",
        "Smallest heartbeat interval under the new group protocol.")
        .from(3, 5),
    milliseconds(kBroker, "group.consumer.max.heartbeat.interval.ms", 1, kIntMax, "15000",
        "Largest heartbeat interval under the new group protocol.")
        .from(3, 5),
    integer(kBroker, "group.consumer.max.size", 1, kIntMax, "2147483647",
        "Most members of a group under the new group protocol.")
        .from(3, 5),
    list(kBroker, "group.consumer.assignors", "", "Assignors on the brokers' side.")
        .from(3, 5)
        .then(3, 6, "org.apache.kafka.coordinator.group.assignor.RangeAssignor")
        .then(3, 7,
            "org.apache.kafka.coordinator.group.assignor.UniformAssignor,org.apache.kafka.coordinator.group.assignor."
            "RangeAssignor")
        .then(4, 0, "uniform,range"),
    choice(kBroker, "group.consumer.migration.policy", {{"disabled"}, {"downgrade"}, {"upgrade"}, {"bidirectional"}},
        "disabled", "Whether groups may change between the two group protocols.")
        .ignoringCase()
        .from(3, 8)
        .then(4, 0, "bidirectional"),
    integer(kBroker, "offsets.topic.num.partitions", 1, kIntMax, "50",
        "Partitions of __consumer_offsets; the hash of the group id picks one, and its leader is the coordinator."),
    integer(kBroker, "offsets.topic.replication.factor", 1, 32767, "3", "Replicas of __consumer_offsets."),
    integer(
        kBroker, "offsets.retention.minutes", 1, kIntMax, "10080", "How long offsets of an empty group are kept."),
    milliseconds(kBroker, "offsets.commit.timeout.ms", 1, kIntMax, "5000",
        "How long an offset commit may wait for its replicas."),
    integer(kBroker, "transaction.state.log.num.partitions", 1, kIntMax, "50",
        "Partitions of __transaction_state; the hash of the transactional.id picks one, and its leader is the "
        "coordinator."),
    integer(kBroker, "transaction.state.log.replication.factor", 1, 32767, "3", "Replicas of __transaction_state."),
    integer(kBroker, "transaction.state.log.min.isr", 1, kIntMax, "2",
        "In-sync replicas that __transaction_state needs."),
    milliseconds(kBroker, "transaction.max.timeout.ms", 1, kIntMax, "900000",
        "Largest transaction.timeout.ms that a producer may ask for."),
    milliseconds(kBroker, "transaction.abort.timed.out.transaction.cleanup.interval.ms", 1, kIntMax, "60000",
        "How often transactions that took too long are looked for.")
        .then(2, 5, "10000"),
    milliseconds(kBroker, "transactional.id.expiration.ms", 1, kIntMax, "604800000",
        "How long an unused transactional.id is remembered."),
    milliseconds(kBroker, "producer.id.expiration.ms", 1, kIntMax, "86400000",
        "How long the last batches of an idle producer id are remembered.")
        .from(3, 4),
    integer(kBroker, "quota.producer.default", 1, kLongMax, "9223372036854775807",
        "Bytes per second that a producer may send before it is throttled.")
        .until(3, 0),
    integer(kBroker, "quota.consumer.default", 1, kLongMax, "9223372036854775807",
        "Bytes per second that a consumer may fetch before it is throttled.")
        .until(3, 0),
    integer(kBroker, "quota.window.num", 1, kIntMax, "11", "Samples kept for quotas."),
    integer(kBroker, "quota.window.size.seconds", 1, kIntMax, "1", "Length of one sample for quotas."),
    javaClass(kBroker, "client.quota.callback.class", kNull, "Class that decides on quotas."),
    milliseconds(kBroker, "replica.fetch.wait.max.ms", kIntMin, kIntMax, "500",
        "How long a leader may keep a follower's fetch waiting."),
    milliseconds(kBroker, "replica.socket.timeout.ms", kIntMin, kIntMax, "30000", "Socket timeout of replication."),
    milliseconds(kBroker, "replica.fetch.backoff.ms", 0, kIntMax, "1000", "Wait of a follower after a failed fetch."),
    integer(
        kBroker, "num.replica.fetchers", kIntMin, kIntMax, "1", "Connections that a follower opens to each leader."),
    integer(kBroker, "replica.socket.receive.buffer.bytes", kIntMin, kIntMax, "65536", "SO_RCVBUF of replication."),
    integer(kBroker, "telemetry.max.bytes", 1, kIntMax, "1048576", "Largest metrics push of a client (KIP-714).")
        .from(3, 7),
    text(kBroker, "log.dirs", kNull, "Directories of the partition logs.").elsewhere(),
    text(kBroker, "log.dir", "/tmp/kafka-logs", "Directory of the partition logs, where log.dirs is not set.")
        .elsewhere(),
    milliseconds(kBroker, "log.retention.ms", kLongMin, kLongMax, kNull, "How long records are kept.").elsewhere(),
    integer(kBroker, "log.retention.minutes", kIntMin, kIntMax, kNull,
        "How long records are kept, where log.retention.ms is not set.")
        .elsewhere(),
    integer(kBroker, "log.retention.hours", kIntMin, kIntMax, "168",
        "How long records are kept, where neither log.retention.ms nor log.retention.minutes is set.")
        .elsewhere(),
    text(kBroker, "security.providers", kNull, "Java security providers to register.").from(2, 4).elsewhere(),
    javaClass(kBroker, "principal.builder.class", kNull, "Class that names who is at the other end of a connection.")
        .then(3, 0, "org.apache.kafka.common.security.authenticator.DefaultKafkaPrincipalBuilder")
        .elsewhere(),
    text(kBroker, "authorizer.class.name", "", "Class that decides who may do what.").elsewhere(),
};

} // namespace

std::span<const ConfigRow> brokerConfigRows() { return kRows; }

} // namespace connscope::protocol
