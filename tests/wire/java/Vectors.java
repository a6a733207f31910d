// SPDX-License-Identifier: GPL-3.0-or-later
// Prints what Kafka's own classes know of the messages that Connscope speaks: the fields of each version, and messages with
// values in every field as bytes. README.md beside this file says how to run it.

import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.Field;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.TaggedFields;
import org.apache.kafka.common.protocol.types.Type;
import org.apache.kafka.common.record.BaseRecords;
import org.apache.kafka.common.record.MemoryRecords;

public class Vectors {
    static final String[] APIS = {"Produce", "Fetch", "ListOffsets", "Metadata", "OffsetCommit", "OffsetFetch", "FindCoordinator",
        "JoinGroup", "Heartbeat", "LeaveGroup", "SyncGroup", "DescribeGroups", "ListGroups", "SaslHandshake", "ApiVersions",
        "CreateTopics", "DeleteTopics", "InitProducerId", "OffsetForLeaderEpoch", "AddPartitionsToTxn", "AddOffsetsToTxn",
        "EndTxn", "TxnOffsetCommit", "DescribeConfigs", "SaslAuthenticate", "DescribeCluster"};

    /** What a message is filled with. */
    enum Variant {
        /** values and two elements everywhere */
        FULL,
        /** null where it may be, empty elsewhere; numbers stay at their defaults */
        BARE,
        /** one element, fields with tags that nobody knows at every level */
        TAGS
    }

    static int counter;

    static String snake(String camel) {
        StringBuilder out = new StringBuilder();
        for (char c : camel.toCharArray()) {
            if (Character.isUpperCase(c))
                out.append('_').append(Character.toLowerCase(c));
            else
                out.append(c);
        }
        return out.toString();
    }

    static java.lang.reflect.Field member(Class<?> type, String snakeName) {
        for (java.lang.reflect.Field f : type.getDeclaredFields()) {
            if (!Modifier.isStatic(f.getModifiers()) && snake(f.getName()).equals(snakeName)) {
                f.setAccessible(true);
                return f;
            }
        }
        throw new IllegalStateException(type + " has no " + snakeName);
    }

    static Class<?> elementClass(java.lang.reflect.Field f) {
        java.lang.reflect.Type generic = f.getGenericType() instanceof ParameterizedType
            ? f.getGenericType() : f.getType().getGenericSuperclass();
        return (Class<?>) ((ParameterizedType) generic).getActualTypeArguments()[0];
    }

    @SuppressWarnings("unchecked")
    static Map<Integer, Field> tagsOf(TaggedFields t) throws Exception {
        java.lang.reflect.Field f = TaggedFields.class.getDeclaredField("fields");
        f.setAccessible(true);
        return (Map<Integer, Field>) f.get(t);
    }

    // ---- the fields of a version ----

    static String scalar(Type type) {
        String name = type.toString().replace("COMPACT_", "");
        boolean nullable = name.contains("NULLABLE_");
        name = name.replace("NULLABLE_", "").toLowerCase().replace("records", "bytes").replace("boolean", "bool");
        return name + (nullable || type.isNullable() ? "?" : "");
    }

    static String shape(Schema schema, Class<?> type) throws Exception {
        List<String> parts = new ArrayList<>();
        for (BoundField bound : schema.fields()) {
            if (bound.def.type instanceof TaggedFields) {
                for (Map.Entry<Integer, Field> e : tagsOf((TaggedFields) bound.def.type).entrySet())
                    parts.add(shape(e.getValue().name, e.getValue().type, type) + "#" + e.getKey());
                parts.add("tags");
            } else {
                parts.add(shape(bound.def.name, bound.def.type, type));
            }
        }
        return String.join(" ", parts);
    }

    static String shape(String name, Type type, Class<?> owner) throws Exception {
        java.lang.reflect.Field f = member(owner, name);
        Object value = f.get(owner.getDeclaredConstructor().newInstance());
        String text = f.getName() + ":";
        if (type.isArray()) {
            Type element = type.arrayElementType().get();
            text += "[" + (element instanceof Schema ? shape((Schema) element, elementClass(f)) : scalar(element)) + "]"
                + (type.isNullable() ? "?" : "");
        } else if (type instanceof Schema) {
            return text + "{" + shape((Schema) type, f.getType()) + "}";
        } else {
            text += scalar(type);
        }
        if (value == null)
            return text + (type.isNullable() && !type.toString().contains("RECORDS") ? "=null" : "");
        return text + (value instanceof Number || value instanceof Boolean ? "=" + value : "");
    }

    // ---- bytes ----

    static Object make(Type type, Class<?> java, Variant variant, boolean mayBeNull) throws Exception {
        ++counter;
        boolean bare = variant == Variant.BARE;
        if (bare && mayBeNull)
            return null;
        if (java == boolean.class)
            return counter % 2 == 0;
        if (java == byte.class || java == Byte.class)
            return (byte) (counter % 100 + 1);
        if (java == short.class || java == Short.class)
            return (short) (counter * 37 % 30000 + 1);
        if (java == int.class || java == Integer.class)
            return type.toString().equals("UINT16") ? counter * 997 % 65535 : counter * 1000003 % 2000000000 + 1;
        if (java == long.class || java == Long.class)
            return counter * 1000000000039L + 1;
        if (java == String.class)
            return bare ? "" : "s" + counter + (counter % 5 == 0 ? "\u00fc\u6f22" : "") + (counter % 11 == 0 ? "x".repeat(130) : "");
        if (java == Uuid.class)
            return new Uuid(counter * 0x0123456789abcdefL, counter);
        byte[] data = bare ? new byte[0] : ("b" + counter).getBytes(StandardCharsets.UTF_8);
        if (java == byte[].class)
            return data;
        if (java == ByteBuffer.class)
            return ByteBuffer.wrap(data);
        if (java == BaseRecords.class)
            return MemoryRecords.readableRecords(ByteBuffer.wrap(data));
        throw new IllegalStateException("no value for " + java);
    }

    static void fill(Object object, Schema schema, Variant variant) throws Exception {
        for (BoundField bound : schema.fields()) {
            if (bound.def.type instanceof TaggedFields) {
                for (Field f : tagsOf((TaggedFields) bound.def.type).values())
                    fill(object, f.name, f.type, variant);
                if (variant == Variant.TAGS) {
                    List<RawTaggedField> unknown = ((Message) object).unknownTaggedFields();
                    unknown.add(new RawTaggedField(100 + counter % 7, new byte[] {1, 2, 3}));
                    unknown.add(new RawTaggedField(20000, new byte[0]));
                }
            } else {
                fill(object, bound.def.name, bound.def.type, variant);
            }
        }
    }

    @SuppressWarnings("unchecked")
    static void fill(Object object, String name, Type type, Variant variant) throws Exception {
        java.lang.reflect.Field f = member(object.getClass(), name);
        boolean bare = variant == Variant.BARE;
        if (type.isArray()) {
            if (bare) {
                if (type.isNullable())
                    f.set(object, null);
                return;
            }
            Collection<Object> list = List.class.isAssignableFrom(f.getType())
                ? new ArrayList<>() : (Collection<Object>) f.getType().getDeclaredConstructor().newInstance();
            Type element = type.arrayElementType().get();
            Class<?> elementClass = elementClass(f);
            for (int i = variant == Variant.FULL ? 2 : 1; i > 0; --i) {
                if (element instanceof Schema) {
                    Object child = elementClass.getDeclaredConstructor().newInstance();
                    fill(child, (Schema) element, variant);
                    list.add(child);
                } else {
                    list.add(make(element, elementClass, variant, false));
                }
            }
            f.set(object, list);
        } else if (type instanceof Schema) {
            Object child = f.getType().getDeclaredConstructor().newInstance();
            if (!bare)
                fill(child, (Schema) type, variant);
            f.set(object, child);
        } else if (!bare || !f.getType().isPrimitive()) {
            f.set(object, make(type, f.getType(), variant, type.isNullable()));
        }
    }

    static String hex(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        for (byte b : bytes)
            out.append(String.format("%02x", b));
        return out.toString();
    }

    static byte[] write(Message message, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, version));
        message.write(new ByteBufferAccessor(buffer), cache, version);
        return buffer.array();
    }

    public static void main(String[] args) throws Exception {
        List<String> names = new ArrayList<>(List.of("RequestHeader", "ResponseHeader", "ConsumerProtocolSubscription",
            "ConsumerProtocolAssignment"));
        for (String api : APIS) {
            names.add(api + "Request");
            names.add(api + "Response");
        }
        for (String name : names) {
            Class<?> type = Class.forName("org.apache.kafka.common.message." + name + (name.startsWith("Consumer") ? "" : "Data"));
            Schema[] schemas = (Schema[]) type.getField("SCHEMAS").get(null);
            int lowest = type.getField("LOWEST_SUPPORTED_VERSION").getShort(null);
            int highest = type.getField("HIGHEST_SUPPORTED_VERSION").getShort(null);
            if (name.equals("RequestHeader"))
                lowest = 1; // 0 was for CONTROLLED_SHUTDOWN alone
            for (int version = lowest; version <= highest; ++version) {
                System.out.println("fields " + name + " " + version + " " + shape(schemas[version], type));
                boolean flexible = shape(schemas[version], type).endsWith("tags");
                for (Variant variant : Variant.values()) {
                    if (variant == Variant.TAGS && !flexible)
                        continue;
                    counter = version;
                    Message message = (Message) type.getDeclaredConstructor().newInstance();
                    fill(message, schemas[version], variant);
                    System.out.println("bytes " + name + " " + version + " " + variant.toString().toLowerCase() + " "
                        + hex(write(message, (short) version)));
                }
            }
        }
    }
}
