import ANCS
import ATT
import Features
import LinkSupport
import Linux
import Radio
import Support

/// A link over a real socket pair, what it reported, and a phone that answers by a list.
@LoopActor
final class LinkBench: ATTPhoneLinkOwner {
    private(set) var link: ATTPhoneLink?
    private(set) var events: [LinkEvent] = []
    /// What the radio was told: what is to be remembered, names, ends.
    private(set) var learned: [KnownServices?] = []
    private(set) var names: [String] = []
    private(set) var endCount = 0
    /// The requests that had an answer in the list, in hex.
    private(set) var answered: [String] = []
    /// What the link sent that was no request of the list, in hex.
    private(set) var received: [String] = []
    private var socket: FileDescriptor?
    private let pace: Pace
    /// How many packets the link has sent.
    private var packets = 0
    /// Request to answer, both in hex; a question of discovery that is missing here has the answer
    /// Attribute Not Found, a write none.
    var answers: [String: String]
    var onEvent: @LoopActor (LinkEvent) -> Void = { _ in }

    init(
        answers: [String: String] = LinkBench.iPhone, pace: Pace = .led(),
        server: GATTServer? = nil, options: GATTClientOptions = GATTClientOptions(),
        needs: [ServiceNeed] = [.notifications]
    ) throws {
        self.answers = answers
        self.pace = pace
        var far: FileDescriptor?
        let near = try FileDescriptor.packetSocket(connectedTo: &far)
        socket = far
        let phone = PhoneIdentity(bond: "AA:BB", name: "A phone")
        link = ATTPhoneLink(
            phone: phone, needs: needs, socket: near, pace: pace, server: server,
            options: options)
        link?.owner = self
    }

    func learned(_ known: KnownServices?, by link: ATTPhoneLink) { learned.append(known) }

    func named(_ name: String, by link: ATTPhoneLink) { names.append(name) }

    func leavesMTUUnanswered(_ link: ATTPhoneLink) {}

    func ended(_ link: ATTPhoneLink) { endCount += 1 }

    func secure(_ link: ATTPhoneLink) {}

    func open() {
        link?.open { [weak self] event in
            self?.events.append(event)
            self?.onEvent(event)
        }
    }

    /// Answers until the link has reported so many events in all.
    func answers(until count: Int) async -> Bool {
        await eventually {
            self.answer()
            self.pace.pass(.milliseconds(1))
            return self.events.count >= count
        } && events.count == count
    }

    /// Answers until there is nothing more to answer; nothing may be reported meanwhile.
    func reportsNothing() async -> Bool {
        let count = events.count
        var before = -1
        while before != packets {
            before = packets
            await turn()
            answer()
            pace.pass(.milliseconds(40))
            await turn()
        }
        return events.count == count
    }

    func send(_ hex: String) {
        try? socket?.sendPacket(Self.bytes(hex))
    }

    func hangUp() {
        socket = nil
    }

    func dropLink() {
        link = nil
    }

    /// What the link sends in answer to what is sent to it.
    func asks(_ hex: String) async -> String? {
        let count = received.count
        send(hex)
        let hasAnswered = await eventually {
            self.answer()
            return self.received.count > count
        }
        return hasAnswered ? received.last : nil
    }

    func answer() {
        while case .packet(let pdu) = try? socket?.receivePacket(upTo: 600) {
            packets += 1
            if let answer = answers[Self.digits(pdu)] {
                send(answer)
                answered.append(Self.digits(pdu))
            } else if let opcode = pdu.first, [0x04, 0x06, 0x08].contains(opcode) {
                send("01" + Self.digits([opcode]) + "0100 0A")
            } else {
                received.append(Self.digits(pdu))
            }
        }
    }

    nonisolated static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue).map(UInt8.init)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    nonisolated static func digits(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    private static let service = "D0002D121E4B0FA4994ECEB531F40579"
    private static let source = "BD1DA299E625588CD94201630D12BF9F"
    private static let control = "D9D9AAFDBD9B2198A849E145F3D8D169"
    private static let data = "FB7B7CCE6AB344BEB54BD624E9C6EA22"

    /// Where the service is searched for.
    static let search = "060100FFFF0028" + service

    /// Generic Attribute at 0x0001, the service at 0x0010, MTU 185.
    static let iPhone = [
        "020502": "03 B900",
        "060100FFFF00280118": "07 0100 0400",
        "08010004000328": "09 07 0200 20 0300 052A",
        "0404000400": "05 01 0400 0229",
        "1204000200": "13",
        search: "07 1000 1800",
        "08100018000328":
            "09 15 1100 10 1200 \(source) 1400 08 1500 \(control) 1600 10 1700 \(data)",
        "0413001300": "05 01 1300 0229",
        "0418001800": "05 01 1800 0229",
        "1213000100": "13",
        "1213000000": "13",
        "1218000100": "13",
    ]

    /// The same with one characteristic of the service missing.
    static func fake(without missing: Characteristic) -> [String: String] {
        let declarations: [(Characteristic, String)] = [
            (.notificationSource, "1100 10 1200 \(source)"),
            (.controlPoint, "1400 08 1500 \(control)"), (.dataSource, "1600 10 1700 \(data)"),
        ]
        var answers = iPhone
        answers["08100018000328"] =
            "09 15" + declarations.filter { $0.0 != missing }.map(\.1).joined()
        return answers
    }
}
