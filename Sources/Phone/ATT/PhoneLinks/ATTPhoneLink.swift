package import Linux
package import Radio

/// The radio's part that a link of a phone belongs to.
@LoopActor
package protocol ATTPhoneLinkOwner: AnyObject {
    /// This is to be remembered of the phone's services; nil where that does not hold any more.
    func learned(_ known: KnownServices?, by link: ATTPhoneLink)

    /// The phone is called this.
    func named(_ name: String, by link: ATTPhoneLink)

    /// The phone has not answered the MTU request, told before the end: its next link should not ask.
    func leavesMTUUnanswered(_ link: ATTPhoneLink)

    /// The link has ended, for whatever reason; told once, and never from within a call.
    func ended(_ link: ATTPhoneLink)

    /// Asks for a secure link once more, where the phone found it not secure enough.
    func secure(_ link: ATTPhoneLink)
}

extension ATTPhoneLinkOwner {
    /// Nothing is remembered.
    package func learned(_ known: KnownServices?, by link: ATTPhoneLink) {}
    /// The name is known otherwise.
    package func named(_ name: String, by link: ATTPhoneLink) {}
    /// Nothing is left of the link.
    package func ended(_ link: ATTPhoneLink) {}
}

/// A phone at the other end of a packet socket that carries the attribute protocol.
///
/// What cannot be handed to the phone is refused with Unlikely Error.
@LoopActor
package final class ATTPhoneLink: PhoneLink {
    /// Which phone this is.
    package private(set) var phone: PhoneIdentity

    /// Hears what is not for the bridge.
    package weak var owner: (any ATTPhoneLinkOwner)?

    private let channel: ATTChannel
    private let needs: [ServiceNeed]
    /// Whether the phone refused something for want of security.
    private var wasInsecure = false
    private var handler: (@LoopActor (LinkEvent) -> Void)?
    private var calls: [OperationID: LinkCall] = [:]
    private var callCount: UInt64 = 0

    /// Whether the phone offers a service, once that is known.
    private var offers: [ServiceID: Bool] = [:]

    /// How far the phone is talked to.
    private enum Conversation {
        case none
        /// It is answered, and asked nothing yet: whoever serves it also says when it is.
        case answering
        case talking
    }

    /// Who is at work here.
    private enum Turn {
        case nobody
        /// The owner has called, and must not be called back.
        case owner
        /// The owner is being told something.
        case link
    }

    /// How far the end of the link has got.
    private enum End {
        case none
        /// The owner is told, or will be.
        case reported
        /// The radio knows it, too.
        case told
    }

    private var conversation = Conversation.none
    private var turn = Turn.nobody
    private var end = End.none
    /// Events that the owner has not been told yet.
    private var untold: [LinkEvent] = []

    /// - Parameters:
    ///   - needs: the services to look for; the first goes before all others.
    ///   - socket: a packet socket that does not block.
    ///   - server: what the phone may ask of us; without one it is refused everything.
    ///   - asksMTU: whether the phone is asked how large packets may be.
    package init(
        phone: PhoneIdentity, needs: [ServiceNeed], socket: consuming FileDescriptor, pace: Pace,
        server: GATTServer? = nil, options: GATTClientOptions = GATTClientOptions(),
        asksMTU: Bool = true
    ) {
        self.phone = phone
        self.needs = needs
        let all = needs.map { need in
            GATTNeed(UUID(need.service.uuid), requiring: need.required.map { UUID($0.uuid) })
        }
        var options = options
        options.further = Array(all.dropFirst())
        options.asksMTU = asksMTU
        let client = GATTClient(
            service: all.first?.service ?? UUID(0), requiring: all.first?.required ?? [],
            options: options)
        channel = ATTChannel(owning: socket, running: client, server: server, pace: pace)
    }

    /// Reports what happens from now on, and asks the phone for its services.
    package func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void) {
        guard self.handler == nil else { return }
        self.handler = handler
        // Who serves the phone also says when it is asked.
        if conversation == .none { begin() } else { call {} }
    }

    /// Asks something of the phone; a subscription over a more secure link where the phone wanted that.
    package func ask(_ linkCall: LinkCall) {
        if case .subscribe = linkCall {
            // The kernel raises the security of a link when something was refused for want of it.
            if wasInsecure { owner?.secure(self) }
            wasInsecure = false
        }
        call {
            guard end == .none else { return }
            guard handler != nil else {
                return report(linkCall.answer(to: .failed(.serviceUnavailable)))
            }
            callCount += 1
            let id = OperationID(rawValue: callCount)
            calls[id] = linkCall
            channel.perform(linkCall.operation, as: id)
        }
    }

    /// Lets go of the phone.
    package func close(because reason: LetGo) {
        end(.closed, because: .closed)
    }

    // MARK: The radio

    /// Answers the phone from now on, and asks it nothing before `begin`, whoever opens the link.
    package func serve() {
        guard conversation == .none else { return }
        conversation = .answering
        call { serveChannel() }
    }

    /// Asks the phone for its service, also before anybody has opened the link.
    package func begin() {
        let isServed = conversation != .none
        conversation = .talking
        call {
            if !isServed { serveChannel() }
            channel.begin()
        }
    }

    /// Says which phone this is: which bond before the link is opened, what it is called at any time.
    package func isNow(_ phone: PhoneIdentity) {
        guard handler != nil else {
            self.phone = phone
            return
        }
        guard phone.bond == self.phone.bond, phone.name != self.phone.name else { return }
        self.phone = phone
        report(.named(phone.name))
    }

    /// Says, before `begin`, what was found at this phone the last time.
    package func remember(_ known: KnownServices?) {
        channel.remember(known)
    }

    /// Whether the link is encrypted with a key as long as keys can be: only then may the phone see
    /// what asks for that.
    package var isSecure: Bool {
        get { channel.isSecure }
        set { channel.isSecure = newValue }
    }

    /// Looks whether the link is encrypted by now, before the phone is refused something because it is not.
    package var isEncrypted: (@LoopActor () -> Bool)? {
        get { channel.isEncrypted }
        set { channel.isEncrypted = newValue }
    }

    /// Takes note that the radio has lost the phone.
    package func wasLost() {
        end(.lost, because: .lost)
    }

    private func serveChannel() {
        channel.serve { [weak self] in self?.receive($0) }
    }

    // MARK: The channel

    private func end(_ bearerEnd: BearerEnd, because reason: LinkEnd) {
        call {
            guard end == .none else { return }
            untold = []
            report(.closed(reason))
            channel.close(because: bearerEnd)
        }
    }

    private func receive(_ event: GATTEvent) {
        switch event {
        case .serviceFound: appear(needs.first?.service)
        case .serviceVanished, .serviceNotFound: vanish(needs.first?.service)
        case .furtherFound(let uuid): appear(needed(uuid))
        case .furtherVanished(let uuid), .furtherNotFound(let uuid): vanish(needed(uuid))
        case .value(let uuid, let value):
            guard let characteristic = characteristic(uuid) else { return }
            report(.value(characteristic, value))
        case .completed(let id, let outcome):
            guard let linkCall = calls.removeValue(forKey: id) else { return }
            // The end of the link answers it.
            if outcome != .failed(.bearerEnded) { report(linkCall.answer(to: outcome)) }
        case .learned(let known):
            owner?.learned(known, by: self)
        case .named(let name):
            owner?.named(name, by: self)
        case .ended(let end):
            if end.isUnansweredMTU { owner?.leavesMTUUnanswered(self) }
            report(.closed(LinkEnd(end)))
        case .violated:
            break
        }
    }

    private func needed(_ uuid: UUID) -> ServiceID? {
        needs.first { UUID($0.service.uuid) == uuid }?.service
    }

    private func characteristic(_ uuid: UUID) -> CharacteristicID? {
        needs.lazy.flatMap(\.required).first { UUID($0.uuid) == uuid }
    }

    private func appear(_ service: ServiceID?) {
        guard let service else { return }
        offers[service] = true
        report(.appeared(service))
    }

    private func vanish(_ service: ServiceID?) {
        // A service that vanished is looked for at once, and then usually not found.
        guard let service, offers[service] != false else { return }
        offers[service] = false
        report(.vanished(service))
    }

    // MARK: The owner

    /// Runs what the owner has called.
    ///
    /// Whatever that causes is told from the loop: an owner in the middle of its own work must not
    /// be called back.
    private func call(_ body: () -> Void) {
        let before = turn
        if before == .nobody { turn = .owner }
        body()
        turn = before
        // The timer keeps the link until its last event is told.
        if !untold.isEmpty, turn == .nobody { EventLoop.shared.after(.zero) { self.tell() } }
    }

    private func report(_ event: LinkEvent) {
        guard end == .none else { return }
        if case .closed = event { end = .reported }
        if case .refused(_, let error) = event, error.isAboutSecurity { wasInsecure = true }
        // A phone whose service comes and goes must not fill a link that nobody has opened yet.
        if handler == nil, let service = event.offeredService {
            untold.removeAll { $0.offeredService == service }
        }
        untold.append(event)
        if turn == .nobody { tell() }
    }

    /// Tells the owner one event after another, those that its own calls cause after the others.
    private func tell() {
        tellEnd()
        guard turn == .nobody, let handler else { return }
        turn = .link
        while !untold.isEmpty {
            let event = untold.removeFirst()
            if case .closed = event { self.handler = nil }
            handler(event)
        }
        turn = .nobody
        tellEnd()
    }

    /// Tells the radio that the link has ended; nobody needs to have opened it for that.
    private func tellEnd() {
        guard end == .reported, turn == .nobody else { return }
        end = .told
        owner?.ended(self)
    }
}
