// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/configtable.h"

// The keys of producer, consumer and admin client, without those of TLS and SASL.

namespace connscope::protocol {

namespace {

using namespace configtable;

constexpr ConfigRow kRows[] {
    // -- several kinds of client --
    list(kProducer | kConsumer, "bootstrap.servers", "",
        "Addresses host:port that a client connects to first, to learn about the cluster; they get the node ids -1, "
        "-2, … in this order."),
    list(kAdmin, "bootstrap.servers", kNull,
        "Addresses host:port that a client connects to first, to learn about the cluster; they get the node ids -1, "
        "-2, … in this order.")
        .then(3, 7, "")
        .demanded(),
    choice(kClients, "client.dns.lookup",
        {{"use_all_dns_ips"}, {"resolve_canonical_bootstrap_servers_only"}, {"default", {2, 1}, {3, 0}}}, "default",
        "What a name with several addresses means: try them one after the other, or (bootstrap only) resolve each to "
        "its canonical name.")
        .then(2, 6, "use_all_dns_ips"),
    text(kClients, "client.id", "",
        "Name of the client in requests, logs, quotas and metrics; empty means that Kafka makes one up."),
    milliseconds(kProducer | kConsumer, "connections.max.idle.ms", kLongMin, kLongMax, "540000",
        "A connection unused for longer is closed by this side at the end of a poll; below 0 never."),
    milliseconds(kAdmin, "connections.max.idle.ms", kLongMin, kLongMax, "300000",
        "A connection unused for longer is closed by this side at the end of a poll; below 0 never."),
    milliseconds(kClients, "reconnect.backoff.ms", 0, kLongMax, "50",
        "Wait before the first new attempt to a node after a connection to it ended."),
    milliseconds(kClients, "reconnect.backoff.max.ms", 0, kLongMax, "1000",
        "Upper limit of the growing wait between attempts to one node; follows reconnect.backoff.ms when only that "
        "is set."),
    milliseconds(kClients, "retry.backoff.ms", 0, kLongMax, "100",
        "Wait before a failed request, or a metadata update, is tried again."),
    milliseconds(kClients, "retry.backoff.max.ms", 0, kLongMax, "1000",
        "Upper limit of the growing wait between retries (KIP-580).")
        .from(3, 7),
    milliseconds(kProducer | kConsumer, "request.timeout.ms", 0, kIntMax, "30000",
        "A request without an answer for longer fails, and its whole connection is closed by the client."),
    milliseconds(kAdmin, "request.timeout.ms", 0, kIntMax, "120000",
        "A request without an answer for longer fails, and its whole connection is closed by the client.")
        .then(2, 5, "30000"),
    milliseconds(kConsumer, "default.api.timeout.ms", 0, kIntMax, "60000",
        "How long a blocking call of the API may take when it is given no limit of its own."),
    milliseconds(kAdmin, "default.api.timeout.ms", 0, kIntMax, "60000",
        "How long a blocking call of the API may take when it is given no limit of its own.")
        .from(2, 5),
    milliseconds(kClients, "socket.connection.setup.timeout.ms", kLongMin, kLongMax, "10000",
        "A TCP connect that takes longer is given up (KIP-601); grows with each failure.")
        .from(2, 7),
    milliseconds(kClients, "socket.connection.setup.timeout.max.ms", kLongMin, kLongMax, "127000",
        "Upper limit of the growing connect timeout (KIP-601).")
        .from(2, 7)
        .then(2, 8, "30000"),
    milliseconds(kClients, "metadata.max.age.ms", 0, kLongMax, "300000",
        "Metadata older than this is asked for again even if nothing changed."),
    choice(kClients, "metadata.recovery.strategy", {{"none"}, {"rebootstrap"}}, "none",
        "What to do when no known broker is reachable: nothing, or start again from bootstrap.servers (KIP-899).")
        .ignoringCase()
        .from(3, 8)
        .noted("Final 4.0.0: rebootstrap."),
    milliseconds(kClients, "metadata.recovery.rebootstrap.trigger.ms", 0, kLongMax, "300000",
        "Without fresh metadata for this long a client starts again from bootstrap.servers (KIP-1102).")
        .from(4, 0)
        .noted("Came with final 4.0.0; the recorded snapshot does not have it."),
    integer(kClients, "send.buffer.bytes", -1, kIntMax, "131072",
        "SO_SNDBUF of the client's sockets; -1 leaves it to the operating system."),
    integer(kProducer, "receive.buffer.bytes", -1, kIntMax, "32768",
        "SO_RCVBUF of the client's sockets; -1 leaves it to the operating system."),
    integer(kConsumer | kAdmin, "receive.buffer.bytes", -1, kIntMax, "65536",
        "SO_RCVBUF of the client's sockets; -1 leaves it to the operating system."),
    choice(kClients, "security.protocol", {{"PLAINTEXT"}, {"SSL"}, {"SASL_PLAINTEXT"}, {"SASL_SSL"}}, "PLAINTEXT",
        "What runs over TCP: nothing, TLS, SASL, or SASL in TLS.")
        .ignoringCase(),
    text(kClients, "security.providers", kNull, "Java security providers to register.").from(2, 4).elsewhere(),
    flag(kProducer | kConsumer, "enable.metrics.push", "true",
        "Sends client metrics to brokers that collect them (KIP-714); may open a connection of its own.")
        .from(3, 7),
    flag(kAdmin, "enable.metrics.push", "true",
        "Sends client metrics to brokers that collect them (KIP-714); may open a connection of its own.")
        .from(3, 7)
        .then(4, 0, "false"),
    list(kClients, "metric.reporters", "", "Classes that are told about metrics.").elsewhere(),
    integer(kClients, "metrics.num.samples", 1, kIntMax, "2", "Samples kept to compute a metric.").elsewhere(),
    choice(kClients, "metrics.recording.level", {{"INFO"}, {"DEBUG"}, {"TRACE", {2, 7}}}, "INFO",
        "How detailed the recorded metrics are.")
        .elsewhere(),
    milliseconds(kClients, "metrics.sample.window.ms", 0, kLongMax, "30000", "Length of one sample of a metric.")
        .elsewhere(),
    flag(kClients, "auto.include.jmx.reporter", "true",
        "Adds the JMX reporter even if metric.reporters does not name it.")
        .from(3, 4)
        .until(4, 0)
        .elsewhere(),
    list(kProducer | kConsumer, "interceptor.classes", "", "Classes that see each record.").elsewhere(),

    // -- one kind --
    text(kConsumer, "client.rack", "",
        "Rack of the client; with it a consumer may fetch from the nearest replica (KIP-392).")
        .from(2, 3),
    choice(kProducer, "acks", {{"all"}, {"-1"}, {"0"}, {"1"}}, "1",
        "How many replicas must have a batch before the broker answers: 0 (no answer at all), 1 (the leader), all.")
        .then(3, 0, "all"),
    integer(kProducer, "batch.size", 0, kIntMax, "16384",
        "A batch for one partition is sent once it holds this many bytes, linger.ms or not."),
    milliseconds(
        kProducer, "linger.ms", 0, kLongMax, "0", "How long a batch waits for more records before it is sent.")
        .noted("Final 4.0.0: 5."),
    integer(kProducer, "buffer.memory", 0, kLongMax, "33554432",
        "Bytes of records that may wait to be sent before send() blocks."),
    milliseconds(kProducer, "max.block.ms", 0, kLongMax, "60000",
        "How long send() and the transaction calls may block: for metadata, for buffer space, for a coordinator."),
    milliseconds(kProducer, "delivery.timeout.ms", 0, kIntMax, "120000",
        "A record is failed when it was not acknowledged within this time after send()."),
    flag(kProducer, "enable.idempotence", "false",
        "Numbers the batches so that retries store no record twice; asks a broker for a producer id at the start.")
        .then(3, 0, "true"),
    integer(kProducer, "max.in.flight.requests.per.connection", 1, kIntMax, "5",
        "Requests that may wait for their answers on one connection; the next one waits in the client."),
    integer(
        kProducer, "max.request.size", 0, kIntMax, "1048576", "Upper limit for the bytes of one produce request."),
    integer(kProducer, "retries", 0, kIntMax, "2147483647", "How often a failed request is tried again."),
    integer(kAdmin, "retries", 0, kIntMax, "5", "How often a failed request is tried again.")
        .then(2, 5, "2147483647"),
    milliseconds(kProducer, "metadata.max.idle.ms", 5000, kLongMax, "300000",
        "A topic not produced to for this long leaves the metadata requests (KIP-526; a constant before 2.5).")
        .from(2, 5),
    text(kProducer, "transactional.id", kNull,
        "Makes the producer transactional: it has a transaction coordinator, reached under the broker's plain id."),
    milliseconds(kProducer, "transaction.timeout.ms", kIntMin, kIntMax, "60000",
        "The transaction coordinator aborts a transaction that takes longer."),
    choice(kProducer, "compression.type", {{"none"}, {"gzip"}, {"snappy"}, {"lz4"}, {"zstd"}}, "none",
        "How batches are compressed.")
        .elsewhere(),
    integer(kProducer, "compression.gzip.level", kIntMin, kIntMax, "-1", "Level of gzip compression.")
        .from(3, 8)
        .elsewhere(),
    integer(kProducer, "compression.lz4.level", 1, 17, "9", "Level of lz4 compression.").from(3, 8).elsewhere(),
    integer(kProducer, "compression.zstd.level", -131072, 22, "3", "Level of zstd compression.")
        .from(3, 8)
        .elsewhere(),
    javaClass(kProducer, "partitioner.class", "org.apache.kafka.clients.producer.internals.DefaultPartitioner",
        "Class that picks the partition of a record without one.")
        .then(3, 3, kNull)
        .elsewhere(),
    flag(kProducer, "partitioner.adaptive.partitioning.enable", "true",
        "Sends more to partitions whose brokers answer faster (KIP-794).")
        .from(3, 3),
    milliseconds(kProducer, "partitioner.availability.timeout.ms", 0, kLongMax, "0",
        "Leaves out partitions whose leader accepted nothing for this long; 0 = off (KIP-794).")
        .from(3, 3),
    flag(kProducer, "partitioner.ignore.keys", "false", "Ignores record keys when a partition is picked.")
        .from(3, 3)
        .elsewhere(),
    javaClass(kProducer, "key.serializer", kNull, "Class that turns keys into bytes.").demanded().elsewhere(),
    javaClass(kProducer, "value.serializer", kNull, "Class that turns values into bytes.").demanded().elsewhere(),
    flag(kProducer, "internal.auto.downgrade.txn.commit", "false",
        "Internal: lets old brokers commit offsets in transactions without group metadata.")
        .from(2, 6)
        .until(3, 0)
        .elsewhere(),
    text(kConsumer, "group.id", "",
        "Name of the consumer group; without it there is no coordinator and no coordinator connection.")
        .then(2, 2, kNull),
    text(
        kConsumer, "group.instance.id", kNull, "Makes the member static (KIP-345): it sends no LEAVE_GROUP on close.")
        .from(2, 3),
    choice(kConsumer, "group.protocol", {{"classic"}, {"consumer"}}, "classic",
        "How the group is run: by JOIN_GROUP and SYNC_GROUP, or by the brokers (KIP-848).")
        .ignoringCase()
        .from(3, 7),
    text(kConsumer, "group.remote.assignor", kNull, "Assignor on the brokers' side, for group.protocol = consumer.")
        .from(3, 7),
    milliseconds(kConsumer, "session.timeout.ms", kIntMin, kIntMax, "10000",
        "The coordinator removes a member that sent no heartbeat for this long.")
        .then(3, 0, "45000"),
    milliseconds(kConsumer, "heartbeat.interval.ms", kIntMin, kIntMax, "3000",
        "How often a member sends HEARTBEAT on the coordinator's connection."),
    milliseconds(kConsumer, "max.poll.interval.ms", 1, kIntMax, "300000",
        "Longest time between two calls of poll(); after it the heartbeat thread leaves the group."),
    integer(kConsumer, "max.poll.records", 1, kIntMax, "500", "Most records that one poll() returns."),
    list(kConsumer, "partition.assignment.strategy", "org.apache.kafka.clients.consumer.RangeAssignor",
        "Assignors that the group's leader may use, in order of preference.")
        .then(3, 0,
            "org.apache.kafka.clients.consumer.RangeAssignor,org.apache.kafka.clients.consumer."
            "CooperativeStickyAssignor"),
    flag(kConsumer, "enable.auto.commit", "true",
        "Commits the offsets now and then, from poll() and close(); off without a group.id."),
    milliseconds(kConsumer, "auto.commit.interval.ms", 0, kIntMax, "5000", "Time between two automatic commits."),
    choice(kConsumer, "auto.offset.reset", {{"latest"}, {"earliest"}, {"none"}}, "latest",
        "Where to start when there is no committed offset.")
        .noted("Final 4.0.0 also takes by_duration:<ISO 8601 duration>."),
    flag(kConsumer, "allow.auto.create.topics", "true",
        "Whether a metadata request of this consumer may create a topic.")
        .from(2, 3),
    flag(kConsumer, "exclude.internal.topics", "true",
        "Whether a pattern subscription leaves out Kafka's own topics."),
    integer(kConsumer, "fetch.min.bytes", 0, kIntMax, "1",
        "A broker answers a FETCH once it has this much, or when fetch.max.wait.ms is over."),
    integer(kConsumer, "fetch.max.bytes", 0, kIntMax, "52428800", "Most bytes in one fetch answer."),
    milliseconds(kConsumer, "fetch.max.wait.ms", 0, kIntMax, "500",
        "How long a broker may keep a FETCH waiting for data: the long poll that keeps leader connections in use."),
    integer(kConsumer, "max.partition.fetch.bytes", 0, kIntMax, "1048576",
        "Most bytes of one partition in a fetch answer."),
    choice(kConsumer, "isolation.level", {{"read_uncommitted"}, {"read_committed"}}, "read_uncommitted",
        "Whether records of open and aborted transactions are seen.")
        .elsewhere(),
    flag(kConsumer, "check.crcs", "true", "Checks the checksums of fetched batches.").elsewhere(),
    javaClass(kConsumer, "key.deserializer", kNull, "Class that turns bytes into keys.").demanded().elsewhere(),
    javaClass(kConsumer, "value.deserializer", kNull, "Class that turns bytes into values.").demanded().elsewhere(),
    flag(kConsumer, "internal.leave.group.on.close", "true", "Internal: whether close() sends LEAVE_GROUP."),
    flag(kConsumer, "internal.throw.on.fetch.stable.offset.unsupported", "false",
        "Internal: fails instead of falling back when a broker knows no stable offsets.")
        .from(2, 6)
        .elsewhere(),
    list(kAdmin, "bootstrap.controllers", "",
        "Addresses of KRaft controllers to administer directly, instead of bootstrap.servers (KIP-919).")
        .from(3, 7),
};

} // namespace

std::span<const ConfigRow> clientConfigRows() { return kRows; }

} // namespace connscope::protocol
