internal import CMosquitto
import Linux

extension BrokerConnection {
    func heed(_ news: BrokerRelay.News) {
        switch news {
        case .readable: handle(.readable)
        case .refused(let problem): end(.malformed(plan.place, problem))
        case .failed(let error): end(.unreachable(plan.place, error))
        case .complaints(let words):
            for text in words { client?.notes.add(.complaint(text)) }
        }
    }

    func handle(_ readiness: EventLoop.Readiness) {
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

    func open() {
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
    func settle() {
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

    func giveUp() {
        end(.silent(plan.place))
    }

    func end(_ failure: BrokerFailure) {
        if case .ended = state { return }
        var failure = failure
        // A broker rejects a certificate after the TLS handshake, and may close the connection
        // before its reason arrives.
        if !hasOpened, case .lost(let place) = failure, let encryption = plan.encryption {
            failure = .turnedAway(place, hasCertificate: encryption.certificate != nil)
        }
        // MQTT 3.1.1 has no property for the maximum QoS. The answer to a subscription shows it, and
        // the first QoS 1 message ends the connection.
        if acknowledges == false, hasAsked, case .lost(let place) = failure {
            failure = .noAcknowledgements(place)
        }
        close()
        take(.ended(failure))
    }

    func close() {
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
