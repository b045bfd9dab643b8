import Configuration
import Formats

extension Check {
    /// Checks for other programs that use the same phone.
    static let neighbourChecks = [
        Check("other-consumers", consumers), Check("phone-audio", audio),
    ].map { $0.only(for: .bluez) }

    /// Names of programs that receive notifications from phones, truncated to 15 bytes by the kernel.
    private static let consumerNames: Set = [
        "ancs4linux-obse", "ancs4linux-adve", "ancs-bridge", "blueferry", "tetherd",
    ]
    private static let consumerPrefix = "ancs4linux."
    /// Programs that take over a phone's audio on connection, with commands that prevent it.
    private static let soundFixes = [
        "pipewire-media-": "systemctl --user disable --now pipewire-media-session",
        "pulseaudio": "pactl unload-module module-bluetooth-discover    # for good: take it out of "
            + "/etc/pulse/default.pa",
        "bluealsa": "sudo systemctl disable --now bluealsa",
    ]
    private static let unknown = "the system bus did not list its clients"

    private static func consumers(_ facts: MachineFacts) -> Verdict {
        guard let programs = facts.programs else { return .skipped(unknown) }
        let other = programs.first { program in
            consumerNames.contains(program.command)
                || program.names.contains { $0.hasPrefix(consumerPrefix) }
        }
        guard let other else { return .ok("no other program was found that takes notifications") }
        return .warn(
            "\(other.command) (process \(other.process)) takes notifications as well; with two "
                + "programs, texts may reach neither",
            fix: "systemctl status \(other.process)    # shows which service it is: "
                + "sudo systemctl disable --now SERVICE")
    }

    private static func audio(_ facts: MachineFacts) -> Verdict {
        guard let programs = facts.programs else { return .skipped(unknown) }
        for program in programs {
            let dropIn = facts.host.hasOldWirePlumber ? SoundDropIn.old : .new
            let isWirePlumber = program.command == "wireplumber"
            if isWirePlumber, facts.host.leavesPhonesAlone { continue }
            guard let fix = isWirePlumber ? dropIn.command : soundFixes[program.command] else {
                continue
            }
            return .warn(
                "\(program.command) would play the phone's sound here once the phone connects",
                fix: fix)
        }
        return .ok("no program was found that would take over the phone's sound")
    }
}

/// WirePlumber drop-in that allows output to headphones, but no audio from phones.
struct SoundDropIn: Hashable, Sendable {
    /// Folder of the Lua files of versions before 0.5.
    static let oldFolder = "/usr/share/wireplumber/bluetooth.lua.d"

    /// For versions before 0.5.
    static let old = SoundDropIn(
        path: "/etc/wireplumber/bluetooth.lua.d/51-callboard.lua",
        line: #"bluez_monitor.properties["bluez5.roles"] = "[ a2dp_source hfp_ag bap_source ]""#)
    static let new = SoundDropIn(
        path: "/etc/wireplumber/wireplumber.conf.d/51-callboard.conf",
        line: "monitor.bluez.properties = { bluez5.roles = [ a2dp_source hfp_ag bap_source ] }")

    let path: String
    let line: String

    /// Command that installs the drop-in.
    var command: String {
        "echo '\(line)' | sudo install -D -m 644 /dev/stdin \(path) && systemctl --user restart "
            + "wireplumber"
    }
}
