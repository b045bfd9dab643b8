internal import CMosquitto
internal import Linux

/// Queue of the callbacks of libmosquitto, in order.
///
/// The callbacks run while libmosquitto holds a lock and changes its state, possibly on the
/// connecting thread; so they only add a note here.
final class MosquittoNotices: Sendable {
    enum Note: Sendable {
        /// CONNACK: the return code, zero for success, and whether the broker supports QoS 1.
        case answered(Int32, acknowledges: Bool)
        case ended(ReasonCode)
        case acknowledged(Int32, ReasonCode)
        case subscribed(Int32, [ReasonCode])
        case received(BrokerMessage)
        /// An error message of libmosquitto.
        case complaint(String)
    }

    private let notes = Locked<[Note]>([])

    func add(_ note: Note) {
        notes.withLock { $0.append(note) }
    }

    /// Removes and returns all notes.
    func take() -> [Note] {
        notes.withLock { notes in
            defer { notes = [] }
            return notes
        }
    }

    /// Sets the callbacks.
    ///
    /// - Parameter client: its user data is this object, which must live as long.
    static func attach(to client: OpaquePointer) {
        unsafe mosquitto_connect_v5_callback_set(client) {
            _, notes, code, _, properties in
            var quality: UInt8 = 1
            unsafe mosquitto_property_read_byte(
                properties, Int32(MQTT_PROP_MAXIMUM_QOS.rawValue), &quality, false)
            unsafe MosquittoNotices.of(notes)?.add(.answered(code, acknowledges: quality > 0))
        }
        unsafe mosquitto_disconnect_v5_callback_set(client) { _, notes, code, _ in
            unsafe MosquittoNotices.of(notes)?.add(.ended(ReasonCode(rawValue: code)))
        }
        unsafe mosquitto_publish_v5_callback_set(client) { _, notes, number, code, _ in
            unsafe MosquittoNotices.of(notes)?.add(
                .acknowledged(number, ReasonCode(rawValue: code)))
        }
        unsafe mosquitto_subscribe_v5_callback_set(client) { _, notes, number, count, codes, _ in
            let codes = unsafe codes.map { codes in
                (0..<Int(max(0, count))).map { unsafe ReasonCode(rawValue: codes[$0]) }
            }
            unsafe MosquittoNotices.of(notes)?.add(.subscribed(number, codes ?? []))
        }
        unsafe mosquitto_message_v5_callback_set(client) { _, notes, message, properties in
            guard let message = unsafe message else { return }
            unsafe MosquittoNotices.of(notes)?.add(
                .received(BrokerMessage(message.pointee, properties)))
        }
        unsafe mosquitto_log_callback_set(client) { _, notes, level, text in
            // Other levels log every packet.
            guard level == Int32(MOSQ_LOG_ERR), let text = unsafe text else { return }
            unsafe MosquittoNotices.of(notes)?.add(.complaint(String(cString: text)))
        }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> MosquittoNotices? {
        unsafe pointer.map {
            unsafe Unmanaged<MosquittoNotices>.fromOpaque($0).takeUnretainedValue()
        }
    }
}

extension BrokerMessage {
    /// Converts a received message.
    fileprivate init(_ message: mosquitto_message, _ properties: OpaquePointer?) {
        let bytes = unsafe UnsafeRawBufferPointer(
            start: message.payload, count: Int(max(0, message.payloadlen)))
        unsafe self.init(
            topic: message.topic.map { unsafe String(cString: $0) } ?? "",
            payload: unsafe Array(bytes), isAcknowledged: message.qos > 0,
            isRetained: message.retain)
        guard let properties = unsafe properties else { return }
        var topic: UnsafeMutablePointer<CChar>?
        unsafe mosquitto_property_read_string(
            properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), &topic, false)
        if let topic = unsafe topic {
            unsafe responseTopic = String(cString: topic)
            unsafe free(topic)
        }
        var data: UnsafeMutableRawPointer?
        var length: UInt16 = 0
        unsafe mosquitto_property_read_binary(
            properties, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), &data, &length, false)
        if let data = unsafe data {
            unsafe correlation = Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
            unsafe free(data)
        }
    }
}
