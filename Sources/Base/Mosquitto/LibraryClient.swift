internal import CMosquitto
internal import Linux

/// A libmosquitto client, destroyed with its last owner.
///
/// `@unchecked Sendable` is sound: the pointer never changes. One thread at a time uses the client:
/// first the connecting thread, and after its result only the loop.
@safe
final class LibraryClient: @unchecked Sendable {
    let pointer: OpaquePointer
    let notes: MosquittoNotices
    private let plan: BrokerEndpoint

    /// Maximum number of unacknowledged messages; the user of the connection keeps further ones back.
    static let inFlight = 20

    /// Maximum size of a received packet in bytes: libmosquitto would accept 256 MiB from any
    /// publisher on a subscribed topic.
    ///
    /// Our own retained messages are far shorter, and are read when they are removed.
    static let packetLimit = 1 << 18

    /// Whether the library was initialised; it is never cleaned up.
    private static let isReady: Bool = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.rawValue

    init(_ plan: BrokerEndpoint) throws(BrokerFailure) {
        let notes = MosquittoNotices()
        guard Self.isReady, !plan.clientID.utf8.contains(0),
            let pointer = unsafe mosquitto_new(
                plan.clientID, true, Unmanaged.passUnretained(notes).toOpaque())
        else { throw .invalid("the MQTT library cannot be used here") }
        unsafe self.pointer = pointer
        self.notes = notes
        self.plan = plan
        unsafe MosquittoNotices.attach(to: pointer)
        try set(
            MOSQ_OPT_PROTOCOL_VERSION,
            plan.version == .five ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311)
        try set(MOSQ_OPT_SEND_MAXIMUM, Int32(Self.inFlight))
        try set(MOSQ_OPT_TCP_NODELAY, 1)
        if plan.user != nil || plan.password != nil {
            try check(
                unsafe mosquitto_username_pw_set(pointer, plan.user ?? "", plan.password),
                "the user or the password is not a valid MQTT string")
        }
        if let encryption = plan.encryption { try encrypt(encryption) }
        if let will = plan.will { try set(will) }
    }

    deinit {
        unsafe mosquitto_destroy(pointer)
    }

    private func check(_ code: Int32, _ words: String) throws(BrokerFailure) {
        if code != MOSQ_ERR_SUCCESS.rawValue { throw .invalid(words) }
    }

    private func set(_ option: mosq_opt_t, _ value: Int32) throws(BrokerFailure) {
        try check(
            unsafe mosquitto_int_option(pointer, option, value),
            "the MQTT library is too old")
    }

    private func encrypt(_ encryption: BrokerEndpoint.Encryption) throws(BrokerFailure) {
        // libmosquitto does not say which of the files cannot be read.
        for path in [encryption.authorities, encryption.certificate, encryption.key] {
            guard let path else { continue }
            do throws(Errno) {
                _ = try FileDescriptor.open(readingAtOnce: path)
            } catch {
                throw .file(path, error)
            }
        }
        if encryption.authorities == nil { try set(MOSQ_OPT_TLS_USE_OS_CERTS, 1) }
        let code = unsafe mosquitto_tls_set(
            pointer, encryption.authorities,
            // Without CA file libmosquitto requires a CA folder; this is the system's.
            encryption.authorities == nil ? Self.systemAuthorities : nil,
            encryption.certificate, encryption.key, nil)
        try check(code, "a certificate and its key belong together: name both, or neither")
        try check(
            unsafe mosquitto_tls_opts_set(pointer, 1, "tlsv1.2", nil),
            "the MQTT library has no TLS 1.2")
    }

    private static let systemAuthorities = "/etc/ssl/certs"

    private func set(_ will: BrokerMessage) throws(BrokerFailure) {
        var properties: OpaquePointer?
        let seconds = plan.willDelay.components.seconds
        if plan.version == .five, seconds > 0 {
            unsafe mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_WILL_DELAY_INTERVAL.rawValue),
                UInt32(clamping: seconds))
        }
        // libmosquitto owns the properties from here on, if the call succeeds.
        let code = unsafe mosquitto_will_set_v5(
            pointer, will.topic, Int32(will.payload.count), will.payload,
            will.isAcknowledged ? 1 : 0, will.isRetained, properties)
        if code != MOSQ_ERR_SUCCESS.rawValue { unsafe mosquitto_property_free_all(&properties) }
        try check(code, "the topic \(will.topic) is not valid in MQTT")
    }

    /// Looks up the name and connects; returns nil on success.
    ///
    /// Blocks, so it runs outside the loop.
    func connect() -> BrokerFailure? {
        let seconds = Int32(clamping: plan.keepAlive.components.seconds)
        let (host, port): (String, Int32) =
            switch plan.place {
            case .host(let name, let port): (name, Int32(port))
            // With port 0 libmosquitto treats the host as a path.
            case .socket(let path): (path, 0)
            }
        var properties: OpaquePointer?
        if plan.version == .five {
            unsafe mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue),
                UInt32(Self.packetLimit))
        }
        let code = unsafe mosquitto_connect_bind_v5(pointer, host, port, seconds, nil, properties)
        let error = Errno.current
        unsafe mosquitto_property_free_all(&properties)
        return code == MOSQ_ERR_SUCCESS.rawValue ? nil : failure(code, error)
    }

    /// Returns the failure for an error code of libmosquitto.
    ///
    /// - Parameter complaints: earlier error messages of libmosquitto.
    func failure(
        _ code: Int32, _ error: Errno, _ complaints: [String] = []
    ) -> BrokerFailure {
        switch code {
        case MOSQ_ERR_EAI.rawValue:
            let name = plan.place.name
            // The result of getaddrinfo, whose numbers are negative here.
            return error.rawValue == Self.tryAgain ? .noNameService(name) : .unknownName(name)
        case MOSQ_ERR_TLS.rawValue:
            return encryptionFailure(complaints)
        case MOSQ_ERR_ERRNO.rawValue:
            if plan.encryption != nil, error == Self.protocolError {
                return encryptionFailure(complaints)
            }
            return .unreachable(plan.place, error)
        case MOSQ_ERR_INVAL.rawValue:
            return .invalid("\(plan.place) is not the address of a broker")
        default: return .lost(plan.place)
        }
    }

    private static let tryAgain = EAI_AGAIN
    private static let protocolError = Errno(rawValue: EPROTO)

    /// Returns the failure for the logged TLS errors; without any the connection counts as lost.
    private func encryptionFailure(_ earlier: [String]) -> BrokerFailure {
        let complaints =
            earlier
            + notes.take().compactMap { note -> String? in
                if case .complaint(let text) = note { text } else { nil }
            }
        guard !complaints.isEmpty else { return .lost(plan.place) }
        return .encryption(plan.place, BrokerEncryptionMessages.of(complaints, plan))
    }
}

extension BrokerEndpoint.Place {
    fileprivate var name: String {
        switch self {
        case .host(let name, _): name
        case .socket(let path): path
        }
    }
}
