import Linux

@testable import KernelRadio

/// A kernel whose adapters, links and programs a test decides on.
@LoopActor
final class FakeKernel: Kernel {
    /// Takes links while it lives.
    private final class Listening {}

    let fake = FakeManagement()
    /// The bluetoothd that runs; its end is told as soon as the loop has time.
    var daemon: Int32? {
        didSet {
            guard daemon == nil, let ended = daemonEnded else { return }
            daemonEnded = nil
            EventLoop.shared.after(.zero, ended)
        }
    }
    private var daemonEnded: (@LoopActor () -> Void)?
    var isSwitchedOff = false
    /// What listening throws.
    var listenError: Errno?
    private(set) var listenings = 0
    private weak var listening: AnyObject?
    private weak var owner: (any ATTListenerOwner)?
    private var phones: [FakePhone] = []
    /// Links that are there beside those of phones.
    var otherLinks: [AdapterLink] = []
    /// What asking for links throws.
    var linksError: Errno?

    var management: any ManagementChannel { fake }

    func isBlocked(_ adapter: ControllerIndex) -> Bool { isSwitchedOff }

    func listen(
        at address: PeerAddress, for owner: any ATTListenerOwner
    ) throws(Errno) -> AnyObject {
        if let listenError { throw listenError }
        listenings += 1
        self.owner = owner
        let listening = Listening()
        self.listening = listening
        return listening
    }

    func watch(_ process: Int32, ended: @escaping @LoopActor () -> Void) -> AnyObject? {
        daemonEnded = ended
        return self
    }

    func links(of adapter: ControllerIndex) throws(Errno) -> [AdapterLink] {
        if let linksError { throw linksError }
        return phones.filter(\.isLinked).map(\.adapterLink) + otherLinks
    }

    func security(of socket: Int32, on adapter: ControllerIndex) throws(Errno) -> LinkSecurity {
        guard let phone = phone(behind: socket), phone.isLinked, let security = phone.security
        else { throw .notConnected }
        return security
    }

    func raise(_ socket: Int32, to level: SecurityLevel) throws(Errno) {
        phone(behind: socket)?.raised.append(level)
    }

    // MARK: What a test does

    /// Whether phones are taken.
    var isListening: Bool { listening != nil }

    /// A phone makes a link; false where nobody takes links.
    func connect(_ phone: FakePhone) throws -> Bool {
        guard isListening, let owner else { return false }
        phones.append(phone)
        // Before the link is accepted, as the kernel tells of it as soon as it is there.
        fake.emit(.deviceConnected(phone.peer, flags: []))
        guard let socket = try phone.connect() else { return false }
        owner.receive(AcceptedLink(socket: socket, peer: phone.peer))
        return true
    }

    /// A phone's link ends.
    func disconnect(_ phone: FakePhone) {
        phone.hangUp()
        fake.emit(.deviceDisconnected(phone.peer, reason: .endedByPeer))
    }

    func tellTrouble(_ error: Errno) {
        owner?.hasTrouble(error)
    }

    private func phone(behind socket: Int32) -> FakePhone? {
        // A copy of a socket is the same file.
        let number = FakePhone.fileNumber(of: socket)
        return phones.last { $0.fileNumber == number }
    }
}
