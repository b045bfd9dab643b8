import Configuration
import Formats
import Linux

extension Check {
    /// Checks of bluetoothd's own configuration.
    static let settingChecks = [
        setting("reverse-discovery", "General", "ReverseServiceDiscovery") { value in
            isOff(value)
                ? .fail("bluetoothd does not look up the services of a phone that connects") : nil
        },
        setting("gatt-client", "GATT", "Client") { value in
            isOff(value) ? .fail("bluetoothd does not look up the services of other devices") : nil
        },
        setting("controller-mode", "General", "ControllerMode") { value in
            value == "bredr" ? .fail("Low Energy, by which notifications come, is turned off") : nil
        },
        setting("privacy", "General", "Privacy") { value in
            value == "off"
                ? nil
                : .warn("the host's changing address keeps phones from recognising it")
        },
        setting("just-works", "General", "JustWorksRepairing") { value in
            value == "always"
                ? .warn("a device that claims to be a paired phone may pair again unasked") : nil
        },
        setting("address-resolution", "General", "KernelExperimental") { value in
            resolvesAddresses(value)
                ? .warn(
                    "the controller resolves changing addresses, and a phone that has "
                        + "forgotten this host may not be able to pair again") : nil
        },
        setting("always-pairable", "General", "AlwaysPairable") { value in
            isOn(value) ? .warn("the adapter is open to pairing all the time") : nil
        },
        setting("auto-enable", "Policy", "AutoEnable") { value in
            isOff(value) ? .warn("the adapter stays off when the host starts") : nil
        },
    ].map { $0.only(for: .bluez) }

    private static let file = "/etc/bluetooth/main.conf"

    /// Severity and reason of a wrong value.
    private enum Objection {
        case warn(String)
        case fail(String)
    }

    /// Creates a check of one key; a missing key has its default, which is always correct.
    ///
    /// - Parameter object: returns what is wrong with a value; nil if it is correct.
    private static func setting(
        _ id: String, _ group: String, _ key: String,
        _ object: @escaping @Sendable (String) -> Objection?
    ) -> Check {
        Check(id) { facts in
            switch facts.host.bluetoothSettings {
            case .absent: return .ok("\(file) is not there")
            case .unreadable(.accessDenied):
                return .skipped("\(file) is closed to this user: sudo callboard doctor")
            case .unreadable(let error): return .skipped("\(file) cannot be read: \(error)")
            case .text(let text):
                guard let value = KeyFile(text)[group, key] else {
                    return .ok("\(key) in [\(group)] has its default")
                }
                let written = "\(key) = \(value)"
                // The default of the key is correct, so the line is deleted.
                let fix =
                    "sudo sed -i '/^[[:space:]]*\(key)[[:space:]]*=/d' \(file) && sudo systemctl "
                    + "restart bluetooth"
                return switch object(value) {
                case nil: .ok(written)
                case .warn(let why): .warn("\(written): \(why)", fix: fix)
                case .fail(let why): .fail("\(written): \(why)", fix: fix)
                }
            }
        }
    }

    /// Returns whether `KernelExperimental` turns address resolution on: it is true for all features, or lists its UUID.
    private static func resolvesAddresses(_ value: String) -> Bool {
        isOn(value) || value.lowercased().contains("15c0a148-c273-11ea-b3de-0242ac130004")
    }

    private static func isOff(_ value: String) -> Bool { ["false", "0"].contains(value) }
    private static func isOn(_ value: String) -> Bool { ["true", "1"].contains(value) }
}
