import ANCS
import LinkSupport
import Linux
import Radio

/// A radio that lets a test see what passes between it and the bridge.
@LoopActor
final class WatchedRadio: Radio {
    /// Called with each event of a link, which goes on its way when the closure says so.
    var onLinkEvent: (@LoopActor (LinkEvent, _ pass: @LoopActor () -> Void) -> Void)?
    /// Says what becomes of each request that is written.
    var fate: (@LoopActor ([UInt8]) -> Fate)?
    /// The links so far, as long as anybody holds them.
    private(set) var links: [WeakLink] = []
    private let radio: any Radio
    /// What the bridge needs of each phone.
    private(set) var needs: [ServiceNeed] = []

    /// What becomes of a request.
    enum Fate {
        case reachesPhone
        /// It is refused as if by the phone, which hears nothing of it.
        case isRefused(AttributeError)
    }

    struct WeakLink {
        private(set) weak var link: (any PhoneLink)?
    }

    init(_ radio: any Radio) {
        self.radio = radio
    }

    func start(
        for needs: [ServiceNeed], _ handler: @escaping @LoopActor (RadioEvent) -> Void
    ) {
        self.needs = needs
        radio.start(for: needs) { [weak self] event in
            guard let self, case .connected(let link) = event else { return handler(event) }
            links.append(WeakLink(link: link))
            handler(.connected(WatchedLink(link, radio: self)))
        }
    }

    func stop() async { await radio.stop() }
}

/// A link that passes everything on.
@LoopActor
private final class WatchedLink: PhoneLink {
    let phone: PhoneIdentity
    private let link: any PhoneLink
    private weak let radio: WatchedRadio?
    private var handler: (@LoopActor (LinkEvent) -> Void)?

    init(_ link: any PhoneLink, radio: WatchedRadio) {
        phone = link.phone
        self.link = link
        self.radio = radio
    }

    func open(_ handler: @escaping @LoopActor (LinkEvent) -> Void) {
        self.handler = handler
        link.open { [weak radio] event in
            if let watcher = radio?.onLinkEvent {
                watcher(event) { handler(event) }
            } else {
                handler(event)
            }
        }
    }

    func ask(_ call: LinkCall) {
        guard case .write(let value, let characteristic) = call,
            case .isRefused(let error) = radio?.fate?(value)
        else { return link.ask(call) }
        EventLoop.shared.after(.zero) { [weak self] in
            self?.handler?(.written(characteristic, error))
        }
    }

    func close(because reason: LetGo) {
        link.close(because: reason)
    }
}
