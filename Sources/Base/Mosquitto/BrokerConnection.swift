internal import CMosquitto
package import Linux

/// One connection to a broker on our loop, from its making to its end; for another one there is another object.
///
/// The library waits for names and connections, so it connects on a thread of its own; from then on everything happens on the loop.
@LoopActor
package final class BrokerConnection {
    /// What comes.
    package enum News: Sendable {
        /// The broker has let this client in.
        case connected
        /// A message that was acknowledged, by its number, or refused.
        case acknowledged(Int, ReasonCode)
        /// What became of a wish to hear, by its number.
        case subscribed(Int, ReasonCode)
        /// Somebody's message.
        case received(BrokerMessage)
        /// There is no connection, or not any more; nothing follows.
        case ended(BrokerFailure)
    }

    /// How long it may take until the broker has let this client in.
    package nonisolated static let patience: Duration = .seconds(20)

    /// How many messages may be without their acknowledgement.
    package nonisolated static var inFlight: Int { LibraryClient.inFlight }

    /// Bytes of a packet that a broker with version 5 sends at most.
    package nonisolated static var packetLimit: Int { LibraryClient.packetLimit }

    private enum State {
        case connecting
        /// The connection is made, and the broker has not answered yet.
        case greeting
        case open
        /// Something could not be sent, and the end comes as soon as nobody is in the middle of anything.
        case broken
        case ended
    }

    private let plan: BrokerEndpoint
    private let take: @LoopActor (News) -> Void
    private var client: LibraryClient?
    private var state = State.connecting
    /// A duplicate of the library's own, so that our watch never depends on when it closes that.
    private var descriptor: FileDescriptor?
    private var watch: (id: EventLoop.WatchID, readiness: EventLoop.Readiness)?
    /// Between the library and the broker.
    private var relay: BrokerRelay?
    private let patience = Alarm()
    private let keepAlive = Alarm()
    private let clocks = SleepWatch()
    /// What the library has said of mistakes, the last of it.
    private var complaints: [String] = []
    private var lastSent: Duration = .zero
    private var lastHeard: Duration = .zero
    /// Whether the broker takes messages that it has to acknowledge, as far as its answers show.
    private var acknowledges: Bool?
    /// Whether it was sent such a message.
    private var hasAsked = false
    /// Whether the broker owes a sign of life.
    private var awaitsSign = false

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - limit: how long it may take until the broker has let this client in.
    ///   - take: takes what comes, the first of it later than this returns.
    package init(
        _ plan: BrokerEndpoint, within limit: Duration = patience,
        _ take: @escaping @LoopActor (News) -> Void
    ) {
        self.plan = plan
        self.take = take
        do throws(BrokerFailure) {
            let client = try LibraryClient(plan)
            self.client = client
            // A queue of its own: a host that swallows packets holds up a thread for minutes, and nobody else.
            WorkQueue().run({ client.connect() }, then: { [weak self] in self?.begin($0) })
            patience.set(after: limit, for: self) { $0.giveUp() }
        } catch {
            patience.set(after: .zero, for: self) { $0.end(error) }
        }
    }

    isolated deinit {
        close()
    }

    /// Whether the broker has let this client in.
    package var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Whether it has let this client in, and has not ended.
    private var hasOpened: Bool {
        switch state {
        case .open, .broken: true
        case .connecting, .greeting, .ended: false
        }
    }

    /// Sends a message.
    ///
    /// - Returns: the number by which it is acknowledged; nil where it could not be sent: if `isOpen` still holds, it never can be.
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

    /// What the library answers where the connection is at fault, and not what was to be sent.
    private nonisolated static let breakages = [
        MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN, MOSQ_ERR_ERRNO, MOSQ_ERR_TLS,
    ].map(\.rawValue)

    /// Is open no longer, and tells of the end later: whoever is sending has to see what was not sent.
    private func breakOff(_ code: Int32, _ error: Errno) {
        state = .broken
        patience.set(after: .zero) { [weak self] in
            guard let self else { return }
            // The broker may have said why.
            relay?.bring()
            handle(.hungUp)
            if case .broken = state {
                end(client?.failure(code, error, complaints) ?? .lost(plan.place))
            }
        }
    }

    /// Has the broker send what is published under some topics from now on, and what it has kept of them.
    ///
    /// - Returns: the number under which it answers; nil where it could not be asked.
    package func subscribe(to topics: String) -> Int? {
        guard isOpen, let client else { return nil }
        var number: Int32 = 0
        let code = unsafe mosquitto_subscribe_v5(client.pointer, &number, topics, 1, 0, nil)
        lastSent = EventLoop.now
        settle()
        return code == MOSQ_ERR_SUCCESS.rawValue ? Int(number) : nil
    }

    /// Has the broker send no more of what is published under some topics.
    package func unsubscribe(from topics: String) {
        guard isOpen, let client else { return }
        var number: Int32 = 0
        unsafe mosquitto_unsubscribe_v5(client.pointer, &number, topics, nil)
        lastSent = EventLoop.now
        settle()
    }

    /// Says goodbye and ends it; the broker tells nobody the will, and nothing comes any more.
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

    /// The thread is done: there is a connection, on which the first packet is on its way, or none.
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
        // Until the broker has answered, the library looks at the connection only where it is asked to read,
        // also where the connection has just become writable; asked to write it would do nothing, for ever.
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

    /// Why the connection broke: some brokers end an encrypted one with a reason that only the library tells.
    private var lossFailure: BrokerFailure {
        guard plan.encryption != nil, !complaints.isEmpty else { return .lost(plan.place) }
        return .encryption(plan.place, BrokerEncryptionMessages.of(complaints, plan))
    }

    /// Complaints that are remembered.
    private nonisolated static let complaintLimit = 8

    private func open() {
        guard case .greeting = state else { return }
        state = .open
        // What was said of the way here explains nothing that comes later.
        complaints = []
        patience.cancel()
        // Its clock stands still while the machine sleeps; whoever is at the other end has given up by then.
        clocks.watch { [weak self] _ in
            guard let self else { return }
            end(.lost(plan.place))
        }
        keepUp()
        take(.connected)
    }

    /// Waits for what the library wants.
    private func settle() {
        guard let watch, let client else { return }
        if case .ended = state { return }
        let isGreeting = if case .greeting = state { true } else { false }
        let wantsToWrite = unsafe mosquitto_want_write(client.pointer)
        // The connection is writable for as long as the broker takes to answer.
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

    /// Has the library send a sign of life once one is due: its clock has whole seconds.
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
        // A broker says what it has against a certificate after the connection is made, and may end that before its words arrive.
        if !hasOpened, case .lost(let place) = failure, let encryption = plan.encryption {
            failure = .turnedAway(place, hasCertificate: encryption.certificate != nil)
        }
        // Version 3.1.1 has no words for it: the answer to a subscription shows it, and the first message of QoS 1 ends the connection.
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
        // What the library writes as it goes, a goodbye among it, is still to be sent.
        client = nil
        relay?.forward()
        relay?.stop()
        relay = nil
    }
}
