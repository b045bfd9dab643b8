import Basics
package import Commands
import Configuration
import Control
import Linux
import Notices
import Radio
package import Settings

/// Command line of `beacon`, about single beacons.
package struct BeaconCommand: Sendable {
    private static let major = Parameter<Int>.integer(
        "major", in: 0...Int(UInt16.max), default: 0,
        summary: "Major number of the beacon, that of a group")
    private static let minor = Parameter<Int>.integer(
        "minor", in: 0...Int(UInt16.max), default: 0,
        summary: "Minor number of the beacon, within the group")
    private static let power = Parameter<Int?>.integer(
        "power", placeholder: "DBM", in: BroadcastRequest.powers,
        summary: "Signal strength to announce for a distance of one metre; -59 by default")
    private static let interval = Parameter<Int?>.integer(
        "interval", placeholder: "MS", in: BroadcastRequest.intervals,
        summary: "Milliseconds from one message to the next; 100 by default")
    private static let item = Parameter<Bool>.flag(
        "item", summary: "Also print a section for an item that is not to be left behind")
    private static let uuid = Operand(
        "UUID", kind: .text, isOptional: true,
        summary: "The UUID of the beacon; a new one by default")
    private static let name = Operand(
        "NAME", kind: .text, summary: "Name of the new section, such as keys")
    private static let beacon = Operand(
        "BEACON", kind: .text, isOptional: true,
        summary: "The beacon as callboard beacons lists it, or part of that; the nearest by default"
    )

    /// Command table entry of `beacon`.
    package static let command = Command(
        name: "beacon", summary: "Name a beacon, or send one",
        commands: [
            Command(
                name: "uuid", summary: "Make a new UUID for beacons of your own",
                details: ["It is unique. All beacons of one owner may share it."],
                examples: [Command.Example("callboard beacon uuid", "for [broadcast] or a tag")]),
            Command(
                name: "section", summary: "Print the section that makes a beacon a region",
                details: [
                    "Append it to the configuration file, which this command does not change. "
                        + "The running bridge reports what it hears; hold the tag to the host "
                        + "to make it the nearest."
                ],
                examples: [
                    Command.Example("callboard beacon section keys", "the nearest one"),
                    Command.Example(
                        "callboard beacon section --item keys 1:7 | sudo tee -a "
                            + SettingsFile.ofSystem, "one of several"),
                ],
                options: [item.option] + ClientOptions.all, operands: [name, beacon]),
            Command(
                name: "broadcast", summary: "Send an iBeacon while this command runs",
                details: [
                    "The running bridge sends it in addition to its advertisement for phones, "
                        + "until Ctrl-C. Without a bridge nothing is sent: callboard run or the "
                        + "service starts one. A section [broadcast NAME] of the configuration "
                        + "sends one permanently."
                ],
                examples: [
                    Command.Example(
                        "callboard beacon broadcast --major 1 --minor 7", "with a new UUID")
                ],
                options: [
                    major.option, minor.option, power.option, interval.option,

                ] + ClientOptions.all, operands: [uuid]),
        ])

    private let arguments: ParsedArguments

    /// Stores the parsed arguments.
    package init(_ arguments: ParsedArguments) {
        self.arguments = arguments
    }

    /// Runs the chosen subcommand.
    package func run() -> ExitStatus {
        switch arguments.command.last {
        case "uuid": Messages.print(Self.newUUID.uuidText + "\n")
        case "section": printSection()
        default: broadcast()
        }
    }

    /// A random UUID, version 4 of RFC 9562.
    static var newUUID: UInt128 {
        let random = UInt128.random(in: .min ... .max)
        let version: UInt128 = 0x4 << 76
        let variant: UInt128 = 0x2 << 62
        return random & ~(0xF << 76) & ~(0x3 << 62) | version | variant
    }

    private func broadcast() -> ExitStatus {
        let word = arguments[Self.uuid].first
        guard let uuid = word.map({ UInt128(uuidText: $0) }) ?? Self.newUUID else {
            Messages.say(
                "UUID must be like \(Self.newUUID.uuidText), not '\((word ?? "").printable)'; "
                    + "callboard beacon uuid makes one")
            return .usage
        }
        let request = BroadcastRequest(
            uuid: uuid.uuidText, major: arguments[Self.major], minor: arguments[Self.minor],
            power: arguments[Self.power], interval: arguments[Self.interval])
        let path = ClientOptions(arguments).path
        return CommandEnd.run { () throws(CommandEnd) in
            try await Self.broadcast(request, at: path)
        }
    }

    /// Lets the running bridge send a beacon until a signal ends it.
    @LoopActor
    private static func broadcast(
        _ request: BroadcastRequest, at path: String
    ) async throws(CommandEnd) -> CommandEnd {
        let bridge = ControlClient(path: path)
        defer { bridge.stop() }
        let answer = try await bridge.answer(to: request).value
        let words = answer.words.map { ", " + Text($0).cleaned() } ?? ""
        let status = Messages.print("broadcasts \(answer.beacon)\(words); Ctrl-C ends it\n")
        guard status == .success else { return CommandEnd(status) }
        throw CommandEnd(await bridge.end() ?? .gone)
    }

    private func printSection() -> ExitStatus {
        let name = arguments[Self.name].first ?? ""
        let word = arguments[Self.beacon].first
        if let word, let beacon = BeaconID(word) ?? BeaconID("ibeacon:\(word)") {
            return print(beacon, as: name)
        }
        return ClientOptions(arguments).ask(BeaconsRequest()) { answer in
            let heard = answer.value.air.filter { beacon in
                guard let word else { return beacon.region == nil }
                return beacon.beacon.contains(word.lowercased())
            }
            guard let nearest = heard.max(by: { Self.signal($0) < Self.signal($1) }),
                let beacon = BeaconID(nearest.beacon)
            else {
                let missing =
                    word == nil ? "no beacon without a section" : "no such beacon"
                Messages.say(
                    "\(missing) is in the air: callboard beacons listens, and lists those that are"
                )
                return .failure
            }
            if word != nil, heard.count > 1 {
                Messages.say(
                    "\(heard.count) beacons in the air match BEACON; give more of it")
                return .failure
            }
            return print(beacon, as: name)
        }
    }

    private static func signal(_ beacon: BeaconInAir) -> Int { beacon.sighting.signal ?? Int.min }

    private func print(_ beacon: BeaconID, as name: String) -> ExitStatus {
        guard let section = BeaconSectionText(beacon, named: name, withItem: arguments[Self.item])
        else {
            Messages.say(
                "'\(Text(name).cleaned())' cannot name a section: NAME must not be blank, or contain "
                    + "[, ] or control characters")
            return .usage
        }
        return Messages.print(section.text)
    }
}
