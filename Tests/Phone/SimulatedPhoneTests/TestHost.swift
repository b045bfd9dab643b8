import Linux

@testable import SimulatedPhone

/// A host that knows the phone's handles by heart, and a clock that it moves by hand.
struct TestHost {
    var phone: Phone
    private(set) var time: Duration = .zero
    /// What has been received on Notification Source.
    var announcements: [String] = []
    /// What has been received on Data Source, packet by packet.
    var fragments: [[UInt8]] = []
    /// Everything else that has been received.
    var packets: [String] = []

    init(_ scenario: String, phone index: Int = 0, seed: UInt64 = 1) throws {
        let script = try Scenario(parsing: Array(scenario.utf8), file: "test.json").phones[index]
        phone = Phone(name: script.name, behaviour: script.behaviour, seed: seed)
        for addition in script.existing { phone.add(addition, at: now) }
        phone.playAgain(script.media, at: time)
    }

    /// A phone with these fields and nothing else.
    init(behaviour: String = "{}", mtu: Int = 185, existing: String = "") throws {
        try self.init(
            """
            {"format": 1, "phones": [{"name": "Ann", "mtu": \(mtu),
              "apps": {"org.a": "A", "org.gone": null, "org.none": false},
              "behaviour": \(behaviour), "existing": [\(existing)]}]}
            """)
    }

    var now: Phone.Moment {
        Phone.Moment(time: time, wall: WallTime(milliseconds: 1_700_000_000_000))
    }

    /// Does one step of a timeline.
    mutating func play(_ step: String, called names: String...) throws {
        let known = names.map {
            #"{"name": "\#($0)", "app": "org.a", "category": "incoming_call"}"#
        }
        let scenario = try Scenario(
            parsing: Array(
                """
                {"format": 1, "phones": [{"name": "Ann", "apps": {"org.a": "A"}, "media": {},
                  "existing": [\(known.joined(separator: ","))], "timeline": [\(step)]}]}
                """.utf8), file: "step.json")
        for step in scenario.phones[0].timeline {
            switch step.action {
            case .add(let addition): phone.add(addition, at: now)
            case .modify(let name, let change): phone.modify(name, change, at: now)
            case .remove(let name): phone.remove(name)
            case .set(let changes): phone.change(changes, at: now)
            case .media(let change): phone.play(change, at: time)
            case .send(let value): phone.send(value)
            case .disconnect: phone.disconnect()
            }
        }
        drain()
    }

    /// Lets time pass, and takes what comes meanwhile.
    mutating func pass(_ duration: Duration) {
        let end = time + duration
        while let due = phone.nextDue, due <= end {
            time = max(time, due)
            let before = received
            drain()
            if received == before { break }
        }
        time = end
        drain()
    }

    private var received: Int { announcements.count + fragments.count + packets.count }

    /// Sends a packet and takes what comes at once.
    mutating func send(_ packet: String) {
        phone.receive(hex(packet), at: now)
        drain()
    }

    mutating func drain() {
        while let packet = phone.nextPacket(at: time) {
            switch hexText(packet.prefix(3)) {
            case "1b 22 00": announcements.append(hexText(packet.dropFirst(3)))
            case "1b 27 00": fragments.append(Array(packet.dropFirst(3)))
            default: packets.append(hexText(packet))
            }
        }
    }

    /// Connects, encrypts, agrees on the MTU and subscribes to both sources.
    mutating func begin(hostMTU: Int = 517) {
        phone.connect()
        phone.secure()
        send("02" + hexText([UInt8(hostMTU & 0xFF), UInt8(hostMTU >> 8)]))
        send("12 2800 0100")
        send("12 2300 0100")
        pass(.seconds(5))
        packets = []
    }

    /// Writes the Control Point and returns the response, once it has come.
    mutating func write(_ value: String, waiting: Duration = .seconds(5)) -> String? {
        packets = []
        fragments = []
        send("12 2500" + value)
        pass(waiting)
        return packets.first
    }

    /// The bytes of all answers so far, one after the other.
    var answer: String { hexText(fragments.joined()) }
}
