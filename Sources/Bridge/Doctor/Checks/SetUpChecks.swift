import Commands
import Configuration
import Formats
import Linux

extension Check {
    /// Checks of the setup: configuration, state folder and phones.
    static let setUpChecks = [
        Check("configuration", configuration), Check("state-folder", folder),
        Check("state-rights", rights),
        Check("phones-real", reality),
        Check("phones-list", list).onlyForRealPhones(),
        Check("phones-paired", phones).onlyForRealPhones(), Check("service-choice", service),
    ]

    private static func reality(_ facts: MachineFacts) -> Verdict {
        if facts.running?.isSimulated == true, facts.configuredRadio != .simulated {
            return .warn(
                "the phones of the bridge that runs are simulated: it receives nothing from "
                    + "real ones",
                fix:
                    "callboard run    # without --radio simulated, and without radio = simulated in its "
                    + "configuration")
        }
        guard facts.isSimulated else { return .ok("the bridge is for real phones") }
        return .warn(
            "the configuration says radio = simulated: no real phone is heard",
            fix: "sudo sed -i '/^[[:space:]]*radio[[:space:]]*=[[:space:]]*simulated/d' "
                + "\(ShellWord(facts.configurationFile).quoted) && "
                + facts.restart)
    }

    private static func configuration(_ facts: MachineFacts) -> Verdict {
        switch facts.configuration {
        case .inOrder(let path, true):
            .ok(
                "\(path) is in order"
                    + (facts.isConfigurationOfRunning ? "; the running bridge reads it" : ""))
        case .inOrder(let path, false):
            .ok("\(path) does not exist, so the defaults apply")
        case .wrong(let mistake, let further):
            .fail(
                mistake + (further > 0 ? " (and \(further) further errors)" : ""),
                fix: "\(facts.given.configCheck)    # lists them all; fix them, then: "
                    + facts.restart)
        case .unreadable(let path, .accessDenied):
            .skipped("\(path) is closed to this user: sudo callboard doctor")
        case .unreadable(let path, let error):
            .fail(
                "\(path) cannot be read: \(error)",
                fix: "callboard config sample | sudo tee \(ShellWord(path).quoted)    "
                    + "# creates a new one")
        case .pipe(let path):
            .fail(
                "\(path) is a pipe, and the bridge reads it again and again",
                fix: "callboard config sample | sudo tee \(SettingsFile.ofSystem)    "
                    + "# then use --config with that file, or omit it")
        }
    }

    private static func folder(_ facts: MachineFacts) -> Verdict {
        let folder = facts.state.folder
        let whose =
            facts.state.isOfRunning
            ? "; the running bridge uses it"
            : facts.state.otherOfRunning.map { "; the running bridge uses \($0)" } ?? ""
        switch facts.state.list {
        case .absent:
            return .ok("\(folder) is not there yet; it is created when it is needed" + whose)
        case .closed: return .skipped("\(folder) is closed to this user: sudo callboard doctor")
        case .unusable(let sentence):
            return .fail(
                sentence,
                fix: "ls -ld \(ShellWord(facts.state.folder).quoted)    # must be a folder of the "
                    + "user that the bridge runs as")
        case .broken, .readable: return .ok("\(folder) can be used" + whose)
        }
    }

    private static func rights(_ facts: MachineFacts) -> Verdict {
        let path = facts.state.folder
        guard facts.state.list != .absent else { return .ok("there is no folder yet") }
        guard let folder = facts.state.rights else { return .skipped("see state-folder") }
        guard folder.isPrivate else {
            return .warn(
                "\(path) can be read by other users, and says which phones were paired here",
                fix: "sudo chmod 700 \(ShellWord(path).quoted)")
        }
        let files = facts.state.fileRights.sorted { $0.key < $1.key }
        if let (name, _) = files.first(where: { $0.value.owner != folder.owner }) {
            return .fail(
                "\(path)/\(name) does not belong to the owner of the folder, so the bridge "
                    + "cannot use it",
                fix: "sudo chown -R --reference=\(ShellWord(path).quoted) \(ShellWord(path).quoted)"
            )
        }
        if let (name, _) = files.first(where: { !$0.value.isPrivate }) {
            return .warn(
                "\(path)/\(name) can be read by other users",
                fix: "sudo chmod 600 \(ShellWord(path + "/" + name).quoted)")
        }
        return .ok("\(path) and its files are private")
    }

    private static func list(_ facts: MachineFacts) -> Verdict {
        let file = facts.state.folder + "/phones.json"
        switch facts.state.list {
        case .absent: return .ok("there is no list of phones yet")
        case .closed, .unusable: return .skipped("see state-folder")
        case .readable: return .ok("\(file) is in order")
        case .broken(let sentence):
            return .fail(
                sentence,
                fix: "sudo mv \(ShellWord(file).quoted) \(ShellWord(file + ".broken").quoted)    "
                    + "# then pair again: \(facts.given.pair)")
        }
    }

    private static func phones(_ facts: MachineFacts) -> Verdict {
        guard let phones = facts.phones else {
            return .skipped("the list of phones could not be read")
        }
        guard !phones.isEmpty else {
            return .warn(
                "no phone was paired here yet",
                fix: "\(facts.given.pair)    # if the iPhone does not list this host: Settings > "
                    + "Accessibility > Switch Control > Switches > Bluetooth Devices; a shorter name; "
                    + "see shape")
        }
        return .ok("paired here: " + phones.map { facts.name(of: $0) }.joined(separator: ", "))
    }
}
