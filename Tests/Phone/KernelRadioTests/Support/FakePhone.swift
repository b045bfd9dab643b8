import Foundation
import KernelRadio
import Linux

/// A phone at the far end of a packet socket, which answers by a list.
@LoopActor
final class FakePhone {
    private static var handles: UInt16 = 0x40

    /// Whom the kernel takes it for.
    let peer: PeerAddress
    /// How its link is protected; nil while the kernel does not tell.
    var security: LinkSecurity?
    /// What the host has asked its link to be.
    var raised: [SecurityLevel] = []
    /// What the host has sent, in hexadecimal digits.
    private(set) var received: [String] = []
    /// Whether the host has closed its socket.
    private(set) var wasClosed = false
    /// Whether the kernel has a link with it, which may be longer than there is a socket.
    var isLinked = false
    private(set) var fileNumber: UInt64 = 0
    private let handle: UInt16
    var answers: [String: String]
    private var socket: FileDescriptor?
    private var watch: EventLoop.WatchID?

    /// - Parameter answers: requests and what it says upon them, in hexadecimal digits; upon others
    ///   it says that there is nothing.
    init(
        _ peer: PeerAddress = Sample.ann, security: LinkSecurity? = nil,
        answers: [String: String] = FakePhone.iPhone
    ) {
        self.peer = peer
        self.security = security
        self.answers = answers
        Self.handles += 1
        handle = Self.handles
    }

    isolated deinit {
        hangUp()
    }

    var adapterLink: AdapterLink {
        AdapterLink(
            handle: handle, address: peer.address, isLowEnergy: true,
            mode: security?.mode ?? [], state: 1)
    }

    /// Makes a link, and returns the host's end.
    func connect() throws(Errno) -> FileDescriptor? {
        var far: FileDescriptor?
        let near = try FileDescriptor.packetSocket(connectedTo: &far)
        fileNumber = Self.fileNumber(of: near.rawValue)
        guard let far = far.take() else { return nil }
        watch = try EventLoop.shared.watch(far.rawValue, for: .readable) { [weak self] _ in
            self?.read()
        }
        socket = consume far
        isLinked = true
        return near
    }

    func hangUp() {
        isLinked = false
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        socket = nil
    }

    func send(_ digits: String) {
        try? socket?.sendPacket(hex(digits))
    }

    /// How many requests were about where services are, and not only whether they still are there.
    var searches: Int {
        received.count { text in
            ["04", "06", "08", "10"].contains(String(text.prefix(2)))
                && text != Self.nameRequest && text != Self.hashRequest
                && !Self.checks.contains(text)
        }
    }

    private func read() {
        while let packet = try? socket?.receivePacket(upTo: 600) {
            guard case .packet(let pdu) = packet else {
                wasClosed = true
                if let watch { EventLoop.shared.unwatch(watch) }
                watch = nil
                return
            }
            let digits = hexText(pdu)
            received.append(digits)
            if let answer = answers[digits] {
                send(answer)
            } else if [0x04, 0x06, 0x08].contains(pdu.first) {
                send("01 \(digits.prefix(2)) 0100 0A")
            }
        }
    }

    /// The kernel's number for the file behind a descriptor.
    static func fileNumber(of descriptor: Int32) -> UInt64 {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return 0 }
        return UInt64(status.st_ino)
    }
}

// MARK: What phones answer

extension FakePhone {
    static let service = "D0002D121E4B0FA4994ECEB531F40579"
    static let source = "BD1DA299E625588CD94201630D12BF9F"
    static let control = "D9D9AAFDBD9B2198A849E145F3D8D169"
    static let data = "FB7B7CCE6AB344BEB54BD624E9C6EA22"

    static let nameRequest = "080100FFFF002A"
    static let hashRequest = "080100FFFF2A2B"
    /// Compares what is known of Service Changed and notifications with what is there.
    static let checks = ["08010004000328", "08100018000328"]
    /// Asks for the host's own name.
    static let lookBack = "080100FFFF002A"

    /// Generic Attribute at 0x0001 with Service Changed, the notification service at 0x0010, MTU 185,
    /// and no name.
    static let nameless = [
        "020502": "03 B900",
        "060100FFFF00280118": "07 0100 0400",
        "08010004000328": "09 07 0200 20 0300 052A",
        "0404000400": "05 01 0400 0229",
        "1204000200": "13",
        "060100FFFF0028\(service)": "07 1000 1800",
        "08100018000328":
            "09 15 1100 10 1200 \(source) 1400 08 1500 \(control) 1600 10 1700 \(data)",
        "0413001300": "05 01 1300 0229",
        "0418001800": "05 01 1800 0229",
        "1213000100": "13",
        "1218000100": "13",
        "12150000": "13",
    ]

    /// The same, called "Ann's phone".
    static let iPhone = nameless.merging([
        nameRequest: "09 0D 0300 416E6E27732070686F6E65"
    ]) { $1 }
}
