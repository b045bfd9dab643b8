import BlueZRadio
import Commands
import Configuration
import Features
import Formats
import Notices
import Radio

extension Check {
    /// Checks of each paired phone: bond, link and session.
    static let phoneChecks = [
        eachPhone("phone-bond") { $2.radio == .kernel ? keys($0, $1, $2) : bond($0, $1, $2) },
        eachPhone("phone-bearer", bearer).only(for: .bluez),
        eachPhone("phone-link") { $2.radio == .kernel ? nearness($0, $1, $2) : link($0, $1, $2) },
        eachPhone("phone-session", session),
    ].map { $0.onlyForRealPhones() }

    /// Services of phones on Classic Bluetooth only: audio, hands-free, phone book, messages.
    private static let classicOnly = ["110a", "110c", "110e", "111f", "112f", "1132"].map {
        "0000\($0)-0000-1000-8000-00805f9b34fb"
    }

    private static func eachPhone(
        _ id: String,
        _ judge: @escaping @Sendable (PairedPhone, String, MachineFacts) -> Verdict
    ) -> Check {
        Check(each: id) { facts in
            guard let phones = facts.phones, !phones.isEmpty else {
                return [.skipped("see phones-paired")]
            }
            return phones.map { judge($0, facts.name(of: $0), facts) }
        }
    }

    static func pairAnew(_ phone: PairedPhone, _ facts: MachineFacts) -> String {
        "\(facts.given.forget) \(facts.word(for: phone)) && \(facts.given.pair)    # before, on "
            + "the "
            + "iPhone: Settings > Bluetooth > (i) beside this host > Forget This Device"
    }

    private static func bond(
        _ phone: PairedPhone, _ name: String, _ facts: MachineFacts
    ) -> Verdict {
        guard facts.survey.service == .answered else { return .skipped("see bluetoothd") }
        let devices = facts.devices(of: phone)
        if devices.contains(where: { $0.isPaired && $0.adapter == facts.survey.chosen }) {
            return .ok("the bond with \(name) is there")
        }
        if let other = devices.first(where: \.isPaired) {
            return .fail(
                "the bond with \(name) is with \(other.adapter), and another adapter is used",
                fix: "set adapter = \(other.adapter) under [radio] in \(facts.configurationFile), "
                    + "then: \(facts.restart)")
        }
        return .fail(
            "bluetoothd has no bond with \(name) any more",
            fix: pairAnew(phone, facts))
    }

    private static func bearer(
        _ phone: PairedPhone, _ name: String, _ facts: MachineFacts
    ) -> Verdict {
        if facts.state(of: phone) == .ready { return .ok("\(name) offers its notifications") }
        guard let device = facts.devices(of: phone).first(where: \.isPaired) else {
            return .skipped("see phone-bond")
        }
        if device.offers(.notifications) {
            return .ok("\(name) offers its notifications")
        }
        guard device.services.contains(where: classicOnly.contains) else {
            return .skipped("\(name) has not reported its services yet")
        }
        return .fail(
            "\(name) seems to be bonded for Classic Bluetooth only, without notifications",
            fix: pairAnew(phone, facts))
    }

    private static func link(
        _ phone: PairedPhone, _ name: String, _ facts: MachineFacts
    ) -> Verdict {
        guard facts.survey.service == .answered else { return .skipped("see bluetoothd") }
        let devices = facts.devices(of: phone)
        guard devices.contains(where: \.isPaired) else { return .skipped("see phone-bond") }
        if devices.contains(where: \.isConnected) { return .ok("\(name) is connected") }
        return .warn(
            "\(name) is not connected",
            fix: "on the iPhone, near this host: Settings > Bluetooth off and on (not in the "
                + "Control Centre)")
    }

    private static func session(
        _ phone: PairedPhone, _ name: String, _ facts: MachineFacts
    ) -> Verdict {
        guard facts.running != nil else {
            return .skipped("the bridge did not say: see bridge and bridge-access")
        }
        switch facts.state(of: phone) {
        case nil: return .skipped("\(name) has not been here since the bridge started")
        case .disconnected: return .skipped("\(name) is away: see phone-link")
        case .ready: return .ok("notifications of \(name) come")
        case .connected:
            return .warn(
                "\(name) has connected, but has sent nothing yet",
                fix: "callboard doctor    # again")
        case .notShared:
            return .fail(
                "\(name) does not share its notifications with this host",
                fix: "on the iPhone: Settings > Bluetooth > (i) beside this host > Share System "
                    + "Notifications")
        case .notSecure:
            return .fail(
                "\(name) is connected without its bond",
                fix: pairAnew(phone, facts))
        case .unavailable:
            return .fail(
                "\(name) offers no notifications at the moment",
                fix: "on the iPhone: Settings > Bluetooth off and on; if that does not help, "
                    + "restart the iPhone")
        case .unresponsive:
            return .fail(
                "\(name) does not answer",
                fix: "on the iPhone: Settings > Bluetooth off and on (not in the Control Centre)")
        }
    }
}

extension MachineFacts {
    /// Returns bluetoothd's records of a phone on all adapters.
    func devices(of phone: PairedPhone) -> [BlueZSurvey.Device] {
        survey.devices.filter { $0.address == phone.address }
    }

    /// Returns the running bridge's state of a phone.
    func state(of phone: PairedPhone) -> PhoneState? {
        running?.phones.first { $0.address == phone.address }?.state
    }

    /// Returns the name of a phone for reports: numbered among phones of the same name, without its address.
    func name(of phone: PairedPhone) -> String {
        let namesakes = (phones ?? []).filter { $0.name == phone.name }
        let name = phone.name.cleaned()
        let shown = name.isEmpty ? "a phone without a name" : name
        guard namesakes.count > 1, let place = namesakes.firstIndex(of: phone) else { return shown }
        return "\(shown) (\(place + 1))"
    }

    /// Returns the name of a phone for a command, or the placeholder `ADDRESS` if it is not unique or not safe in a shell.
    func word(for phone: PairedPhone) -> String {
        let isAlone = (phones ?? []).filter { $0.name == phone.name }.count == 1
        let word = ShellWord(phone.name)
        return isAlone && word.isHarmless ? word.quoted : "ADDRESS"
    }
}
