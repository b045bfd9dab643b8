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

    enum State {
        case connecting
        /// Connected; waiting for CONNACK.
        case greeting
        case open
        /// Sending failed; the end is reported later, not during a call.
        case broken
        case ended
    }

    let plan: BrokerEndpoint
    let take: @LoopActor (News) -> Void
    var client: LibraryClient?
    var state = State.connecting
    /// A duplicate of libmosquitto's descriptor, so that our watch does not depend on when it is
    /// closed.
    var descriptor: FileDescriptor?
    var watch: (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?
    /// The relay between libmosquitto and the broker.
    var relay: BrokerRelay?
    let patience = Alarm()
    let keepAlive = Alarm()
    let clocks = SleepWatch()
    /// The latest error messages of libmosquitto.
    var complaints: [String] = []
    var lastSent: Duration = .zero
    var lastHeard: Duration = .zero
    /// Whether the broker supports QoS 1; nil as long as no answer shows it.
    var acknowledges: Bool?
    /// Whether a QoS 1 message was sent.
    var hasAsked = false
    /// Whether a PINGRESP is outstanding.
    var awaitsSign = false

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

    /// Whether the broker has accepted the connection, and sending has not failed.
    package var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Whether the broker has accepted the connection, which has not ended, even if sending failed.
    var hasOpened: Bool {
        switch state {
        case .open, .broken: true
        case .connecting, .greeting, .ended: false
        }
    }

    /// Sends a message.
    ///
    /// - Returns: the number in the message's later `acknowledged` event; nil if the message could
    ///   not be sent. If `isOpen` is still true then, the message itself can never be sent.
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
    /// - Returns: the number in the later `subscribed` event; nil if the request could not be sent.
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
}
