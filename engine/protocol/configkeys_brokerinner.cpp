// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/configtable.h"

// The other broker keys, so that a whole server.properties is understood: checked and kept, but nothing here depends on
// them.

namespace connscope::protocol {

namespace {

using namespace configtable;

constexpr ConfigRow kRows[] {
    milliseconds(
        kBroker, "add.partitions.to.txn.retry.backoff.max.ms", 0, kIntMax, "100", "Inner workings of the broker.")
        .from(4, 0)
        .elsewhere(),
    milliseconds(kBroker, "add.partitions.to.txn.retry.backoff.ms", 1, kIntMax, "20", "Inner workings of the broker.")
        .from(4, 0)
        .elsewhere(),
    javaClass(kBroker, "alter.config.policy.class.name", kNull, "Inner workings of the broker.").elsewhere(),
    integer(
        kBroker, "alter.log.dirs.replication.quota.window.num", 1, kIntMax, "11", "Moving of replicas between disks.")
        .elsewhere(),
    integer(kBroker, "alter.log.dirs.replication.quota.window.size.seconds", 1, kIntMax, "1",
        "Moving of replicas between disks.")
        .elsewhere(),
    flag(kBroker, "auto.include.jmx.reporter", "true", "Inner workings of the broker.")
        .from(3, 4)
        .until(4, 0)
        .elsewhere(),
    integer(kBroker, "background.threads", 1, kIntMax, "10", "Inner workings of the broker.").elsewhere(),
    integer(kBroker, "compression.gzip.level", kIntMin, kIntMax, "-1", "Compression of stored batches.")
        .from(3, 8)
        .elsewhere(),
    integer(kBroker, "compression.lz4.level", 1, 17, "9", "Compression of stored batches.").from(3, 8).elsewhere(),
    choice(kBroker, "compression.type", {{"producer"}, {"uncompressed"}, {"gzip"}, {"snappy"}, {"lz4"}, {"zstd"}},
        "producer", "Compression of stored batches.")
        .elsewhere(),
    integer(kBroker, "compression.zstd.level", -131072, 22, "3", "Compression of stored batches.")
        .from(3, 8)
        .elsewhere(),
    milliseconds(kBroker, "controller.performance.always.log.threshold.ms", 0, kLongMax, "2000",
        "Inner workings of the broker.")
        .from(4, 0)
        .elsewhere(),
    milliseconds(
        kBroker, "controller.performance.sample.period.ms", 100, kLongMax, "60000", "Inner workings of the broker.")
        .from(4, 0)
        .elsewhere(),
    milliseconds(
        kBroker, "controller.quorum.append.linger.ms", kIntMin, kIntMax, "25", "The KRaft controllers' quorum.")
        .from(2, 8)
        .elsewhere(),
    milliseconds(kBroker, "controller.quorum.election.backoff.max.ms", kIntMin, kIntMax, "1000",
        "The KRaft controllers' quorum.")
        .from(2, 8)
        .elsewhere(),
    milliseconds(
        kBroker, "controller.quorum.election.timeout.ms", kIntMin, kIntMax, "1000", "The KRaft controllers' quorum.")
        .from(2, 8)
        .elsewhere(),
    milliseconds(
        kBroker, "controller.quorum.fetch.timeout.ms", kIntMin, kIntMax, "2000", "The KRaft controllers' quorum.")
        .from(2, 8)
        .elsewhere(),
    milliseconds(
        kBroker, "controller.quorum.request.timeout.ms", kIntMin, kIntMax, "2000", "The KRaft controllers' quorum.")
        .from(2, 8)
        .elsewhere(),
    milliseconds(
        kBroker, "controller.quorum.retry.backoff.ms", kIntMin, kIntMax, "20", "The KRaft controllers' quorum.")
        .from(2, 8)
        .elsewhere(),
    integer(kBroker, "controller.quota.window.num", 1, kIntMax, "11", "Inner workings of the broker.")
        .from(2, 7)
        .elsewhere(),
    integer(kBroker, "controller.quota.window.size.seconds", 1, kIntMax, "1", "Inner workings of the broker.")
        .from(2, 7)
        .elsewhere(),
    javaClass(kBroker, "create.topic.policy.class.name", kNull, "Inner workings of the broker.").elsewhere(),
    milliseconds(kBroker, "delegation.token.expiry.check.interval.ms", 1, kLongMax, "3600000", "Delegation tokens.")
        .elsewhere(),
    milliseconds(kBroker, "delegation.token.expiry.time.ms", 1, kLongMax, "86400000", "Delegation tokens.")
        .elsewhere(),
    password(kBroker, "delegation.token.master.key", kNull, "Delegation tokens.").until(4, 0).elsewhere(),
    milliseconds(kBroker, "delegation.token.max.lifetime.ms", 1, kLongMax, "604800000", "Delegation tokens.")
        .elsewhere(),
    password(kBroker, "delegation.token.secret.key", kNull, "Delegation tokens.").from(2, 8).elsewhere(),
    integer(kBroker, "delete.records.purgatory.purge.interval.requests", kIntMin, kIntMax, "1",
        "Inner workings of the broker.")
        .elsewhere(),
    flag(kBroker, "eligible.leader.replicas.enable", "false", "Inner workings of the broker.")
        .from(3, 7)
        .until(4, 0)
        .elsewhere(),
    integer(
        kBroker, "fetch.purgatory.purge.interval.requests", kIntMin, kIntMax, "1000", "Inner workings of the broker.")
        .elsewhere(),
    milliseconds(
        kBroker, "group.coordinator.append.linger.ms", 0, kIntMax, "10", "Inner workings of the group coordinator.")
        .from(3, 8)
        .then(4, 0, "5")
        .elsewhere(),
    flag(kBroker, "group.coordinator.new.enable", "false", "Inner workings of the group coordinator.")
        .from(3, 5)
        .then(4, 0, "true")
        .elsewhere(),
    integer(kBroker, "group.coordinator.threads", 1, kIntMax, "1", "Inner workings of the group coordinator.")
        .from(3, 5)
        .then(4, 0, "4")
        .elsewhere(),
    integer(kBroker, "group.share.delivery.count.limit", 2, 10, "5", "Share groups (KIP-932).")
        .from(3, 9)
        .elsewhere(),
    flag(kBroker, "group.share.enable", "false", "Share groups (KIP-932).").from(3, 9).elsewhere(),
    milliseconds(kBroker, "group.share.heartbeat.interval.ms", 1, kIntMax, "5000", "Share groups (KIP-932).")
        .from(3, 9)
        .elsewhere(),
    integer(kBroker, "group.share.max.groups", 1, 100, "10", "Share groups (KIP-932).").from(3, 9).elsewhere(),
    milliseconds(kBroker, "group.share.max.heartbeat.interval.ms", 1, kIntMax, "15000", "Share groups (KIP-932).")
        .from(3, 9)
        .elsewhere(),
    milliseconds(
        kBroker, "group.share.max.record.lock.duration.ms", 30000, 3600000, "60000", "Share groups (KIP-932).")
        .from(3, 9)
        .elsewhere(),
    milliseconds(kBroker, "group.share.max.session.timeout.ms", 1, kIntMax, "60000", "Share groups (KIP-932).")
        .from(3, 9)
        .elsewhere(),
    integer(kBroker, "group.share.max.size", 1, 1000, "200", "Share groups (KIP-932).").from(3, 9).elsewhere(),
    milliseconds(kBroker, "group.share.min.heartbeat.interval.ms", 1, kIntMax, "5000", "Share groups (KIP-932).")
        .from(3, 9)
        .elsewhere(),
    milliseconds(kBroker, "group.share.min.record.lock.duration.ms", 1000, 30000, "15000", "Share groups (KIP-932).")
        .from(3, 9)
        .elsewhere(),
    milliseconds(kBroker, "group.share.min.session.timeout.ms", 1, kIntMax, "45000", "Share groups (KIP-932).")
        .from(3, 9)
        .elsewhere(),
    integer(kBroker, "group.share.partition.max.record.locks", 100, 10000, "200", "Share groups (KIP-932).")
        .from(3, 9)
        .elsewhere(),
    text(kBroker, "group.share.persister.class.name", "org.apache.kafka.server.share.persister.DefaultStatePersister",
        "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    milliseconds(kBroker, "group.share.record.lock.duration.ms", 1000, 3600000, "30000", "Share groups (KIP-932).")
        .from(3, 9)
        .elsewhere(),
    milliseconds(kBroker, "group.share.session.timeout.ms", 1, kIntMax, "45000", "Share groups (KIP-932).")
        .from(3, 9)
        .elsewhere(),
    milliseconds(
        kBroker, "initial.broker.registration.timeout.ms", kIntMin, kIntMax, "60000", "Inner workings of the broker.")
        .from(2, 8)
        .elsewhere(),
    integer(kBroker, "kafka.metrics.polling.interval.secs", 1, kIntMax, "10", "Metrics of the broker.").elsewhere(),
    list(kBroker, "kafka.metrics.reporters", "", "Metrics of the broker.").elsewhere(),
    milliseconds(kBroker, "log.cleaner.backoff.ms", 0, kLongMax, "15000", "Compaction of the partition logs.")
        .elsewhere(),
    integer(kBroker, "log.cleaner.dedupe.buffer.size", kLongMin, kLongMax, "134217728",
        "Compaction of the partition logs.")
        .elsewhere(),
    milliseconds(
        kBroker, "log.cleaner.delete.retention.ms", 0, kLongMax, "86400000", "Compaction of the partition logs.")
        .elsewhere(),
    flag(kBroker, "log.cleaner.enable", "true", "Compaction of the partition logs.").elsewhere(),
    real(kBroker, "log.cleaner.io.buffer.load.factor", "0.9", "Compaction of the partition logs.").elsewhere(),
    integer(kBroker, "log.cleaner.io.buffer.size", 0, kIntMax, "524288", "Compaction of the partition logs.")
        .elsewhere(),
    real(
        kBroker, "log.cleaner.io.max.bytes.per.second", "1.7976931348623157E308", "Compaction of the partition logs.")
        .elsewhere(),
    milliseconds(kBroker, "log.cleaner.max.compaction.lag.ms", 1, kLongMax, "9223372036854775807",
        "Compaction of the partition logs.")
        .from(2, 3)
        .elsewhere(),
    real(kBroker, "log.cleaner.min.cleanable.ratio", "0.5", "Compaction of the partition logs.")
        .between(0, 1)
        .elsewhere(),
    milliseconds(kBroker, "log.cleaner.min.compaction.lag.ms", 0, kLongMax, "0", "Compaction of the partition logs.")
        .elsewhere(),
    integer(kBroker, "log.cleaner.threads", 0, kIntMax, "1", "Compaction of the partition logs.").elsewhere(),
    list(kBroker, "log.cleanup.policy", "delete", "Storage of the partition logs.").elsewhere(),
    milliseconds(kBroker, "log.dir.failure.timeout.ms", 1, kLongMax, "30000", "Storage of the partition logs.")
        .from(3, 8)
        .elsewhere(),
    integer(
        kBroker, "log.flush.interval.messages", 1, kLongMax, "9223372036854775807", "Storage of the partition logs.")
        .elsewhere(),
    milliseconds(kBroker, "log.flush.interval.ms", kLongMin, kLongMax, kNull, "Storage of the partition logs.")
        .elsewhere(),
    milliseconds(
        kBroker, "log.flush.offset.checkpoint.interval.ms", 0, kIntMax, "60000", "Storage of the partition logs.")
        .elsewhere(),
    milliseconds(kBroker, "log.flush.scheduler.interval.ms", kLongMin, kLongMax, "9223372036854775807",
        "Storage of the partition logs.")
        .elsewhere(),
    milliseconds(kBroker, "log.flush.start.offset.checkpoint.interval.ms", 0, kIntMax, "60000",
        "Storage of the partition logs.")
        .elsewhere(),
    integer(kBroker, "log.index.interval.bytes", 0, kIntMax, "4096", "Storage of the partition logs.").elsewhere(),
    integer(kBroker, "log.index.size.max.bytes", 4, kIntMax, "10485760", "Storage of the partition logs.")
        .elsewhere(),
    milliseconds(kBroker, "log.initial.task.delay.ms", 0, kLongMax, "30000", "Storage of the partition logs.")
        .from(3, 8)
        .elsewhere(),
    integer(kBroker, "log.local.retention.bytes", -2, kLongMax, "-2", "Storage of the partition logs.")
        .from(3, 6)
        .elsewhere(),
    milliseconds(kBroker, "log.local.retention.ms", -2, kLongMax, "-2", "Storage of the partition logs.")
        .from(3, 6)
        .elsewhere(),
    flag(kBroker, "log.message.downconversion.enable", "true", "Storage of the partition logs.")
        .until(4, 0)
        .elsewhere(),
    text(kBroker, "log.message.format.version", kNull, "Storage of the partition logs.").until(4, 0).elsewhere(),
    milliseconds(kBroker, "log.message.timestamp.after.max.ms", 0, kLongMax, "9223372036854775807",
        "Storage of the partition logs.")
        .from(3, 6)
        .then(4, 0, "3600000")
        .elsewhere(),
    milliseconds(kBroker, "log.message.timestamp.before.max.ms", 0, kLongMax, "9223372036854775807",
        "Storage of the partition logs.")
        .from(3, 6)
        .elsewhere(),
    milliseconds(kBroker, "log.message.timestamp.difference.max.ms", kLongMin, kLongMax, "9223372036854775807",
        "Storage of the partition logs.")
        .until(4, 0)
        .elsewhere(),
    text(kBroker, "log.message.timestamp.type", "CreateTime", "Storage of the partition logs.").elsewhere(),
    flag(kBroker, "log.preallocate", "false", "Storage of the partition logs.").elsewhere(),
    integer(kBroker, "log.retention.bytes", kLongMin, kLongMax, "-1", "Storage of the partition logs.").elsewhere(),
    milliseconds(kBroker, "log.retention.check.interval.ms", 1, kLongMax, "300000", "Storage of the partition logs.")
        .elsewhere(),
    integer(kBroker, "log.roll.hours", 1, kIntMax, "168", "Storage of the partition logs.").elsewhere(),
    integer(kBroker, "log.roll.jitter.hours", 0, kIntMax, "0", "Storage of the partition logs.").elsewhere(),
    milliseconds(kBroker, "log.roll.jitter.ms", kLongMin, kLongMax, kNull, "Storage of the partition logs.")
        .elsewhere(),
    milliseconds(kBroker, "log.roll.ms", kLongMin, kLongMax, kNull, "Storage of the partition logs.").elsewhere(),
    integer(kBroker, "log.segment.bytes", 14, kIntMax, "1073741824", "Storage of the partition logs.").elsewhere(),
    milliseconds(kBroker, "log.segment.delete.delay.ms", 0, kLongMax, "60000", "Storage of the partition logs.")
        .elsewhere(),
    integer(kBroker, "max.request.partition.size.limit", 1, kIntMax, "2000", "Inner workings of the broker.")
        .from(3, 8)
        .elsewhere(),
    text(kBroker, "metadata.log.dir", kNull, "The log of a KRaft cluster's metadata.").from(2, 8).elsewhere(),
    integer(kBroker, "metadata.log.max.record.bytes.between.snapshots", 1, kLongMax, "20971520",
        "The log of a KRaft cluster's metadata.")
        .from(3, 0)
        .elsewhere(),
    milliseconds(kBroker, "metadata.log.max.snapshot.interval.ms", 0, kLongMax, "3600000",
        "The log of a KRaft cluster's metadata.")
        .from(3, 4)
        .elsewhere(),
    integer(
        kBroker, "metadata.log.segment.bytes", 12, kIntMax, "1073741824", "The log of a KRaft cluster's metadata.")
        .from(3, 0)
        .elsewhere(),
    integer(
        kBroker, "metadata.log.segment.min.bytes", 12, kIntMax, "8388608", "The log of a KRaft cluster's metadata.")
        .from(3, 0)
        .elsewhere(),
    milliseconds(
        kBroker, "metadata.log.segment.ms", kLongMin, kLongMax, "604800000", "The log of a KRaft cluster's metadata.")
        .from(3, 0)
        .elsewhere(),
    milliseconds(
        kBroker, "metadata.max.idle.interval.ms", 0, kIntMax, "500", "The log of a KRaft cluster's metadata.")
        .from(3, 3)
        .elsewhere(),
    integer(
        kBroker, "metadata.max.retention.bytes", kLongMin, kLongMax, "-1", "The log of a KRaft cluster's metadata.")
        .from(3, 0)
        .then(3, 4, "104857600")
        .elsewhere(),
    milliseconds(kBroker, "metadata.max.retention.ms", kLongMin, kLongMax, "604800000",
        "The log of a KRaft cluster's metadata.")
        .from(3, 0)
        .elsewhere(),
    list(kBroker, "metric.reporters", "", "Metrics of the broker.").elsewhere(),
    integer(kBroker, "metrics.num.samples", 1, kIntMax, "2", "Metrics of the broker.").elsewhere(),
    choice(kBroker, "metrics.recording.level", {{"INFO"}, {"DEBUG"}, {"TRACE", {2, 7}}}, "INFO",
        "Metrics of the broker.")
        .elsewhere(),
    milliseconds(kBroker, "metrics.sample.window.ms", 1, kLongMax, "30000", "Metrics of the broker.").elsewhere(),
    integer(kBroker, "num.recovery.threads.per.data.dir", 1, kIntMax, "1", "Inner workings of the broker.")
        .then(4, 0, "2")
        .elsewhere(),
    integer(kBroker, "num.replica.alter.log.dirs.threads", kIntMin, kIntMax, kNull, "Inner workings of the broker.")
        .elsewhere(),
    integer(kBroker, "offset.metadata.max.bytes", kIntMin, kIntMax, "4096", "Storage of committed offsets.")
        .elsewhere(),
    integer(kBroker, "offsets.commit.required.acks", -32768, 32767, "-1", "Storage of committed offsets.")
        .until(4, 0)
        .elsewhere(),
    integer(kBroker, "offsets.load.buffer.size", 1, kIntMax, "5242880", "Storage of committed offsets.").elsewhere(),
    milliseconds(
        kBroker, "offsets.retention.check.interval.ms", 1, kLongMax, "600000", "Storage of committed offsets.")
        .elsewhere(),
    integer(kBroker, "offsets.topic.compression.codec", kIntMin, kIntMax, "0", "Storage of committed offsets.")
        .elsewhere(),
    integer(kBroker, "offsets.topic.segment.bytes", 1, kIntMax, "104857600", "Storage of committed offsets.")
        .elsewhere(),
    text(kBroker, "password.encoder.cipher.algorithm", "AES/CBC/PKCS5Padding", "Storage of passwords in ZooKeeper.")
        .until(4, 0)
        .elsewhere(),
    integer(kBroker, "password.encoder.iterations", 1024, kIntMax, "4096", "Storage of passwords in ZooKeeper.")
        .until(4, 0)
        .elsewhere(),
    integer(kBroker, "password.encoder.key.length", 8, kIntMax, "128", "Storage of passwords in ZooKeeper.")
        .until(4, 0)
        .elsewhere(),
    text(kBroker, "password.encoder.keyfactory.algorithm", kNull, "Storage of passwords in ZooKeeper.")
        .until(4, 0)
        .elsewhere(),
    password(kBroker, "password.encoder.old.secret", kNull, "Storage of passwords in ZooKeeper.")
        .until(4, 0)
        .elsewhere(),
    password(kBroker, "password.encoder.secret", kNull, "Storage of passwords in ZooKeeper.").until(4, 0).elsewhere(),
    milliseconds(
        kBroker, "producer.id.expiration.check.interval.ms", 1, kIntMax, "600000", "Inner workings of the broker.")
        .from(3, 4)
        .elsewhere(),
    integer(kBroker, "producer.purgatory.purge.interval.requests", kIntMin, kIntMax, "1000",
        "Inner workings of the broker.")
        .elsewhere(),
    milliseconds(kBroker, "remote.fetch.max.wait.ms", 1, kIntMax, "500", "Tiered storage of the partition logs.")
        .from(3, 8)
        .elsewhere(),
    milliseconds(kBroker, "remote.list.offsets.request.timeout.ms", 1, kLongMax, "30000",
        "Tiered storage of the partition logs.")
        .from(4, 0)
        .elsewhere(),
    integer(kBroker, "remote.log.index.file.cache.total.size.bytes", 1, kLongMax, "1073741824",
        "Tiered storage of the partition logs.")
        .from(3, 0)
        .elsewhere(),
    integer(kBroker, "remote.log.manager.copier.thread.pool.size", kIntMin, kIntMax, "10",
        "Tiered storage of the partition logs.")
        .from(3, 8)
        .then(3, 9, "-1")
        .then(4, 0, "10")
        .elsewhere(),
    integer(kBroker, "remote.log.manager.copy.max.bytes.per.second", 1, kLongMax, "9223372036854775807",
        "Tiered storage of the partition logs.")
        .from(3, 8)
        .elsewhere(),
    integer(kBroker, "remote.log.manager.copy.quota.window.num", 1, kIntMax, "11",
        "Tiered storage of the partition logs.")
        .from(3, 8)
        .elsewhere(),
    integer(kBroker, "remote.log.manager.copy.quota.window.size.seconds", 1, kIntMax, "1",
        "Tiered storage of the partition logs.")
        .from(3, 8)
        .elsewhere(),
    integer(kBroker, "remote.log.manager.expiration.thread.pool.size", kIntMin, kIntMax, "10",
        "Tiered storage of the partition logs.")
        .from(3, 8)
        .then(3, 9, "-1")
        .then(4, 0, "10")
        .elsewhere(),
    integer(kBroker, "remote.log.manager.fetch.max.bytes.per.second", 1, kLongMax, "9223372036854775807",
        "Tiered storage of the partition logs.")
        .from(3, 8)
        .elsewhere(),
    integer(kBroker, "remote.log.manager.fetch.quota.window.num", 1, kIntMax, "11",
        "Tiered storage of the partition logs.")
        .from(3, 8)
        .elsewhere(),
    integer(kBroker, "remote.log.manager.fetch.quota.window.size.seconds", 1, kIntMax, "1",
        "Tiered storage of the partition logs.")
        .from(3, 8)
        .elsewhere(),
    milliseconds(
        kBroker, "remote.log.manager.task.interval.ms", 1, kLongMax, "30000", "Tiered storage of the partition logs.")
        .from(3, 0)
        .elsewhere(),
    milliseconds(kBroker, "remote.log.manager.task.retry.backoff.max.ms", 1, kLongMax, "30000",
        "Tiered storage of the partition logs.")
        .from(3, 0)
        .elsewhere(),
    milliseconds(kBroker, "remote.log.manager.task.retry.backoff.ms", 1, kLongMax, "500",
        "Tiered storage of the partition logs.")
        .from(3, 0)
        .elsewhere(),
    real(kBroker, "remote.log.manager.task.retry.jitter", "0.2", "Tiered storage of the partition logs.")
        .between(0, 0.5)
        .from(3, 0)
        .elsewhere(),
    integer(kBroker, "remote.log.manager.thread.pool.size", 1, kIntMax, "10", "Tiered storage of the partition logs.")
        .from(3, 0)
        .then(4, 0, "2")
        .elsewhere(),
    integer(kBroker, "remote.log.metadata.custom.metadata.max.bytes", 0, kIntMax, "128",
        "Tiered storage of the partition logs.")
        .from(3, 6)
        .elsewhere(),
    text(kBroker, "remote.log.metadata.manager.class.name", kNull, "Tiered storage of the partition logs.")
        .from(3, 0)
        .then(3, 6, "org.apache.kafka.server.log.remote.metadata.storage.TopicBasedRemoteLogMetadataManager")
        .elsewhere(),
    text(kBroker, "remote.log.metadata.manager.class.path", kNull, "Tiered storage of the partition logs.")
        .from(3, 0)
        .elsewhere(),
    text(kBroker, "remote.log.metadata.manager.impl.prefix", kNull, "Tiered storage of the partition logs.")
        .from(3, 0)
        .then(3, 6, "rlmm.config.")
        .elsewhere(),
    text(kBroker, "remote.log.metadata.manager.listener.name", kNull, "Tiered storage of the partition logs.")
        .from(3, 0)
        .elsewhere(),
    integer(
        kBroker, "remote.log.reader.max.pending.tasks", 1, kIntMax, "100", "Tiered storage of the partition logs.")
        .from(3, 0)
        .elsewhere(),
    integer(kBroker, "remote.log.reader.threads", 1, kIntMax, "10", "Tiered storage of the partition logs.")
        .from(3, 0)
        .elsewhere(),
    text(kBroker, "remote.log.storage.manager.class.name", kNull, "Tiered storage of the partition logs.")
        .from(3, 0)
        .elsewhere(),
    text(kBroker, "remote.log.storage.manager.class.path", kNull, "Tiered storage of the partition logs.")
        .from(3, 0)
        .elsewhere(),
    text(kBroker, "remote.log.storage.manager.impl.prefix", kNull, "Tiered storage of the partition logs.")
        .from(3, 0)
        .then(3, 6, "rsm.config.")
        .elsewhere(),
    flag(kBroker, "remote.log.storage.system.enable", "false", "Tiered storage of the partition logs.")
        .from(3, 0)
        .elsewhere(),
    integer(kBroker, "replica.fetch.max.bytes", 0, kIntMax, "1048576", "Replication between brokers.").elsewhere(),
    integer(kBroker, "replica.fetch.min.bytes", kIntMin, kIntMax, "1", "Replication between brokers.").elsewhere(),
    integer(kBroker, "replica.fetch.response.max.bytes", 0, kIntMax, "10485760", "Replication between brokers.")
        .elsewhere(),
    milliseconds(kBroker, "replica.high.watermark.checkpoint.interval.ms", kLongMin, kLongMax, "5000",
        "Replication between brokers.")
        .elsewhere(),
    integer(kBroker, "replication.quota.window.num", 1, kIntMax, "11", "Replication between brokers.").elsewhere(),
    integer(kBroker, "replication.quota.window.size.seconds", 1, kIntMax, "1", "Replication between brokers.")
        .elsewhere(),
    milliseconds(
        kBroker, "server.max.startup.time.ms", 0, kLongMax, "9223372036854775807", "Inner workings of the broker.")
        .from(3, 5)
        .elsewhere(),
    milliseconds(kBroker, "share.coordinator.append.linger.ms", 0, kIntMax, "10", "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    integer(kBroker, "share.coordinator.load.buffer.size", 1, kIntMax, "5242880", "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    integer(kBroker, "share.coordinator.snapshot.update.records.per.snapshot", 0, kIntMax, "500",
        "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    integer(
        kBroker, "share.coordinator.state.topic.compression.codec", kIntMin, kIntMax, "0", "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    integer(kBroker, "share.coordinator.state.topic.min.isr", 1, 32767, "2", "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    integer(kBroker, "share.coordinator.state.topic.num.partitions", 1, kIntMax, "50", "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    milliseconds(
        kBroker, "share.coordinator.state.topic.prune.interval.ms", 1, kIntMax, "300000", "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    integer(kBroker, "share.coordinator.state.topic.replication.factor", 1, 32767, "3", "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    integer(
        kBroker, "share.coordinator.state.topic.segment.bytes", 1, kIntMax, "104857600", "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    integer(kBroker, "share.coordinator.threads", 1, kIntMax, "1", "Share groups (KIP-932).").from(4, 0).elsewhere(),
    milliseconds(kBroker, "share.coordinator.write.timeout.ms", 1, kIntMax, "5000", "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    integer(kBroker, "share.fetch.max.fetch.records", kIntMin, kIntMax, "2147483647", "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    integer(
        kBroker, "share.fetch.purgatory.purge.interval.requests", kIntMin, kIntMax, "1000", "Share groups (KIP-932).")
        .from(4, 0)
        .elsewhere(),
    flag(kBroker, "transaction.partition.verification.enable", "true", "Storage of transactions.")
        .from(3, 6)
        .elsewhere(),
    milliseconds(kBroker, "transaction.remove.expired.transaction.cleanup.interval.ms", 1, kIntMax, "3600000",
        "Storage of transactions.")
        .elsewhere(),
    integer(kBroker, "transaction.state.log.load.buffer.size", 1, kIntMax, "5242880", "Storage of transactions.")
        .elsewhere(),
    integer(kBroker, "transaction.state.log.segment.bytes", 1, kIntMax, "104857600", "Storage of transactions.")
        .elsewhere(),
    milliseconds(
        kBroker, "unclean.leader.election.interval.ms", 1, kLongMax, "300000", "Inner workings of the broker.")
        .from(3, 9)
        .elsewhere(),
    flag(kBroker, "unstable.api.versions.enable", "false", "Inner workings of the broker.").from(3, 5).elsewhere(),
    flag(kBroker, "unstable.feature.versions.enable", "false", "Inner workings of the broker.")
        .from(3, 8)
        .elsewhere(),
    flag(kBroker, "unstable.metadata.versions.enable", "false", "Inner workings of the broker.")
        .from(3, 7)
        .until(3, 8)
        .elsewhere(),
    text(kBroker, "zookeeper.clientCnxnSocket", kNull, "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    integer(kBroker, "zookeeper.max.in.flight.requests", 1, kIntMax, "10", "The connection to ZooKeeper.")
        .until(4, 0)
        .elsewhere(),
    flag(kBroker, "zookeeper.metadata.migration.enable", "false", "The connection to ZooKeeper.")
        .from(3, 4)
        .until(4, 0)
        .elsewhere(),
    integer(kBroker, "zookeeper.metadata.migration.min.batch.size", 1, kIntMax, "200", "The connection to ZooKeeper.")
        .from(3, 7)
        .until(4, 0)
        .elsewhere(),
    flag(kBroker, "zookeeper.set.acl", "false", "The connection to ZooKeeper.").until(4, 0).elsewhere(),
    list(kBroker, "zookeeper.ssl.cipher.suites", kNull, "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    flag(kBroker, "zookeeper.ssl.client.enable", "false", "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    flag(kBroker, "zookeeper.ssl.crl.enable", "false", "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    list(kBroker, "zookeeper.ssl.enabled.protocols", kNull, "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    text(kBroker, "zookeeper.ssl.endpoint.identification.algorithm", "HTTPS", "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    text(kBroker, "zookeeper.ssl.keystore.location", kNull, "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    password(kBroker, "zookeeper.ssl.keystore.password", kNull, "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    text(kBroker, "zookeeper.ssl.keystore.type", kNull, "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    flag(kBroker, "zookeeper.ssl.ocsp.enable", "false", "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    text(kBroker, "zookeeper.ssl.protocol", "TLSv1.2", "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    text(kBroker, "zookeeper.ssl.truststore.location", kNull, "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    password(kBroker, "zookeeper.ssl.truststore.password", kNull, "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    text(kBroker, "zookeeper.ssl.truststore.type", kNull, "The connection to ZooKeeper.")
        .from(2, 5)
        .until(4, 0)
        .elsewhere(),
    milliseconds(kBroker, "zookeeper.sync.time.ms", kIntMin, kIntMax, "2000", "The connection to ZooKeeper.")
        .until(3, 2)
        .elsewhere(),
};

} // namespace

std::span<const ConfigRow> brokerInnerConfigRows() { return kRows; }

} // namespace connscope::protocol
