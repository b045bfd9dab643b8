import Basics
import Commands
import Control
import JSON
import Linux
import Notices

extension TrialSession {
    private static let bootFile = "/proc/sys/kernel/random/boot_id"

    /// Boot identifier of the kernel; stored only in the user's own file.
    private var boot: String { HostFiles().line(Self.bootFile) ?? "" }

    /// Handles that the bridge has reported its state, for the first time or again.
    func catchUp() {
        switch stage {
        case .starting: begin()
        case .waiting(let step):
            terminal.say("The bridge is back. The step begins again.")
            prompt(step)
        case .prompt(let step):
            terminal.say("The bridge is there.")
            prompt(step)
        case .askingModel, .askingSystem, .running, .comparing, .over: break
        }
    }

    private func begin() {
        guard options.phone != nil else { return choosePhone(among: []) }
        // A paired phone that is away has not been reported.
        ask(PhonesRequest()) { [weak self] result in
            self?.choosePhone(among: (try? result.get().value.phones.map(\.name)) ?? [])
        }
    }

    private func choosePhone(among paired: [String]) {
        guard case .starting = stage else { return }
        do throws(TriedPhone.Refusal) {
            try phone.choose(options.phone, paired: paired)
        } catch {
            return end(Ending(status: .usage, sentence: error.sentence))
        }
        terminal.say(
            "Each step shows what to do on the iPhone, and evaluates what the bridge receives. "
                + "Enter begins a step, s skips it, l lists the steps, q quits; the name of a step "
                + "goes to that step. Each result is saved, and Ctrl-C loses nothing.")
        record.model == nil ? askModel() : goOn()
    }

    private func askModel() {
        stage = .askingModel
        terminal.say()
        terminal.ask("Which iPhone is it, for example iPhone 15 Pro? Enter omits it:")
    }

    /// Continues with the next step, or ends after the last one.
    func goOn() {
        if let begun = record.restartBegunIn, begun != boot, let step = Self.step("restart") {
            terminal.say()
            terminal.say("\(step.title): waiting for the iPhone to come back by itself.")
            return run(step)
        }
        guard let next = record.next else { return finishAll() }
        prompt(next)
    }

    static func step(_ name: String) -> TrialStep? { TrialStep.all.first { $0.name == name } }

    /// Prints the instructions of a step, and asks whether to begin.
    func prompt(_ step: TrialStep) {
        stage = .prompt(step)
        let number = (TrialStep.all.firstIndex(of: step) ?? 0) + 1
        terminal.say()
        terminal.say("Step \(number) of \(TrialStep.all.count), \(step.name): \(step.title)")
        terminal.say("(\(step.group.rawValue))", indent: 2)
        for (index, line) in step.instructions.enumerated() {
            terminal.say("\(index + 1). \(line)", indent: 2, hanging: 3)
        }
        terminal.ask("Enter begins, s skips, l lists, q quits:")
    }

    /// Handles a line of input; nil is the end of input.
    func type(_ line: String?) {
        guard let line else {
            return stop(
                .unavailable,
                "standard input has ended, so no step can ask anything; run callboard try-phone at a "
                    + "terminal, and it continues")
        }
        let word = line.lowercased().filter { !$0.isWhitespace }
        switch stage {
        case .starting, .over: break
        case .askingModel:
            record.model = TrialRecord.word(line)
            stage = .askingSystem
            terminal.ask("Which version of iOS, for example 26.1? Enter omits it:")
        case .askingSystem:
            record.system = TrialRecord.word(line)
            save()
            goOn()
        case .prompt(let step): choose(word, at: step)
        case .waiting(let step):
            if word == "q" { stop(.success) } else if word == "s" { keep(.skipped, of: step) }
        case .running: interrupt(word)
        case .comparing:
            pairing?.reply(["y", "yes"].contains(word))
            stopComparing()
        }
    }

    private func choose(_ word: String, at step: TrialStep) {
        switch word {
        case "": begin(step)
        case "s": keep(.skipped, of: step)
        case "q": stop(.success)
        case "l":
            terminal.say(TrialReport(record, host: host))
            prompt(step)
        default:
            if let other = Self.step(word) { return prompt(other) }
            let advice = UnknownName(word, among: TrialStep.all.map(\.name))?.advice ?? ""
            terminal.ask(
                "There is no such step" + (advice.isEmpty ? "." : advice)
                    + " Enter begins, s skips, l lists, q quits:")
        }
    }

    /// Begins a step.
    private func begin(_ step: TrialStep) {
        guard isCaughtUp else {
            return terminal.ask("The bridge is not there yet. Enter tries again:")
        }
        switch step.kind {
        case .restart: beginRestart()
        case .pairing(let shape): beginPairing(step, shape)
        case .message, .removal, .call, .absence, .sleep: run(step)
        }
    }

    private func beginRestart() {
        if record.restartBegunIn == boot {
            return terminal.ask("This host has not been restarted yet. q quits, s skips:")
        }
        record.restartBegunIn = boot
        save()
        terminal.say("Restart this host now, and run this command again, without --new.")
        end(Ending(status: .success))
    }
}
