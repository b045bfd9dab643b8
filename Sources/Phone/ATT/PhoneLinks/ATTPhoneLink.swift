package import Linux
package import Radio

/// Part of the radio that owns a phone's link.
@LoopActor
package protocol ATTPhoneLinkOwner: AnyObject {
    /// Reports the services of the phone to remember; nil if earlier knowledge is no longer valid.
    func learned(_ known: KnownServices?, by link: ATTPhoneLink)

    /// Reports the name of the phone.
    func named(_ name: String, by link: ATTPhoneLink)

    /// Reports that the phone has not answered the MTU request, before the link ends: its next link
    /// should omit that request.
    func leavesMTUUnanswered(_ link: ATTPhoneLink)

    /// Reports once that the link has ended; never while a method that the owner called on the link is still running.
    func ended(_ link: ATTPhoneLink)

    /// Requests a secure link again, because the phone found it not secure enough.
    func secure(_ link: ATTPhoneLink)
}

extension ATTPhoneLinkOwner {
    /// Ignores the services.
    package func learned(_ known: KnownServices?, by link: ATTPhoneLink) {}
    /// Ignores the name, which is known from another source.
    package func named(_ name: String, by link: ATTPhoneLink) {}
    /// Does nothing: no cleanup is required.
    package func ended(_ link: ATTPhoneLink) {}
}

/// Link to a phone over a packet socket with the attribute protocol.
///
/// Calls that this host cannot perform, such as with a full queue or too long a value, fail with
/// Unlikely Error.
@LoopActor
package final class ATTPhoneLink: PhoneLink {
    package private(set) var phone: PhoneIdentity

    /// Receiver of events that are not for the bridge.
    package weak var owner: (any ATTPhoneLinkOwner)?

    let channel: ATTChannel
    let needs: [ServiceNeed]
    /// Whether the phone refused a request for lack of security.
    private var wasInsecure = false
    private var handler: (@LoopActor (LinkEvent) -> Void)?
    var calls: [OperationID: LinkCall] = [:]
    private var callCount: UInt64 = 0

    /// Whether the phone offers each service, once known.
    var offers: [ServiceID: Bool] = [:]

    /// Progress of the conversation.
    enum Conversation {
        case none
        /// The phone is answered, but no requests are sent until the radio calls `begin`.
        case answering
        case talking
    }

    /// Side whose code is running.
    enum Turn {
        case nobody
        /// The owner is in a call, and must not be called back.
        case owner
        /// The owner is receiving an event.
        case link
    }

    /// Progress of the end of the link.
    enum End {
        case none
        /// The end is queued for the handler or was reported.
        case reported
        /// The radio was also informed.
        case told
    }

    private var conversation = Conversation.none
    private var turn = Turn.nobody
    var end = End.none
    /// Events not yet sent to the handler.
    var untold: [LinkEvent] = []

    /// - Parameters:
    ///   - needs: the services to find; the first has priority over all others.
    ///   - socket: a non-blocking packet socket.
    ///   - server: server for the phone's requests; if nil, all requests are refused.
    ///   - asksMTU: whether the client requests an MTU exchange.
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

    /// Starts reporting events, and requests the phone's services.
    package func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void) {
        guard self.handler == nil else { return }
        self.handler = handler
        // A link that already answers the phone sends requests only after `begin`.
        if conversation == .none { begin() } else { call {} }
    }

    /// Sends a request to the phone.
    ///
    /// A subscription first requests a more secure link if the phone required that.
    package func ask(_ linkCall: LinkCall) {
        if case .subscribe(let id) = linkCall, id.service == needs.first?.service {
            // The phone refused a request for lack of security, so the radio secures the link
            // first.
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

    package func close(because reason: LetGo) {
        end(.closed, because: .closed)
    }

    // MARK: Radio

    /// Answers the phone from now on.
    ///
    /// Requests are sent only after `begin`, even if the link is opened before.
    package func serve() {
        guard conversation == .none else { return }
        conversation = .answering
        call { serveChannel() }
    }

    /// Starts to answer the phone, and to search for its services; also before `open`.
    package func begin() {
        let isServed = conversation != .none
        conversation = .talking
        call {
            if !isServed { serveChannel() }
            channel.begin()
        }
    }

    /// Sets the identity of the phone: its bond before the link is opened, its name at any time.
    package func isNow(_ phone: PhoneIdentity) {
        guard handler != nil else {
            self.phone = phone
            return
        }
        guard phone.bond == self.phone.bond, phone.name != self.phone.name else { return }
        self.phone = phone
        report(.named(phone.name))
    }

    /// Sets the services found at this phone the last time; to be called before `begin`.
    package func remember(_ known: KnownServices?) {
        channel.remember(known)
    }

    /// Whether the link is encrypted with a key of maximum length.
    ///
    /// Only then may the phone read attributes that require it.
    package var isSecure: Bool {
        get { channel.isSecure }
        set { channel.isSecure = newValue }
    }

    /// Checks whether the link is encrypted by now; called before a request of the phone is refused
    /// for lack of encryption.
    package var isEncrypted: (@LoopActor () -> Bool)? {
        get { channel.isEncrypted }
        set { channel.isEncrypted = newValue }
    }

    /// Ends the link after the radio has lost the phone.
    package func wasLost() {
        end(.lost, because: .lost)
    }

    private func serveChannel() {
        channel.serve { [weak self] in self?.receive($0) }
    }

    // MARK: Owner

    /// Runs a call of the owner.
    ///
    /// The events that it causes are sent later from the loop, because an owner in the middle of
    /// its own work must not be called back.
    func call(_ body: () -> Void) {
        let before = turn
        if before == .nobody { turn = .owner }
        body()
        turn = before
        // The timer retains the link until its last event is reported.
        if !untold.isEmpty, turn == .nobody { EventLoop.shared.after(.zero) { self.tell() } }
    }

    func report(_ event: LinkEvent) {
        guard end == .none else { return }
        if case .closed = event { end = .reported }
        // Only the main service is worth a request of security, which the phone may show.
        if case .refused(let id, let error) = event, id.service == needs.first?.service,
            error.isAboutSecurity
        {
            wasInsecure = true
        }
        // A phone whose service repeatedly appears and vanishes must not fill the queue of an
        // unopened link.
        if handler == nil, let service = event.offeredService {
            untold.removeAll { $0.offeredService == service }
        }
        untold.append(event)
        if turn == .nobody { tell() }
    }

    /// Sends the queued events in order, including those caused by the handler's own calls.
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

    /// Informs the radio that the link has ended, even if the link was never opened.
    private func tellEnd() {
        guard end == .reported, turn == .nobody else { return }
        end = .told
        owner?.ended(self)
    }
}
