// SPDX-License-Identifier: GPL-3.0-or-later
// Prints record batches that Kafka's own classes build, with each codec, and what they hold. README.md beside this file
// says how to run it.

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.ControlRecordType;
import org.apache.kafka.common.record.DefaultRecordBatch;
import org.apache.kafka.common.record.EndTransactionMarker;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.MemoryRecordsBuilder;
import org.apache.kafka.common.record.MutableRecordBatch;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.common.record.TimestampType;

public class Batches {
    static byte[] bytes(String text) { return text.getBytes(StandardCharsets.UTF_8); }

    static String hex(ByteBuffer buffer) {
        if (buffer == null)
            return "null";
        StringBuilder out = new StringBuilder("x");
        for (ByteBuffer b = buffer.duplicate(); b.hasRemaining();)
            out.append(String.format("%02x", b.get()));
        return out.toString();
    }

    static void print(String name, MemoryRecords records) {
        System.out.println("batch " + name + " " + hex(records.buffer()).substring(1));
        for (MutableRecordBatch b : records.batches()) {
            DefaultRecordBatch batch = (DefaultRecordBatch) b;
            System.out.println("header " + name + " " + batch.baseOffset() + " " + batch.partitionLeaderEpoch() + " "
                + batch.compressionType().id + " " + (batch.timestampType() == TimestampType.LOG_APPEND_TIME) + " "
                + batch.isTransactional() + " " + batch.isControlBatch() + " " + batch.lastOffset() + " " + batch.maxTimestamp()
                + " " + batch.producerId() + " " + batch.producerEpoch() + " " + batch.baseSequence() + " "
                + batch.countOrNull() + " " + batch.checksum());
            for (Record record : batch) {
                if (record.offset() % 250 > 10)
                    continue; // of a long batch, a few
                StringBuilder headers = new StringBuilder();
                for (Header h : record.headers())
                    headers.append(" ").append(h.key()).append("=").append(h.value() == null ? "null" : hex(ByteBuffer.wrap(h.value())));
                System.out.println("record " + name + " " + record.offset() + " " + record.timestamp() + " "
                    + hex(record.key()) + " " + hex(record.value()) + headers);
            }
        }
    }

    static SimpleRecord[] some() {
        List<SimpleRecord> list = new ArrayList<>();
        list.add(new SimpleRecord(1700000000000L, bytes("k1"), bytes("v1")));
        list.add(new SimpleRecord(1700000000005L, null, bytes("no key")));
        list.add(new SimpleRecord(1699999999990L, bytes("tombstone"), null));
        list.add(new SimpleRecord(1700000000010L, new byte[0], new byte[0], new Header[] {
            new RecordHeader("trace", bytes("0af7651916cd43dd")), new RecordHeader("", new byte[] {0, (byte) 255}),
            new RecordHeader("nothing", (byte[]) null)}));
        list.add(new SimpleRecord(1700000000010L, bytes("long"), bytes("abcdefgh".repeat(40))));
        return list.toArray(new SimpleRecord[0]);
    }

    public static void main(String[] args) {
        for (CompressionType type : CompressionType.values()) {
            Compression codec = Compression.of(type).build();
            print(type.name, MemoryRecords.withRecords(RecordBatch.MAGIC_VALUE_V2, 0L, codec, TimestampType.CREATE_TIME, -1L,
                (short) -1, -1, -1, false, some()));
            // More than one block of snappy and LZ4.
            List<SimpleRecord> many = new ArrayList<>();
            for (int i = 0; i < 1500; ++i)
                many.add(new SimpleRecord(1700000000000L + i, null, bytes("value number " + i + " of a batch that repeats itself")));
            if (type != CompressionType.NONE)
                print(type.name + "-many", MemoryRecords.withRecords(RecordBatch.MAGIC_VALUE_V2, 1000L, codec,
                    TimestampType.CREATE_TIME, -1L, (short) -1, -1, 3, false, many.toArray(new SimpleRecord[0])));
        }
        print("idempotent", MemoryRecords.withRecords(RecordBatch.MAGIC_VALUE_V2, 77L, Compression.NONE, TimestampType.CREATE_TIME,
            4001L, (short) 3, 12, 9, false, some()));
        print("transactional", MemoryRecords.withRecords(RecordBatch.MAGIC_VALUE_V2, 5000000000L, Compression.NONE,
            TimestampType.CREATE_TIME, 9000000001L, (short) 1, 2147483640, 9, true, some()));
        MemoryRecordsBuilder builder = MemoryRecords.builder(ByteBuffer.allocate(1024), RecordBatch.MAGIC_VALUE_V2,
            Compression.NONE, TimestampType.LOG_APPEND_TIME, 42L, 1700000009999L);
        for (SimpleRecord record : some())
            builder.append(record);
        print("append-time", builder.build());
        print("commit", MemoryRecords.withEndTransactionMarker(10L, 1700000000000L, 2, 4001L, (short) 3,
            new EndTransactionMarker(ControlRecordType.COMMIT, 7)));
        print("abort", MemoryRecords.withEndTransactionMarker(11L, 1700000000000L, 2, 4001L, (short) 3,
            new EndTransactionMarker(ControlRecordType.ABORT, 8)));
    }
}
