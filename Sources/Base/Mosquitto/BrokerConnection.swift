internal import CMosquitto
package import Linux

/// A single connection to an MQTT broker on the event loop; each reconnection needs a new object.
///
/// libmosquitto blocks for name look-ups and connecting, so these run on a separate thread.
/// Everything else runs on the loop.
@LoopActor
package final class BrokerConnection {
    /// An event of the connection.
    package enum News: Sendable {
        /// The broker accepted the connection.
        case connected
        /// A message, by its number, was acknowledged or refused.
        case acknowledged(Int, ReasonCode)
        /// Result of a subscription, by its number.
        case subscribed(Int, ReasonCode)
        /// A message from the broker.
        case received(BrokerMessage)
        /// The connection failed or ended; no event follows.
        case ended(BrokerFailure)
    }

    /// Timeout until the broker accepts the connection.
    package nonisolated static let patience: Duration = .seconds(20)

    /// Maximum number of unacknowledged messages.
    package nonisolated static var inFlight: Int { LibraryClient.inFlight }

    /// Maximum size of received packets with MQTT 5, in bytes.
    package nonisolated static var packetLimit: Int { LibraryClient.packetLimit }

    private enum State {
        case connecting
        /// Connected; waiting for CONNACK.
        case greeting
        case open
        /// Sending failed; the end is reported later, not during a call.
        case broken
        case ended
    }

    private let plan: BrokerEndpoint
    private let take: @LoopActor (News) -> Void
    private var client: LibraryClient?
    private var state = State.connecting
    /// A duplicate of libmosquitto's descriptor, so that our watch does not depend on when it is
    /// closed.
    private var descriptor: FileDescriptor?
    private var watch: (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?
    /// The relay between libmosquitto and the broker.
    private var relay: BrokerRelay?
    private let patience = Alarm()
    private let keepAlive = Alarm()
    private let clocks = SleepWatch()
    /// The latest error messages of libmosquitto.
    private var complaints: [String] = []
    private var lastSent: Duration = .zero
    private var lastHeard: Duration = .zero
    /// Whether the broker supports QoS 1, as far as its answers show.
    private var acknowledges: Bool?
    /// Whether a QoS 1 message was sent.
    private var hasAsked = false
    /// Whether a PINGRESP is outstanding.
    private var awaitsSign = false

    /// Starts to connect.
    ///
    /// - Parameters:
    ///   - limit: timeout until the broker accepts the connection.
    ///   - take: receives the events, the first of them after this call returns.
    package init(
        _ plan: BrokerEndpoint, within limit: Duration = patience,
        _ take: @escaping @LoopActor (News) -> Void
    ) {
        self.plan = plan
        self.take = take
        do throws(BrokerFailure) {
            let client = try LibraryClient(plan)
            self.client = client
            // A separate queue: a host that drops packets blocks a thread for minutes.
            WorkQueue().run({ client.connect() }, then: { [weak self] in self?.begin($0) })
            patience.set(after: limit, for: self) { $0.giveUp() }
        } catch {
            patience.set(after: .zero, for: self) { $0.end(error) }
        }
    }

    isolated deinit {
        close()
    }

    /// Whether the broker has accepted the connection.
    package var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Whether the broker has accepted the connection, which has not ended.
    private var hasOpened: Bool {
        switch state {
        case .open, .broken: true
        case .connecting, .greeting, .ended: false
        }
    }

    /// Sends a message.
    ///
    /// - Returns: number of its acknowledgement; nil if it could not be sent. If `isOpen` is still
    ///   true then, it never can be.
    package func publish(_ message: BrokerMessage) -> Int? {
        guard isOpen, let client else { return nil }
        var number: Int32 = 0
        var properties = unsafe properties(of: message)
        let code = unsafe mosquitto_publish_v5(
            client.pointer, &number, message.topic, Int32(message.payload.count), message.payload,
            message.isAcknowledged ? 1 : 0, message.isRetained, properties)
        let error = Errno.current
        unsafe mosquitto_property_free_all(&properties)
        lastSent = EventLoop.now
        hasAsked = hasAsked || message.isAcknowledged
        relay?.forward()
        guard code == MOSQ_ERR_SUCCESS.rawValue else {
            if Self.breakages.contains(code) { breakOff(code, error) } else { settle() }
            return nil
        }
        settle()
        return Int(number)
    }

    /// Errors of the connection, as opposed to errors of the message.
    private nonisolated static let breakages = [
        MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN, MOSQ_ERR_ERRNO, MOSQ_ERR_TLS,
    ].map(\.rawValue)

    /// Leaves the open state now and reports the end later: the caller must first see which message
    /// was not sent.
    private func breakOff(_ code: Int32, _ error: Errno) {
        state = .broken
        patience.set(after: .zero) { [weak self] in
            guard let self else { return }
            // The broker may have sent a reason.
            relay?.bring()
            handle(.hungUp)
            if case .broken = state {
                end(client?.failure(code, error, complaints) ?? .lost(plan.place))
            }
        }
    }

    /// Subscribes to a topic filter; retained messages follow.
    ///
    /// - Returns: number of the answer; nil if the request could not be sent.
    package func subscribe(to topics: String) -> Int? {
        guard isOpen, let client else { return nil }
        var number: Int32 = 0
        let code = unsafe mosquitto_subscribe_v5(client.pointer, &number, topics, 1, 0, nil)
        lastSent = EventLoop.now
        settle()
        return code == MOSQ_ERR_SUCCESS.rawValue ? Int(number) : nil
    }

    /// Unsubscribes from a topic filter.
    package func unsubscribe(from topics: String) {
        guard isOpen, let client else { return }
        var number: Int32 = 0
        unsafe mosquitto_unsubscribe_v5(client.pointer, &number, topics, nil)
        lastSent = EventLoop.now
        settle()
    }

    /// Disconnects cleanly: the broker does not publish the will, and no event follows.
    package func stop() {
        if isOpen, let client {
            unsafe mosquitto_disconnect_v5(client.pointer, 0, nil)
        }
        close()
    }

    private func properties(of message: BrokerMessage) -> OpaquePointer? {
        guard plan.version == .five else { return nil }
        var properties: OpaquePointer?
        if let expiry = message.expiry {
            unsafe mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), expiry)
        }
        if !message.correlation.isEmpty {
            unsafe mosquitto_property_add_binary(
                &properties, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), message.correlation,
                UInt16(clamping: message.correlation.count))
        }
        return unsafe properties
    }

    /// Takes the result of the connecting thread: a connection with CONNECT on its way, or a
    /// failure.
    private func begin(_ failure: BrokerFailure?) {
        guard case .connecting = state, let client else { return }
        if let failure { return end(failure) }
        do throws(Errno) {
            let socket = unsafe mosquitto_socket(client.pointer)
            relay = try BrokerRelay(
                at: socket, PacketReader(plan.version, limit: Self.packetLimit),
                unsafe SecureLayer(of: client.pointer)
            ) { [weak self] in self?.heed($0) }
            let copy = try FileDescriptor.duplicate(of: socket)
            let number = copy.rawValue
            descriptor = consume copy
            let id = try EventLoop.shared.watch(number, for: [.readable, .writable]) {
                [weak self] in self?.handle($0)
            }
            watch = (id, [.readable, .writable])
        } catch {
            return end(.unreachable(plan.place, error))
        }
        state = .greeting
        (lastSent, lastHeard) = (EventLoop.now, EventLoop.now)
    }

    private func heed(_ news: BrokerRelay.News) {
        switch news {
        case .readable: handle(.readable)
        case .refused(let problem): end(.malformed(plan.place, problem))
        case .failed(let error): end(.unreachable(plan.place, error))
        case .complaints(let words):
            for text in words { client?.notes.add(.complaint(text)) }
        }
    }

    private func handle(_ readiness: EventLoop.Readiness) {
        guard let client else { return }
        let isGreeting = if case .greeting = state { true } else { false }
        var code = MOSQ_ERR_SUCCESS.rawValue
        var error = Errno(rawValue: 0)
        // Until CONNACK arrives, libmosquitto examines the connection only in its read function,
        // even if it has just become writable. Its write function would do nothing, forever.
        if readiness.contains(.readable) || readiness.contains(.hungUp) || isGreeting {
            code = unsafe mosquitto_loop_read(client.pointer, 1)
            error = Errno.current
            hear()
        }
        if code == MOSQ_ERR_SUCCESS.rawValue, readiness.contains(.writable) || isGreeting,
            unsafe mosquitto_want_write(client.pointer)
        {
            code = unsafe mosquitto_loop_write(client.pointer, 1)
            error = Errno.current
        }
        takeNotes()
        guard case .ended = state else {
            if code != MOSQ_ERR_SUCCESS.rawValue {
                end(self.client?.failure(code, error, complaints) ?? .lost(plan.place))
            } else {
                settle()
            }
            return
        }
    }

    private func takeNotes() {
        guard let client else { return }
        let notes = client.notes.take()
        for case .complaint(let text) in notes { complaints.append(text) }
        if complaints.count > Self.complaintLimit {
            complaints.removeFirst(complaints.count - Self.complaintLimit)
        }
        for note in notes {
            if case .ended = state { return }
            switch note {
            case .answered(0, acknowledges: true): open()
            case .answered(0, acknowledges: false),
                .answered(ReasonCode.qualityNotSupported.rawValue, _):
                end(.noAcknowledgements(plan.place))
            case .answered(let code, _):
                end(
                    .refused(
                        plan.place,
                        plan.version == .five
                            ? ReasonCode(rawValue: code) : ReasonCode(ofVersionThree: code)))
            case .ended(let reason):
                end(
                    reason.isRefusal ? .dismissed(plan.place, reason) : lossFailure)
            case .acknowledged(let number, let reason):
                acknowledges = true
                take(.acknowledged(Int(number), reason))
            case .subscribed(let number, let reasons):
                let reason = reasons.first ?? ReasonCode(rawValue: 0)
                if reason == .grantedWithoutAcknowledgement { acknowledges = acknowledges ?? false }
                take(.subscribed(Int(number), reason))
            case .received(let message): take(.received(message))
            case .complaint: break
            }
        }
    }

    /// The reason for a lost connection: some brokers end an encrypted one with a reason that only
    /// libmosquitto logs.
    private var lossFailure: BrokerFailure {
        guard plan.encryption != nil, !complaints.isEmpty else { return .lost(plan.place) }
        return .encryption(plan.place, BrokerEncryptionMessages.of(complaints, plan))
    }

    /// Maximum number of remembered error messages.
    private nonisolated static let complaintLimit = 8

    private func open() {
        guard case .greeting = state else { return }
        state = .open
        // Messages from connecting do not explain later failures.
        complaints = []
        patience.cancel()
        // libmosquitto's clock stops during suspend; the broker has given up by then.
        clocks.watch { [weak self] _ in
            guard let self else { return }
            end(.lost(plan.place))
        }
        keepUp()
        take(.connected)
    }

    /// Watches the descriptor as libmosquitto requires.
    private func settle() {
        guard let watch, let client else { return }
        if case .ended = state { return }
        let isGreeting = if case .greeting = state { true } else { false }
        let wantsToWrite = unsafe mosquitto_want_write(client.pointer)
        // The connection is writable the whole time until the broker answers.
        let wanted: EventLoop.Readiness =
            wantsToWrite && !isGreeting ? [.readable, .writable] : .readable
        guard wanted != watch.readiness else { return }
        do throws(Errno) {
            try EventLoop.shared.change(watch.id, to: wanted)
            self.watch = (watch.id, wanted)
        } catch {
            end(.unreachable(plan.place, error))
        }
    }

    private func hear() {
        lastHeard = EventLoop.now
        guard isOpen, awaitsSign else { return }
        awaitsSign = false
        keepUp()
    }

    /// Sends PINGREQ when due; libmosquitto's clock has a resolution of one second.
    private func keepUp() {
        let due = min(lastSent, lastHeard) + plan.keepAlive + .seconds(1)
        keepAlive.set(at: max(due, EventLoop.now + .seconds(1))) { [weak self] in
            guard let self, let client, isOpen else { return }
            if min(lastSent, lastHeard) + plan.keepAlive + .seconds(1) > EventLoop.now {
                return keepUp()
            }
            let code = unsafe mosquitto_loop_misc(client.pointer)
            takeNotes()
            guard isOpen else { return }
            if code != MOSQ_ERR_SUCCESS.rawValue { return end(.silent(plan.place)) }
            lastSent = EventLoop.now
            settle()
            awaitsSign = true
            keepAlive.set(after: Self.patience) { [weak self] in
                guard let self else { return }
                end(.silent(plan.place))
            }
        }
    }

    private func giveUp() {
        end(.silent(plan.place))
    }

    private func end(_ failure: BrokerFailure) {
        if case .ended = state { return }
        var failure = failure
        // A broker rejects a certificate after the TLS handshake, and may close the connection
        // before its reason arrives.
        if !hasOpened, case .lost(let place) = failure, let encryption = plan.encryption {
            failure = .turnedAway(place, hasCertificate: encryption.certificate != nil)
        }
        // MQTT 3.1.1 has no property for this: the answer to a subscription shows it, and the first
        // QoS 1 message ends the connection.
        if acknowledges == false, hasAsked, case .lost(let place) = failure {
            failure = .noAcknowledgements(place)
        }
        close()
        take(.ended(failure))
    }

    private func close() {
        state = .ended
        patience.cancel()
        keepAlive.cancel()
        clocks.stop()
        if let watch { EventLoop.shared.unwatch(watch.id) }
        watch = nil
        descriptor = nil
        // Packets that libmosquitto writes while it is destroyed, such as DISCONNECT, still have to
        // be sent.
        client = nil
        relay?.forward()
        relay?.stop()
        relay = nil
    }
}
