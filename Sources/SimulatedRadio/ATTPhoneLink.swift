package import ANCS
internal import ATT
package import Linux
package import Radio

/// A phone at the other end of a packet socket that carries the attribute protocol.
///
/// Every call is answered, never from within the call itself, and before `unavailable`: what is
/// asked of a phone that does not offer the service is refused with Attribute Not Found, and what
/// cannot be handed to it with Unlikely Error. Only `closed` answers everything at once.
@LoopActor
package final class ATTPhoneLink: PhoneLink {
    package let phone: PhoneIdentity

    private let channel: ATTChannel
    private let secure: @LoopActor () -> Void
    private var wasInsecure = false
    private var handler: (@LoopActor (LinkEvent) -> Void)?
    private var calls: [OperationID: LinkCall] = [:]
    private var callCount: UInt64 = 0

    /// Whether the phone offers the service, once that is known.
    private var isAvailable: Bool?

    /// Events that the owner has not been told yet.
    private var untold: [LinkEvent] = []
    private var isTelling = false
    private var isBeingCalled = false
    private var hasClosed = false

    /// - Parameters:
    ///   - socket: a packet socket that does not block.
    ///   - secure: asks for a secure link once more, where the phone found it not secure enough.
    package init(
        phone: PhoneIdentity, socket: consuming FileDescriptor, pace: Pace,
        secure: @escaping @LoopActor () -> Void = {}
    ) {
        self.phone = phone
        self.secure = secure
        let client = GATTClient(
            service: UUID(Characteristic.serviceUUID),
            requiring: Characteristic.allCases.map { UUID($0.uuid) })
        channel = ATTChannel(owning: socket, running: client, pace: pace)
    }

    package func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void) {
        guard self.handler == nil else { return }
        self.handler = handler
        call { channel.open { [weak self] in self?.receive($0) } }
    }

    package func subscribe(to characteristic: Characteristic) {
        // The kernel raises the security of a link when something was refused for want of it.
        if wasInsecure { secure() }
        wasInsecure = false
        begin(.subscribe(characteristic))
    }

    package func unsubscribe(from characteristic: Characteristic) {
        begin(.unsubscribe(characteristic))
    }

    package func write(_ request: [UInt8]) {
        begin(.write(request))
    }

    package func close(because reason: LetGo) {
        call {
            guard !hasClosed else { return }
            untold = []
            report(.closed(.closed))
            channel.close()
        }
    }

    // MARK: The channel

    private func begin(_ linkCall: LinkCall) {
        call {
            guard !hasClosed else { return }
            guard handler != nil else {
                return report(linkCall.answer(to: .failed(.serviceUnavailable)))
            }
            callCount += 1
            let id = OperationID(rawValue: callCount)
            calls[id] = linkCall
            channel.perform(linkCall.operation, as: id)
        }
    }

    private func receive(_ event: GATTEvent) {
        switch event {
        case .serviceFound:
            isAvailable = true
            report(.available)
        case .serviceVanished, .serviceNotFound:
            // A service that vanished is looked for at once, and then usually not found.
            if isAvailable != false { report(.unavailable) }
            isAvailable = false
        case .value(let uuid, let value):
            guard let characteristic = Characteristic(uuid) else { return }
            report(.value(characteristic, value))
        case .completed(let id, let outcome):
            guard let linkCall = calls.removeValue(forKey: id) else { return }
            // The end of the link answers it.
            if outcome != .failed(.bearerEnded) { report(linkCall.answer(to: outcome)) }
        case .ended(let end):
            report(.closed(LinkEnd(end)))
        case .violated:
            break
        }
    }

    // MARK: The owner

    /// Runs what the owner has called.
    ///
    /// Whatever that causes is told from the loop: an owner in the middle of its own work must not
    /// be called back.
    private func call(_ body: () -> Void) {
        isBeingCalled = true
        body()
        isBeingCalled = false
        // The timer keeps the link until its last event is told.
        if !untold.isEmpty, !isTelling { EventLoop.shared.after(.zero) { self.tell() } }
    }

    private func report(_ event: LinkEvent) {
        guard !hasClosed else { return }
        if case .closed = event { hasClosed = true }
        if case .refused(_, let error) = event, error.isAboutSecurity { wasInsecure = true }
        untold.append(event)
        if !isBeingCalled { tell() }
    }

    /// Tells the owner one event after another, those that its own calls cause after the others.
    private func tell() {
        guard !isTelling, let handler else { return }
        isTelling = true
        while !untold.isEmpty {
            let event = untold.removeFirst()
            if case .closed = event { self.handler = nil }
            handler(event)
        }
        isTelling = false
    }
}
