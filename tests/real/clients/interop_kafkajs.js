// SPDX-License-Identifier: GPL-3.0-or-later
// What KafkaJS does to the loopback cluster, one story a word on the command line. Ends with status 0 and "ok" lines if every
// story came out as it must. Codecs beside gzip are other packages; a story that has none says "no codec".
const { Kafka, CompressionTypes, CompressionCodecs, logLevel } = require('kafkajs');

const LIMIT = 60000;
const [servers, ...stories] = process.argv.slice(2);
const kafka = (clientId) => new Kafka({
  clientId, brokers: servers.split(','), logLevel: logLevel.NOTHING, retry: { initialRetryTime: 50, maxRetryTime: 500, retries: 60 },
});

function check(holds, what) {
  if (!holds) throw new Error(what);
}

async function until(what, holds) {
  const end = Date.now() + LIMIT;
  while (!holds()) {
    check(Date.now() < end, `waited in vain for ${typeof what === 'function' ? what() : what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function createTopic(topic, numPartitions) {
  const admin = kafka('js-admin').admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions, replicationFactor: 3 }], waitForLeaders: true });
  await admin.disconnect();
}

async function produce(producer, topic, first, last, compression) {
  for (let from = first; from < last; from += 500) {
    const messages = [];
    for (let i = from; i < Math.min(from + 500, last); ++i) messages.push({ key: `key-${i}`, value: `value-${i}` });
    await producer.send({ topic, messages, acks: -1, compression });
  }
}

// A JOIN_GROUP waits for members that are gone as long as the rebalance timeout says. Where brokers close what is idle for three
// seconds (the faults), it must be answered before: they close a connection on which nothing but an unanswered request is under
// way, Apache Kafka's as well as ours, and KafkaJS 2.2.4 then comes back as another member without having left as the first. So
// each generation would wait for the members of the last one, and no member of it would ever be answered.
const REBALANCE_TIMEOUT = 2000;

class Group {
  constructor(name, topic) {
    Object.assign(this, { name, topic, members: [], seen: new Map(), assigned: new Map() });
  }

  async join() {
    const number = this.members.length;
    const consumer = kafka(`js-consumer-${number}`).consumer({
      groupId: this.name, heartbeatInterval: 500, sessionTimeout: 10000, rebalanceTimeout: REBALANCE_TIMEOUT, maxWaitTimeInMs: 200,
    });
    this.members.push(consumer);
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      this.assigned.set(number, Object.values(payload.memberAssignment).flat().length);
    });
    await consumer.connect();
    await consumer.subscribe({ topics: [this.topic], fromBeginning: true });
    await consumer.run({
      autoCommitThreshold: 500,
      eachBatch: async ({ batch, resolveOffset, commitOffsetsIfNecessary }) => {
        for (const { value, offset } of batch.messages) {
          const text = value.toString();
          this.seen.set(text, (this.seen.get(text) || 0) + 1);
          resolveOffset(offset);
        }
        await commitOffsetsIfNecessary();
      },
    });
  }

  async leave(number) {
    await this.members[number].disconnect();
    this.assigned.delete(number);
  }

  twice() { return [...this.seen.values()].filter((n) => n > 1).length; }

  waitAssigned(members, partitions) {
    return until(() => `${members} members: ${JSON.stringify([...this.assigned])}`, () => {
      const counts = [...this.assigned.values()];
      return counts.filter((n) => n > 0).length === members && counts.reduce((a, b) => a + b, 0) === partitions;
    });
  }

  waitRecords(count) {
    return until(() => `${count} records; ${this.seen.size} came`, () => this.seen.size >= count);
  }

  async close() { await Promise.all(this.members.map((m) => m.disconnect())); }
}

function codecOf(name) {
  if (name === 'none') return CompressionTypes.None;
  if (name === 'gzip') return CompressionTypes.GZIP;
  if (name === 'snappy') {
    CompressionCodecs[CompressionTypes.Snappy] = require('kafkajs-snappy');
    return CompressionTypes.Snappy;
  }
  if (name === 'lz4') {
    const LZ4 = require('@2l/kafkajs-lz4');
    CompressionCodecs[CompressionTypes.LZ4] = new (LZ4.default || LZ4)().codec;
    return CompressionTypes.LZ4;
  }
  if (name === 'zstd') { // KafkaJS has a place for one, its authors' own package needs a compiler
    const { ZstdCodec } = require('zstd-codec');
    let simple;
    ZstdCodec.run((zstd) => { simple = new zstd.Simple(); });
    CompressionCodecs[CompressionTypes.ZSTD] = () => ({
      compress: async (encoder) => Buffer.from(simple.compress(encoder.buffer, 3)),
      decompress: async (buffer) => Buffer.from(simple.decompress(buffer)),
    });
    return CompressionTypes.ZSTD;
  }
  throw new Error(`no codec for ${name}`);
}

const told = {
  async round(codec) {
    const topic = `js-${codec}`;
    const compression = codecOf(codec);
    await createTopic(topic, 6);
    const producer = kafka('js-producer').producer();
    await producer.connect();
    await produce(producer, topic, 0, 10000, compression);
    let group = new Group(`group-${topic}`, topic);
    await Promise.all([0, 1, 2].map(() => group.join()));
    await group.waitAssigned(3, 6);
    await group.waitRecords(10000);
    await group.leave(1);
    await group.waitAssigned(2, 6);
    await group.close();
    check(group.seen.size === 10000 && group.twice() === 0, `first: ${group.seen.size}, twice ${group.twice()}`);
    await produce(producer, topic, 10000, 13000, compression);
    group = new Group(`group-${topic}`, topic);
    await Promise.all([0, 1, 2].map(() => group.join()));
    await group.waitRecords(3000);
    await group.close();
    check(group.seen.size === 3000 && group.twice() === 0, `second: ${group.seen.size}, twice ${group.twice()}`);
    await producer.disconnect();
  },

  async transactions() {
    const topic = 'js-txn';
    await createTopic(topic, 3);
    const producer = kafka('js-txn-producer').producer({ transactionalId: 'js-txn', idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    for (let turn = 0; turn < 6; ++turn) {
      const transaction = await producer.transaction();
      const word = turn % 3 === 2 ? 'aborted' : 'done';
      await transaction.send({ topic, messages: [...Array(50).keys()].map((i) => ({ value: `${word}-${turn}-${i}` })) });
      if (turn % 3 === 2) await transaction.abort(); else await transaction.commit();
    }
    await producer.disconnect();
    const group = new Group('group-js-txn', topic);
    await group.join();
    await group.waitRecords(200);
    await group.close();
    check(group.seen.size === 200 && [...group.seen.keys()].every((v) => v.startsWith('done')), `${group.seen.size} of 200`);
  },

  async admin() {
    const topic = 'js-admin-topic';
    await createTopic(topic, 2);
    const producer = kafka('js-producer').producer();
    await producer.connect();
    await produce(producer, topic, 0, 20);
    await producer.disconnect();
    const group = new Group('group-js-admin', topic);
    await group.join();
    await group.waitRecords(20);
    const admin = kafka('js-admin').admin();
    await admin.connect();
    const cluster = await admin.describeCluster();
    check(cluster.brokers.length === 3, `describe cluster: ${JSON.stringify(cluster)}`);
    check((await admin.listTopics()).includes(topic), 'list topics');
    const offsets = await admin.fetchTopicOffsets(topic);
    check(offsets.reduce((a, o) => a + Number(o.high), 0) === 20, `list offsets: ${JSON.stringify(offsets)}`);
    const configs = await admin.describeConfigs({ resources: [{ type: 2, name: topic }] });
    check(configs.resources[0].configEntries.length > 5, 'describe configs');
    check((await admin.listGroups()).groups.some((g) => g.groupId === 'group-js-admin'), 'list groups');
    const described = (await admin.describeGroups(['group-js-admin'])).groups[0];
    check(described.members.length === 1 && described.state === 'Stable', `describe groups: ${described.state}`);
    await group.close();
    await admin.deleteTopics({ topics: [topic] });
    check(!(await admin.listTopics()).includes(topic), 'the deleted topic is still there');
    await admin.disconnect();
  },

  /** Produces and consumes until a line comes on standard input; then everything sent must have been read. */
  async steady(name) {
    const topic = `js-steady-${name}`;
    await createTopic(topic, 6);
    let stop = false;
    process.stdin.once('data', () => { stop = true; });
    const producer = kafka('js-producer').producer({ idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    const group = new Group(`group-${topic}`, topic);
    await Promise.all([0, 1, 2].map(() => group.join()));
    await group.waitAssigned(3, 6);
    console.log('ready');
    let sent = 0;
    while (!stop) {
      // One partition at a time: where a leader moves in the midst of a send() to several brokers, KafkaJS 2.2.4 counts what
      // it had for the new leader as sent (sendMessages.js, responsePerBroker).
      const partition = (sent / 10) % 6;
      await producer.send({
        topic, acks: -1, messages: [...Array(10).keys()].map((i) => ({ value: `value-${sent + i}`, partition })),
      });
      sent += 10;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    process.stdin.pause();
    try {
      await group.waitRecords(sent);
    } catch (error) {
      const missing = [...Array(sent).keys()].filter((i) => !group.seen.has(`value-${i}`));
      throw new Error(`${error.message}; missing: ${missing.slice(0, 20)}`);
    }
    await group.close();
    await producer.disconnect();
    check(group.seen.size === sent, `sent ${sent}, read ${group.seen.size}`);
    console.log(`sent ${sent} read ${group.seen.size} again ${group.twice()}`);
  },
};

(async () => {
  console.log(`kafkajs ${require('kafkajs/package.json').version}`);
  for (const story of stories) {
    const [name, detail] = story.split(':');
    const began = Date.now();
    try {
      await told[name](detail);
    } catch (error) {
      console.log(`FAILED ${story}: ${error.stack}`);
      process.exit(1);
    }
    console.log(`ok ${story} ${Date.now() - began} ms`);
  }
  process.exit(0);
})();
