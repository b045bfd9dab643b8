internal import CMosquitto
internal import Linux

/// One client of the library, which is gone with its last owner.
///
/// `@unchecked Sendable` is sound: the pointer never changes, and it is used by one thread at a time: by the one that connects until
/// that has handed over its result, and from then on by the loop alone.
@safe
final class LibraryClient: @unchecked Sendable {
    let pointer: OpaquePointer
    let notes: MosquittoNotices
    private let plan: BrokerEndpoint

    /// Messages whose acknowledgement is still to come; further ones wait with whoever has them.
    static let inFlight = 20

    /// Bytes of a packet from a broker at most: the library would take 256 MiB of anybody who may publish what is read here.
    ///
    /// Our own of all that holds are far shorter, and are read when they are taken back.
    static let packetLimit = 1 << 18

    /// The library is made ready once, and stays so.
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
                "the user or the password is not a text that MQTT takes")
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
        // The library only says that one of them cannot be read.
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
            // Without authorities of one's own the library wants a folder of them; this is the system's.
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
        // The library owns the properties from here on, if it takes them.
        let code = unsafe mosquitto_will_set_v5(
            pointer, will.topic, Int32(will.payload.count), will.payload,
            will.isAcknowledged ? 1 : 0, will.isRetained, properties)
        if code != MOSQ_ERR_SUCCESS.rawValue { unsafe mosquitto_property_free_all(&properties) }
        try check(code, "the topic \(will.topic) is none that MQTT takes")
    }

    /// Looks the name up and connects; this waits, so it is done away from the loop.
    func connect() -> BrokerFailure? {
        let seconds = Int32(clamping: plan.keepAlive.components.seconds)
        let (host, port): (String, Int32) =
            switch plan.place {
            case .host(let name, let port): (name, Int32(port))
            // Where there is no port, the library takes the host for a path.
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

    /// Why a call of the library failed.
    ///
    /// - Parameter complaints: what the library has said of mistakes before.
    func failure(
        _ code: Int32, _ error: Errno, _ complaints: [String] = []
    ) -> BrokerFailure {
        switch code {
        case MOSQ_ERR_EAI.rawValue:
            let name = plan.place.name
            // What getaddrinfo answers, whose numbers are negative here.
            return error.rawValue == Self.tryAgain ? .noNameService(name) : .unknownName(name)
        case MOSQ_ERR_TLS.rawValue:
            return encryptionFailure(complaints)
        case MOSQ_ERR_ERRNO.rawValue:
            if plan.encryption != nil, error == Self.protocolError {
                return encryptionFailure(complaints)
            }
            return .unreachable(plan.place, error)
        case MOSQ_ERR_INVAL.rawValue:
            return .invalid("\(plan.place) is no place of a broker")
        default: return .lost(plan.place)
        }
    }

    private static let tryAgain = EAI_AGAIN
    private static let protocolError = Errno(rawValue: EPROTO)

    /// What the library complained of, as people can act on it; where it has not said anything the connection is just gone.
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
