package import Contract
package import Formats
package import Linux
internal import Notices
package import Settings

/// A lamp of the machine, as the configuration has it.
package struct LEDConfiguration: OutletConfiguration {
    /// The sections `[led NAME]`.
    package static var section: Section { LEDKeys.section }
    /// It is a lamp.
    package static var family: OutletFamily { .lamp }

    /// Where the kernel has lamps.
    private static let lamps = "/sys/class/leds"

    /// The name in its section's header.
    package let name: String
    /// What the configuration calls the lamp.
    let device: String
    let ringing: LEDLight
    let missed: LEDLight
    let voicemail: LEDLight
    let brightness: Int
    let quietHours: Hours?
    let silence: Silence

    /// Takes a section whose values are right.
    package init(_ section: SectionValues) {
        name = section.name ?? ""
        device = section[LEDKeys.device] ?? ""
        ringing = section[LEDKeys.ringing]
        missed = section[LEDKeys.missed]
        voicemail = section[LEDKeys.voicemail]
        brightness = section[LEDKeys.brightness]
        quietHours = section[LEDKeys.quietHours].map { Hours($0) }
        silence = section[LEDKeys.silent]
    }

    /// The lamp's name below `/sys/class/leds`.
    package var whereabouts: String { device }
    /// The lamp's folder; nil where no lamp is named.
    package var place: FilePlace? { device.isEmpty ? nil : FilePlace(path) }
    /// The key that names the lamp.
    package var placeKey: KeyEntry { LEDKeys.device.entry }
    /// Whether quiet hours hold now.
    package var isQuiet: Bool { quietHours?.contains(.now) ?? false }

    /// The lamp's folder.
    var path: String { device.utf8.first == UInt8(ascii: "/") ? device : "\(Self.lamps)/\(device)" }

    /// A device that is neither a lamp's name nor a path.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        guard let device = section[LEDKeys.device], device.utf8.first != UInt8(ascii: "/"),
            device.contains("/") || device.hasPrefix(".")
        else { return [] }
        return [
            section.problem(
                with: LEDKeys.device, "wants a name in \(lamps), or a path from / on")
        ]
    }

    /// Makes the outlet, which takes the lamp once it is opened.
    package func make(in surroundings: OutletSurroundings) -> any Outlet {
        LEDOutlet(self, in: surroundings)
    }

    /// Tells the lamp's name, and what it does.
    package func tell(of outlet: LEDOutlet, in status: inout StatusOutlet) {
        status.led = device
        status.light = outlet.light.rawValue
    }

    /// Why the running bridge cannot use the lamp, or whether there is such a lamp at all.
    package func verdicts(told: ReportedOutlet?) -> [Verdict] {
        if let reason = told?.reason { return [failed(reason)] }
        if told != nil { return [.ok("\(title): the bridge uses it")] }
        guard FileDescriptor.exists("\(path)/brightness") else {
            return [
                .warn(
                    "\(title): there is no such lamp",
                    fix: "ls \(Self.lamps)    # shows what device can be")
            ]
        }
        return [.ok("\(title): it is there")]
    }

    private func failed(_ reason: String) -> Verdict {
        let isRefused = [Errno.accessDenied, .notPermitted, .readOnly].contains {
            "\($0)" == reason
        }
        return .warn(
            "\(title): the bridge cannot use it: \(reason)",
            fix: isRefused
                ? "follow Docs/led.md    # the service needs a rule for udev and a drop-in"
                : "ls \(Self.lamps)    # shows what device can be")
    }
}
