// SPDX-License-Identifier: GPL-3.0-or-later
// What a Java client does to the loopback cluster, one story a word on the command line. Compiles against kafka-clients 2.3
// and newer: what came later is called by reflection. Ends with status 0 and "ok" if the story came out as it must.

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.*;

public class InteropClient {
    static String servers;
    static final long LIMIT_MS = 60_000;

    static Properties base() {
        Properties p = new Properties();
        p.put("bootstrap.servers", servers);
        return p;
    }

    static KafkaProducer<String, String> producer(String... more) {
        Properties p = base();
        p.put("client.id", "java-producer");
        p.put("acks", "all");
        set(p, more);
        return new KafkaProducer<>(p, new StringSerializer(), new StringSerializer());
    }

    static void set(Properties p, String... more) {
        for (int i = 0; i + 1 < more.length; i += 2)
            p.put(more[i], more[i + 1]);
    }

    static void check(boolean holds, String what) {
        if (!holds)
            throw new IllegalStateException(what);
    }

    static void createTopic(String topic, int partitions) throws Exception {
        Properties p = base();
        p.put("client.id", "java-admin");
        try (AdminClient admin = AdminClient.create(p)) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 3))).all().get(30, TimeUnit.SECONDS);
        }
    }

    static void produce(KafkaProducer<String, String> producer, String topic, int from, int to) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (int i = from; i < to; ++i)
            sent.add(producer.send(new ProducerRecord<>(topic, "key-" + i, "value-" + i)));
        producer.flush();
        for (Future<RecordMetadata> f : sent)
            f.get(30, TimeUnit.SECONDS);
    }

    /** Members of a group, each in a thread of its own. */
    static class Group implements AutoCloseable {
        final String name;
        final String topic;
        final List<Thread> threads = new ArrayList<>();
        final List<AtomicBoolean> stops = new ArrayList<>();
        final Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
        final Map<Integer, Integer> assigned = new ConcurrentHashMap<>();
        final AtomicInteger rebalances = new AtomicInteger();
        volatile Throwable failed;

        Group(String name, String topic) {
            this.name = name;
            this.topic = topic;
        }

        void join(String... more) {
            int number = threads.size();
            AtomicBoolean stop = new AtomicBoolean();
            Thread t = new Thread(() -> {
                Properties p = base();
                p.put("client.id", "java-consumer-" + number);
                p.put("group.id", name);
                p.put("auto.offset.reset", "earliest");
                p.put("enable.auto.commit", "false");
                p.put("heartbeat.interval.ms", "500");
                p.put("metadata.max.age.ms", "5000");
                set(p, more);
                try (KafkaConsumer<String, String> c = new KafkaConsumer<>(p, new StringDeserializer(), new StringDeserializer())) {
                    c.subscribe(List.of(topic), new ConsumerRebalanceListener() {
                        @Override public void onPartitionsRevoked(Collection<TopicPartition> gone) {
                            try {
                                if (!gone.isEmpty())
                                    c.commitSync();
                            } catch (CommitFailedException e) {
                                // given to another member meanwhile
                            }
                        }
                        @Override public void onPartitionsAssigned(Collection<TopicPartition> now) { rebalances.incrementAndGet(); }
                    });
                    while (!stop.get()) {
                        ConsumerRecords<String, String> records = c.poll(Duration.ofMillis(100));
                        assigned.put(number, c.assignment().size());
                        for (ConsumerRecord<String, String> r : records)
                            seen.computeIfAbsent(r.value(), k -> new AtomicInteger()).incrementAndGet();
                        if (!records.isEmpty())
                            c.commitAsync();
                    }
                    c.commitSync();
                } catch (Throwable e) {
                    failed = e;
                    e.printStackTrace();
                }
                assigned.remove(number);
            });
            threads.add(t);
            stops.add(stop);
            t.start();
        }

        void leave(int number) throws Exception {
            stops.get(number).set(true);
            threads.get(number).join(LIMIT_MS);
        }

        void await(String what, Callable<Boolean> holds) throws Exception {
            long end = System.currentTimeMillis() + LIMIT_MS;
            while (!holds.call()) {
                if (failed != null)
                    throw new IllegalStateException("a member failed", failed);
                if (System.currentTimeMillis() > end)
                    throw new IllegalStateException("waited in vain for " + what + ": " + seen.size() + " records, " + assigned);
                Thread.sleep(10);
            }
        }

        void awaitAssigned(int members, int partitions) throws Exception {
            await(members + " members with all partitions", () -> assigned.values().stream().filter(n -> n > 0).count() == members
                && assigned.values().stream().mapToInt(n -> n).sum() == partitions);
        }

        void awaitRecords(int count) throws Exception { await(count + " records", () -> seen.size() >= count); }

        long twice() { return seen.values().stream().filter(n -> n.get() > 1).count(); }

        @Override public void close() throws Exception {
            for (AtomicBoolean s : stops)
                s.set(true);
            for (Thread t : threads)
                t.join(LIMIT_MS);
            check(failed == null, "a member failed: " + failed);
        }
    }

    /** Produce, consume in three, commit, one leaves, stop, start again, go on. */
    static void round(String codec) throws Exception {
        String topic = "java-" + codec;
        createTopic(topic, 6);
        try (KafkaProducer<String, String> producer = producer("compression.type", codec, "linger.ms", "5")) {
            produce(producer, topic, 0, 10_000);
            try (Group g = new Group("group-" + topic, topic)) {
                for (int i = 0; i < 3; ++i)
                    g.join();
                g.awaitAssigned(3, 6);
                g.awaitRecords(10_000);
                g.leave(1);
                g.awaitAssigned(2, 6);
                check(g.seen.size() == 10_000 && g.twice() == 0, "first: " + g.seen.size() + " records, twice " + g.twice());
            }
            produce(producer, topic, 10_000, 13_000);
            try (Group g = new Group("group-" + topic, topic)) {
                for (int i = 0; i < 3; ++i)
                    g.join();
                g.awaitRecords(3_000);
                check(g.seen.size() == 3_000 && g.twice() == 0, "second: " + g.seen.size() + " records, twice " + g.twice());
            }
        }
    }

    /** A static member that comes back keeps its partitions, and nobody else is disturbed. */
    static void staticMembers() throws Exception {
        createTopic("java-static", 4);
        try (KafkaProducer<String, String> producer = producer(); Group g = new Group("group-java-static", "java-static")) {
            produce(producer, "java-static", 0, 100);
            g.join("group.instance.id", "one");
            g.join("group.instance.id", "two");
            g.awaitAssigned(2, 4);
            g.awaitRecords(100);
            int before = g.rebalances.get();
            g.leave(1);
            g.join("group.instance.id", "two");
            g.awaitAssigned(2, 4);
            check(g.rebalances.get() == before + 1, "a static member's return rebalanced the group: " + before + " -> " + g.rebalances);
            produce(producer, "java-static", 100, 200);
            g.awaitRecords(200);
            check(g.twice() == 0, "twice: " + g.twice());
        }
    }

    static void sendOffsets(KafkaProducer<String, String> producer, KafkaConsumer<String, String> consumer,
        Map<TopicPartition, OffsetAndMetadata> offsets, String group) throws Exception {
        for (Method m : KafkaProducer.class.getMethods()) {
            if (!m.getName().equals("sendOffsetsToTransaction"))
                continue;
            if (m.getParameterTypes()[1] == String.class)
                m.invoke(producer, offsets, group);
            else
                m.invoke(producer, offsets, KafkaConsumer.class.getMethod("groupMetadata").invoke(consumer));
            return;
        }
    }

    /** consume, transform, produce in transactions, some of them aborted; a reader sees committed records only. */
    static void transactions() throws Exception {
        createTopic("java-txn-in", 3);
        createTopic("java-txn-out", 3);
        try (KafkaProducer<String, String> plain = producer()) {
            produce(plain, "java-txn-in", 0, 600);
        }
        Properties p = base();
        p.put("client.id", "java-txn-consumer");
        p.put("group.id", "group-java-txn");
        p.put("auto.offset.reset", "earliest");
        p.put("enable.auto.commit", "false");
        p.put("isolation.level", "read_committed");
        p.put("max.poll.records", "50");
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(p, new StringDeserializer(), new StringDeserializer());
             KafkaProducer<String, String> producer = producer("transactional.id", "java-txn")) {
            producer.initTransactions();
            consumer.subscribe(List.of("java-txn-in"));
            int done = 0, turn = 0;
            long end = System.currentTimeMillis() + LIMIT_MS;
            while (done < 600) {
                check(System.currentTimeMillis() < end, "transactions: " + done + " of 600");
                ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(200));
                if (records.isEmpty())
                    continue;
                boolean abort = ++turn % 3 == 0;
                producer.beginTransaction();
                Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
                for (ConsumerRecord<String, String> r : records) {
                    producer.send(new ProducerRecord<>("java-txn-out", r.key(), (abort ? "aborted-" : "done-") + r.value()));
                    TopicPartition tp = new TopicPartition(r.topic(), r.partition());
                    offsets.merge(tp, new OffsetAndMetadata(r.offset() + 1), (a, b) -> a.offset() > b.offset() ? a : b);
                }
                sendOffsets(producer, consumer, offsets, "group-java-txn");
                if (abort) {
                    producer.flush();
                    producer.abortTransaction();
                    for (TopicPartition tp : offsets.keySet())
                        consumer.seek(tp, records.records(tp).get(0).offset());
                } else {
                    producer.commitTransaction();
                    done += records.count();
                }
            }
        }
        try (Group g = new Group("group-java-txn-reader", "java-txn-out")) {
            g.join("isolation.level", "read_committed");
            g.awaitRecords(600);
            for (String value : g.seen.keySet())
                check(value.startsWith("done-"), "an aborted record was read: " + value);
            check(g.seen.size() == 600 && g.twice() == 0, "committed: " + g.seen.size() + ", twice " + g.twice());
        }
    }

    static Object call(Object on, String method) throws Exception {
        Method m = on.getClass().getMethod(method);
        m.setAccessible(true);
        return m.invoke(on);
    }

    static void admin() throws Exception {
        createTopic("java-admin-topic", 2);
        try (KafkaProducer<String, String> producer = producer("enable.idempotence", "true")) {
            produce(producer, "java-admin-topic", 0, 50);
        }
        try (Group g = new Group("group-java-admin", "java-admin-topic")) {
            g.join();
            g.awaitRecords(50);
            Properties p = base();
            p.put("client.id", "java-admin");
            try (AdminClient admin = AdminClient.create(p)) {
                DescribeClusterResult cluster = admin.describeCluster();
                check(cluster.nodes().get().size() == 3 && cluster.controller().get() != null && cluster.clusterId().get() != null,
                    "describe cluster: " + cluster.nodes().get());
                Config topic = admin.describeConfigs(List.of(new ConfigResource(ConfigResource.Type.TOPIC, "java-admin-topic")))
                    .all().get().values().iterator().next();
                check(topic.get("retention.ms") != null && topic.get("cleanup.policy") != null, "describe configs: " + topic);
                Config broker = admin.describeConfigs(List.of(new ConfigResource(ConfigResource.Type.BROKER, "1")))
                    .all().get().values().iterator().next();
                check(broker.get("connections.max.idle.ms") != null, "describe configs of a broker: " + broker);
                check(admin.listTopics().names().get().contains("java-admin-topic"), "list topics");
                Object described = admin.describeTopics(List.of("java-admin-topic"));
                boolean old = Arrays.stream(described.getClass().getMethods()).anyMatch(m -> m.getName().equals("values"));
                Object future = ((Map<?, ?>) call(described, old ? "values" : "topicNameValues")).get("java-admin-topic");
                check(((TopicDescription) ((org.apache.kafka.common.KafkaFuture<?>) future).get()).partitions().size() == 2,
                    "describe topics");
                boolean listed = false;
                for (ConsumerGroupListing l : admin.listConsumerGroups().all().get())
                    listed |= l.groupId().equals("group-java-admin");
                check(listed, "list groups");
                ConsumerGroupDescription d = admin.describeConsumerGroups(List.of("group-java-admin")).describedGroups()
                    .get("group-java-admin").get();
                check(d.members().size() == 1 && d.members().iterator().next().assignment().topicPartitions().size() == 2
                    && d.coordinator() != null, "describe groups: " + d);
                g.await("commits", () -> admin.listConsumerGroupOffsets("group-java-admin").partitionsToOffsetAndMetadata().get()
                    .values().stream().mapToLong(o -> o.offset()).sum() == 50);
                try {
                    Class<?> spec = Class.forName("org.apache.kafka.clients.admin.OffsetSpec");
                    Map<TopicPartition, Object> asked = new HashMap<>();
                    for (String which : new String[] {"earliest", "latest"})
                        for (int i = 0; i < 2; ++i) {
                            asked.clear();
                            asked.put(new TopicPartition("java-admin-topic", i), spec.getMethod(which).invoke(null));
                            Object result = AdminClient.class.getMethod("listOffsets", Map.class).invoke(admin, asked);
                            Map<?, ?> all = (Map<?, ?>) ((org.apache.kafka.common.KafkaFuture<?>) call(result, "all")).get();
                            check(all.size() == 1, "list offsets");
                        }
                } catch (ClassNotFoundException e) {
                    // before 2.5
                }
            }
        }
        Properties p = base();
        p.put("client.id", "java-admin");
        try (AdminClient admin = AdminClient.create(p)) { // not before: a consumer's metadata request would make it again
            admin.deleteTopics(List.of("java-admin-topic")).all().get();
            check(!admin.listTopics().names().get().contains("java-admin-topic"), "the deleted topic is still there");
        }
    }

    /** Produces and consumes until a line comes on standard input; then everything sent must have been read. */
    static void steady(String name) throws Exception {
        String topic = "java-steady-" + name;
        createTopic(topic, 6);
        AtomicBoolean stop = new AtomicBoolean();
        Thread ear = new Thread(() -> {
            try {
                System.in.read();
            } catch (Exception e) {
                // as good as a line
            }
            stop.set(true);
        });
        ear.setDaemon(true);
        ear.start();
        int sent = 0;
        try (Group g = new Group("group-" + topic, topic);
             KafkaProducer<String, String> producer = producer("enable.idempotence", "true", "delivery.timeout.ms", "60000",
                 "request.timeout.ms", "5000", "reconnect.backoff.max.ms", "200")) {
            for (int i = 0; i < 3; ++i)
                g.join("request.timeout.ms", "5000", "session.timeout.ms", "10000", "fetch.max.wait.ms", "500");
            g.awaitAssigned(3, 6);
            System.out.println("ready");
            List<Future<RecordMetadata>> futures = new ArrayList<>();
            while (!stop.get()) {
                for (int i = 0; i < 10; ++i, ++sent)
                    futures.add(producer.send(new ProducerRecord<>(topic, "key-" + sent, "value-" + sent)));
                Thread.sleep(10);
            }
            producer.flush();
            Set<String> places = new HashSet<>();
            for (Future<RecordMetadata> f : futures) {
                RecordMetadata m = f.get(30, TimeUnit.SECONDS);
                check(places.add(m.partition() + "/" + m.offset()), "two records at " + m);
            }
            g.awaitRecords(sent);
            check(g.seen.size() == sent, "sent " + sent + ", read " + g.seen.size());
            System.out.println("sent " + sent + " read " + g.seen.size() + " again " + g.twice() + " rebalances " + g.rebalances);
        }
        // Nothing is in the log twice either.
        try (Group g = new Group("group-again-" + topic, topic)) {
            g.join();
            g.awaitRecords(sent);
            check(g.seen.size() == sent && g.twice() == 0, "the log holds " + g.seen.size() + ", twice " + g.twice());
        }
    }

    public static void main(String[] args) throws Exception {
        servers = args[0];
        int status = 0;
        for (int i = 1; i < args.length && status == 0; ++i) {
            String[] story = args[i].split(":");
            long began = System.currentTimeMillis();
            try {
                switch (story[0]) {
                case "round": round(story[1]); break;
                case "static": staticMembers(); break;
                case "transactions": transactions(); break;
                case "admin": admin(); break;
                case "steady": steady(story[1]); break;
                default: throw new IllegalArgumentException("no such story: " + story[0]);
                }
                System.out.println("ok " + args[i] + " " + (System.currentTimeMillis() - began) + " ms");
            } catch (Throwable e) {
                System.out.println("FAILED " + args[i] + ": " + e);
                e.printStackTrace();
                status = 1;
            }
        }
        System.exit(status);
    }
}
