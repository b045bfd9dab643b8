import BlueZRadio
import Formats
import Linux

extension Check {
    /// Checks of the host: clock and board.
    static let hostChecks = [
        Check("clock", clock), Check("time-zone", timeZone),
        Check("phone-clock", phoneClock).onlyForRealPhones(),
        Check("set-clock", setClock).onlyForRealPhones(),
        Check("raspberry-pi", board).onlyForRealPhones(),
    ]

    /// Earliest plausible year: a clock that shows an earlier one was never set.
    private static let firstYear = 2024

    private static func clock(_ facts: MachineFacts) -> Verdict {
        let time = facts.host.now.local
        guard time.year >= firstYear else {
            return .warn(
                "the clock is not set: it says \(time.year), and notifications get that time",
                fix: "sudo timedatectl set-ntp true")
        }
        return .ok("the clock says \(time.year)")
    }

    private static func timeZone(_ facts: MachineFacts) -> Verdict {
        guard facts.host.hasTimeZone else {
            return .warn(
                "no time zone is set, so times and quiet hours are in UTC",
                fix: "sudo timedatectl set-timezone Europe/Berlin    # or where you are: "
                    + "timedatectl list-timezones")
        }
        let minutes = facts.host.now.local.offsetMinutes
        let ahead = minutes.magnitude
        let offset = "\(ahead / 60):\((ahead % 60).padded(to: 2))"
        return .ok("times and quiet hours are in UTC\(minutes < 0 ? "-" : "+")\(offset)")
    }

    /// Difference between the clocks of a phone and the host that users notice.
    private static let noticed: Duration = .seconds(60)

    private static func phoneClock(_ facts: MachineFacts) -> Verdict {
        guard let answer = facts.running else { return .skipped("no bridge answers: see bridge") }
        let leads = answer.clockLeads.sorted { $0.magnitude < $1.magnitude }
        guard let nearest = leads.first else { return .ok("no phone has reported its time yet") }
        guard nearest.magnitude >= noticed else {
            return .ok("the clocks of this host and of a phone differ by less than a minute")
        }
        let side = nearest > .zero ? "behind" : "ahead of"
        return .warn(
            "the clock of this host is \(nearest.magnitude.roughWords) \(side) that of a phone, and "
                + "notifications get its time", fix: "sudo timedatectl set-ntp true")
    }

    private static func board(_ facts: MachineFacts) -> Verdict {
        guard let board = facts.host.board, board.hasPrefix("Raspberry Pi") else {
            return .ok("not a Raspberry Pi")
        }
        guard let boot = facts.host.bootSettings else {
            return .skipped("\(board): there is no config.txt in /boot/firmware or /boot")
        }
        let overlays = overlays(in: boot.text)
        if overlays.contains("disable-bt") {
            return turnedOff(facts, board, boot.path)
        }
        if facts.host.raspberryPort == .own {
            return .ok("\(board): its Bluetooth is on, on a serial port of its own")
        }
        if overlays.contains("miniuart-bt") {
            return .warn(
                "\(board): dtoverlay=miniuart-bt gives Bluetooth the small serial port (mini "
                    + "UART), whose speed follows the processor's clock; connections can break",
                fix: fix(without: "miniuart-bt", in: boot.path))
        }
        return .ok(
            "\(board): config.txt leaves its own Bluetooth on, with the full serial port (PL011)")
    }

    private static func turnedOff(_ facts: MachineFacts, _ board: String, _ path: String) -> Verdict
    {
        let says = "\(board): dtoverlay=disable-bt turns its own Bluetooth off"
        if !facts.survey.adapters.isEmpty { return .ok("\(says); there is another adapter") }
        return .fail(says, fix: fix(without: "disable-bt", in: path))
    }

    private static func fix(without overlay: String, in path: String) -> String {
        "sudo sed -i '/^[[:space:]]*dtoverlay=.*\(overlay)/d' \(path) && sudo reboot"
    }

    /// Returns the names of the overlays in a boot configuration, without the prefix `pi3-`.
    static func overlays(in text: String) -> Set<String> {
        let names = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
            let line = line.trimmed
            guard line.hasPrefix("dtoverlay=") else { return nil }
            let name = line.dropFirst("dtoverlay=".count).prefix { $0 != "," && $0 != "#" }.trimmed
            return String(name.hasPrefix("pi3-") ? name.dropFirst(4) : name)
        }
        return Set(names)
    }
}
