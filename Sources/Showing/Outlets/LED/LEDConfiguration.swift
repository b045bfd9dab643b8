package import Control
package import Formats
package import Linux
internal import Notices
package import Settings

/// Configuration of an LED of this host.
package struct LEDConfiguration: OutletConfiguration {
    package static var section: Section { LEDKeys.section }
    package static var family: OutletFamily { .lamp }

    /// Folder of the kernel's LEDs.
    private static let lamps = "/sys/class/leds"

    /// Name in the section header.
    package let name: String
    /// Name or path of the LED in the configuration.
    let device: String
    let ringing: LEDLight
    let missed: LEDLight
    let voicemail: LEDLight
    let brightness: Int
    let quietHours: Hours?
    let silence: Silence

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

    /// Name below `/sys/class/leds`, or path.
    package var whereabouts: String { device }
    /// Folder of the LED; nil if no LED is named.
    package var place: FilePlace? { device.isEmpty ? nil : FilePlace(path) }
    /// The key that names the LED.
    package var placeKey: KeyEntry { LEDKeys.device.entry }
    /// Whether quiet hours are in effect now.
    package var isQuiet: Bool { quietHours?.contains(.now) ?? false }

    /// Folder of the LED.
    var path: String { device.utf8.first == UInt8(ascii: "/") ? device : "\(Self.lamps)/\(device)" }

    /// Returns a problem if the device is neither an LED name nor a path.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        guard let device = section[LEDKeys.device], device.utf8.first != UInt8(ascii: "/"),
            device.contains("/") || device.hasPrefix(".")
        else { return [] }
        return [
            section.problem(
                with: LEDKeys.device, "must be a name in \(lamps), or a path that begins with /")
        ]
    }

    /// Creates the output, which takes the LED once it is opened.
    package func make(in surroundings: OutletSurroundings) -> any Outlet {
        LEDOutlet(self, in: surroundings)
    }

    /// Adds the name and the state of the LED to the status.
    package func tell(of outlet: LEDOutlet, in status: inout StatusOutlet) {
        status.led = device
        status.light = outlet.light.rawValue
    }

    /// Returns the failure that the running bridge reports, or whether the LED exists.
    package func verdicts(told: ReportedOutlet?) -> [Verdict] {
        if let reason = told?.reason { return [failed(reason)] }
        if told != nil { return [.ok("\(title): the bridge uses it")] }
        guard FileDescriptor.exists("\(path)/brightness") else {
            return [
                .warn(
                    "\(title): there is no such LED",
                    fix: "ls \(Self.lamps)    # lists the possible values of device")
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
                ? "follow Docs/how-to/led.md    # the service needs a rule for udev and a drop-in"
                : "ls \(Self.lamps)    # lists the possible values of device")
    }
}
