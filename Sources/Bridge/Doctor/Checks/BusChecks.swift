import BlueZRadio
import Configuration
import Formats
import Notices

extension Check {
    /// Checks of the connection to bluetoothd and its version.
    static let busChecks = [
        Check("bus", bus), Check("bluetoothd", daemon), Check("bluetoothd-access", access),
        Check("bluetoothd-version", version),
    ].map { $0.only(for: .bluez) }

    private static func bus(_ facts: MachineFacts) -> Verdict {
        guard case .noBus = facts.survey.service else { return .ok("the system bus answers") }
        return .fail(
            "the system bus, over which bluetoothd is reached, does not answer",
            fix: "sudo apt install dbus && sudo systemctl start dbus")
    }

    private static func daemon(_ facts: MachineFacts) -> Verdict {
        switch facts.survey.service {
        case .noBus: .skipped("see bus")
        case .absent:
            .fail(
                "bluetoothd does not run",
                fix: "sudo systemctl enable --now bluetooth    # if there is no such unit: "
                    + "sudo apt install bluez")
        case .silent:
            .fail(
                "bluetoothd runs and does not answer", fix: "sudo systemctl restart bluetooth")
        case .denied, .answered: .ok("bluetoothd runs")
        }
    }

    private static func access(_ facts: MachineFacts) -> Verdict {
        switch facts.survey.service {
        case .noBus, .absent, .silent: return .skipped("see bluetoothd")
        case .answered: return .ok("this user may use bluetoothd")
        case .denied: break
        }
        let radio = facts.running?.radio
        if radio != nil, radio != .noService {
            return .ok("this user may not use bluetoothd, but the bridge may")
        }
        let says = "the system bus does not let this user use bluetoothd"
        if facts.isRoot {
            return .fail(
                says,
                fix:
                    "grep -l org.bluez /etc/dbus-1/system.d/*    # take out what denies it to "
                    + "root; "
                    + "then sudo systemctl reload dbus")
        }
        return .fail(
            says,
            fix:
                "sudo usermod -aG bluetooth \"$USER\"    # then log in again; or ask as root: sudo "
                + "callboard doctor")
    }

    private static func version(_ facts: MachineFacts) -> Verdict {
        guard !facts.survey.adapters.isEmpty else {
            return .skipped(
                "no adapter is known to bluetoothd, and its version is reported only with one")
        }
        let told = facts.survey.adapters.lazy.compactMap(\.modalias)
        guard let version = told.compactMap(BlueZVersion.init(modalias:)).first else {
            return .skipped("bluetoothd does not report its version here; bluetoothd -v does")
        }
        let upgrade = "sudo apt update && sudo apt install bluez"
        if version < .withAdvertising {
            return .fail(
                "bluetoothd \(version) cannot advertise; \(BlueZVersion.withAdvertising) is the "
                    + "first that can", fix: upgrade)
        }
        if version < .withSafeServer {
            return .warn(
                "bluetoothd \(version) has a security hole that any device nearby can exploit "
                    + "(CVE-2022-0204)",
                fix: upgrade)
        }
        if version == .ofDebian12 {
            return .ok(
                "bluetoothd \(version); it is known to report a phone's refusal only when the "
                    + "phone comes again, and to hold on to texts that a killed program had "
                    + "asked for"
            )
        }
        return .ok("bluetoothd \(version)")
    }
}

/// Version of bluetoothd.
struct BlueZVersion: Hashable, Comparable, CustomStringConvertible, Sendable {
    /// First version whose advertising interface is stable, not experimental.
    static let withAdvertising = BlueZVersion(5, 48)
    /// First version without CVE-2022-0204.
    static let withSafeServer = BlueZVersion(5, 63)
    static let ofDebian12 = BlueZVersion(5, 66)

    let major: Int
    let minor: Int

    init(_ major: Int, _ minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Parses the modalias that bluetoothd gives its adapters by default; nil if its `DeviceID` setting replaces it.
    init?(modalias: String) {
        // Vendor Linux Foundation, product bluetoothd; each further byte is a version number.
        let prefix = "usb:v1D6Bp0246d"
        guard modalias.hasPrefix(prefix) else { return nil }
        let digits = modalias.dropFirst(prefix.count)
        // `UInt16` accepts a sign, which must be rejected.
        guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
            let number = UInt16(digits, radix: 16)
        else { return nil }
        self.init(Int(number >> 8), Int(number & 0xFF))
    }

    static func < (one: BlueZVersion, other: BlueZVersion) -> Bool {
        (one.major, one.minor) < (other.major, other.minor)
    }

    var description: String { "\(major).\(minor)" }
}
