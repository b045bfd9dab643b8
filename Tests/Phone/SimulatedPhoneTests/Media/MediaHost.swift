import Linux

@testable import SimulatedPhone

/// A host of a plain phone with a player, which knows the handles of the media service.
///
/// It is at 0x0014: Remote Command 0x0016 with its subscription 0x0018, Entity Update 0x001A with
/// 0x001C, and Entity Attribute 0x001E.
struct MediaHost {
    var host: TestHost
    private let steps: [Scenario.Step]

    /// Two tracks that play, the first at its 10th second of 200.
    static let music = """
        {"state": "playing", "elapsed": 10, "volume": 0.25, "queue": [
          {"title": "One", "artist": "Ann", "album": "Numbers", "duration": 200},
          {"title": "Two", "artist": "Bo", "album": "Numbers", "duration": 100}]}
        """

    init(
        _ media: String = music, behaviour: String = "{}", mtu: Int = 185, _ fields: String = "",
        steps: [String] = []
    ) throws {
        let timeline = steps.map { "{\"at\": 1, \($0)}" }.joined(separator: ",")
        let text = """
            {"format": 1, "phones": [{"name": "Ann", "mtu": \(mtu), "media": \(media), \(fields)
              "behaviour": {"media": \(behaviour)}, "timeline": [\(timeline)]}]}
            """
        self.steps = try Scenario(parsing: Array(text.utf8), file: "test.json").phones[0].timeline
        host = try TestHost(text)
    }

    /// Connects, encrypts, and agrees on the MTU.
    mutating func connect() {
        host.phone.connect()
        host.phone.secure()
        host.send("02 0502")
        host.packets = []
    }

    /// Subscribes to both characteristics, and returns what comes.
    @discardableResult
    mutating func subscribe() -> [String] {
        host.packets = []
        host.send("12 1800 0100")
        host.send("12 1c00 0100")
        return host.packets
    }

    /// Sends a packet, and returns the first that comes.
    mutating func ask(_ packet: String) -> String? {
        host.packets = []
        host.send(packet)
        return host.packets.first
    }

    /// Registers attributes, and returns their values.
    mutating func register(_ value: String) -> [String] {
        _ = ask("12 1a00" + value)
        return updates
    }

    /// Writes a command, and returns the updates that follow.
    mutating func command(_ number: UInt8) -> [String] {
        _ = ask("12 1600" + hexText([number]))
        return updates
    }

    /// Plays a step, and returns the updates that follow.
    mutating func play(_ index: Int) -> [String] {
        host.packets = []
        switch steps[index].action {
        case .set(let changes): host.phone.change(changes, at: host.now)
        case .media(let change): host.phone.play(change, at: host.time)
        default: break
        }
        host.drain()
        return updates
    }

    /// Lets time pass, and returns the updates that come meanwhile.
    mutating func pass(_ duration: Duration) -> [String] {
        host.packets = []
        host.pass(duration)
        return updates
    }

    /// What has come on Entity Update: entity and attribute, a mark if it is cut, and the value.
    var updates: [String] {
        host.packets.compactMap { packet in
            let bytes = hex(packet)
            guard bytes.starts(with: [0x1B, 0x1A, 0x00]), bytes.count >= 6 else { return nil }
            let mark = bytes[5] == 0 ? "" : "!"
            let value = String(decoding: bytes.dropFirst(6), as: UTF8.self)
            return "\(bytes[3]).\(bytes[4])\(mark) \(value)"
        }
    }

    /// Selects an attribute and reads its whole value in parts; nil if the phone refuses that.
    mutating func whole(_ attribute: String) -> [UInt8]? {
        guard ask("12 1e00" + attribute) == "13" else { return nil }
        var value: [UInt8] = []
        while let answer = ask(
            "0c 1e00" + hexText([UInt8(value.count & 255), UInt8(value.count >> 8)])),
            answer.hasPrefix("0d"), answer != "0d"
        {
            value += hex(answer).dropFirst()
        }
        return value
    }
}
