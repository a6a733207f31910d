# SPDX-License-Identifier: GPL-3.0-or-later
# What kafka-python does to the loopback cluster, one story a word on the command line. Ends with status 0 and "ok" lines if
# every story came out as it must.
import sys
import threading
import time
import traceback

import kafka
from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import NewTopic

SERVERS = sys.argv[1]
LIMIT = 60.0


def check(holds, what):
    if not holds:
        raise AssertionError(what)


def admin_client():
    return KafkaAdminClient(bootstrap_servers=SERVERS, client_id='python-admin')


def create_topic(topic, partitions):
    admin = admin_client()
    admin.create_topics([NewTopic(topic, partitions, 3)])
    admin.close()


def producer(**more):
    return KafkaProducer(bootstrap_servers=SERVERS, client_id='python-producer', acks='all', **more)


def produce(p, topic, first, last):
    sent = [p.send(topic, key=b'key-%d' % i, value=b'value-%d' % i) for i in range(first, last)]
    p.flush(LIMIT)
    for future in sent:
        future.get(LIMIT)


class Group:
    def __init__(self, name, topic):
        self.name, self.topic = name, topic
        self.members, self.seen, self.assigned = [], {}, {}
        self.failed = None
        self.lock = threading.Lock()

    def join(self, **more):
        number = len(self.members)
        stop = threading.Event()
        thread = threading.Thread(target=self.run, args=(number, stop, more), daemon=True)
        self.members.append((thread, stop))
        thread.start()

    def run(self, number, stop, more):
        try:
            consumer = KafkaConsumer(bootstrap_servers=SERVERS, client_id='python-consumer-%d' % number, group_id=self.name,
                                     auto_offset_reset='earliest', enable_auto_commit=False, heartbeat_interval_ms=500,
                                     **more)

            consumer.subscribe([self.topic])
            while not stop.is_set():
                found = consumer.poll(timeout_ms=100)
                self.assigned[number] = len(consumer.assignment())
                with self.lock:
                    for records in found.values():
                        for record in records:
                            self.seen[record.value] = self.seen.get(record.value, 0) + 1
                if found:
                    consumer.commit()
            consumer.commit()
            self.assigned.pop(number, None)
            consumer.close()
        except Exception as error:  # pylint: disable=broad-except
            traceback.print_exc()
            self.failed = error

    def leave(self, number):
        thread, stop = self.members[number]
        stop.set()
        thread.join(LIMIT)

    def wait(self, what, holds):
        end = time.monotonic() + LIMIT
        while not holds():
            check(self.failed is None, 'a member failed: %s' % self.failed)
            check(time.monotonic() < end, 'waited in vain for %s: %d records, %s' % (what, len(self.seen), self.assigned))
            time.sleep(0.01)

    def wait_assigned(self, members, partitions):
        self.wait('%d members' % members, lambda: len([n for n in self.assigned.values() if n]) == members
                  and sum(self.assigned.values()) == partitions)

    def wait_records(self, count):
        self.wait('%d records' % count, lambda: len(self.seen) >= count)

    def twice(self):
        return len([n for n in self.seen.values() if n > 1])

    def close(self):
        for _, stop in self.members:
            stop.set()
        for thread, _ in self.members:
            thread.join(LIMIT)
        check(self.failed is None, 'a member failed: %s' % self.failed)


def story_round(codec):
    topic = 'python-' + codec
    create_topic(topic, 6)
    p = producer(compression_type=None if codec == 'none' else codec, linger_ms=5)
    produce(p, topic, 0, 10000)
    group = Group('group-' + topic, topic)
    for _ in range(3):
        group.join()
    group.wait_assigned(3, 6)
    group.wait_records(10000)
    group.leave(1)
    group.wait_assigned(2, 6)
    group.close()
    check(len(group.seen) == 10000 and group.twice() == 0, 'first: %d, twice %d' % (len(group.seen), group.twice()))
    produce(p, topic, 10000, 13000)
    group = Group('group-' + topic, topic)
    for _ in range(3):
        group.join()
    group.wait_records(3000)
    group.close()
    check(len(group.seen) == 3000 and group.twice() == 0, 'second: %d, twice %d' % (len(group.seen), group.twice()))
    p.close()


def story_idempotent(_):
    create_topic('python-idempotent', 3)
    p = producer(enable_idempotence=True)
    produce(p, 'python-idempotent', 0, 500)
    p.close()
    c = KafkaConsumer('python-idempotent', bootstrap_servers=SERVERS, client_id='python-reader', auto_offset_reset='earliest')
    seen = []
    end = time.monotonic() + LIMIT
    while len(seen) < 500 and time.monotonic() < end:
        for records in c.poll(timeout_ms=200).values():
            seen += [r.value for r in records]
    c.close()
    check(len(seen) == 500 and len(set(seen)) == 500, '%d of 500' % len(seen))


def story_transactions(_):
    create_topic('python-txn', 3)
    p = producer(transactional_id='python-txn')
    p.init_transactions()
    for turn in range(6):
        p.begin_transaction()
        for i in range(50):
            p.send('python-txn', value=b'%s-%d-%d' % (b'aborted' if turn % 3 == 2 else b'done', turn, i))
        if turn % 3 == 2:
            p.flush(LIMIT)
            p.abort_transaction()
        else:
            p.commit_transaction()
    p.close()
    c = KafkaConsumer('python-txn', bootstrap_servers=SERVERS, client_id='python-reader', auto_offset_reset='earliest',
                      isolation_level='read_committed')
    seen = []
    end = time.monotonic() + LIMIT
    while len(seen) < 200 and time.monotonic() < end:
        for records in c.poll(timeout_ms=200).values():
            seen += [r.value for r in records]
    c.close()
    check(len(seen) == 200 and all(v.startswith(b'done') for v in seen), '%d of 200 committed records' % len(seen))


def story_admin(_):
    create_topic('python-admin-topic', 2)
    p = producer()
    produce(p, 'python-admin-topic', 0, 20)
    p.close()
    group = Group('group-python-admin', 'python-admin-topic')
    group.join()
    group.wait_records(20)
    admin = admin_client()
    cluster = admin.describe_cluster()
    check(len(cluster['brokers']) == 3, 'describe cluster: %s' % cluster)
    check('python-admin-topic' in admin.list_topics(), 'list topics')
    groups = str(admin.list_groups() if hasattr(admin, 'list_groups') else admin.list_consumer_groups())
    check('group-python-admin' in groups, 'list groups: %s' % groups)
    described = str(admin.describe_groups(['group-python-admin']) if hasattr(admin, 'describe_groups')
                    else admin.describe_consumer_groups(['group-python-admin']))
    check('python-consumer-0' in described, 'describe groups: %s' % described)
    group.close()
    admin.delete_topics(['python-admin-topic'])
    check('python-admin-topic' not in admin.list_topics(), 'the deleted topic is still there')
    admin.close()
    c = KafkaConsumer(bootstrap_servers=SERVERS, client_id='python-reader')
    create_topic('python-offsets', 1)
    p = producer()
    produce(p, 'python-offsets', 0, 7)
    p.close()
    tp = TopicPartition('python-offsets', 0)
    check(c.beginning_offsets([tp])[tp] == 0 and c.end_offsets([tp])[tp] == 7, 'list offsets')
    # By time, within a batch: the record, not where its batch begins.
    create_topic('python-times', 1)
    p = producer(compression_type='gzip', linger_ms=200)
    for i in range(10):
        p.send('python-times', value=b'%d' % i, timestamp_ms=1_700_000_000_000 + 1000 * i)
    p.flush(LIMIT)
    p.close()
    tp = TopicPartition('python-times', 0)
    for i in (0, 3, 9):
        found = c.offsets_for_times({tp: 1_700_000_000_000 + 1000 * i - 500})[tp]
        check((found.offset, found.timestamp) == (i, 1_700_000_000_000 + 1000 * i), 'offset for time %d: %s' % (i, found))
    check(c.offsets_for_times({tp: 1_700_000_009_001})[tp] is None, 'nothing is that late')
    c.close()


def story_steady(name):
    """Produces and consumes until a line comes on standard input; then everything sent must have been read."""
    topic = 'python-steady-' + name
    create_topic(topic, 6)
    stop = threading.Event()

    def listen():
        sys.stdin.readline()
        stop.set()
    threading.Thread(target=listen, daemon=True).start()
    p = producer(enable_idempotence=True, request_timeout_ms=5000, reconnect_backoff_max_ms=200)
    group = Group('group-' + topic, topic)
    for _ in range(3):
        group.join(request_timeout_ms=11000, session_timeout_ms=10000)
    group.wait_assigned(3, 6)
    print('ready', flush=True)
    sent = []
    while not stop.is_set():
        sent += [p.send(topic, key=b'key-%d' % (len(sent) + i), value=b'value-%d' % (len(sent) + i)) for i in range(10)]
        time.sleep(0.05)
    p.flush(LIMIT)
    places = set()
    for future in sent:
        where = future.get(LIMIT)
        places.add((where.partition, where.offset))
    check(len(places) == len(sent), '%d places for %d records' % (len(places), len(sent)))
    group.wait_records(len(sent))
    group.close()
    check(len(group.seen) == len(sent), 'sent %d, read %d' % (len(sent), len(group.seen)))
    print('sent %d read %d again %d' % (len(sent), len(group.seen), group.twice()))
    p.close()


def main():
    print('kafka-python ' + kafka.__version__, flush=True)
    for argument in sys.argv[2:]:
        name, _, detail = argument.partition(':')
        began = time.monotonic()
        try:
            globals()['story_' + name](detail)
        except Exception as error:  # pylint: disable=broad-except
            traceback.print_exc()
            print('FAILED %s: %s' % (argument, error), flush=True)
            return 1
        print('ok %s %d ms' % (argument, (time.monotonic() - began) * 1000), flush=True)
    return 0


if __name__ == '__main__':
    sys.exit(main())
