import ANCS
import Bridge
package import Commands
import Configuration
import Linux
import Outlets
import Radio
import SimulatedPhone

/// The bridge as the service runs it: phones, outputs and the control socket.
package enum Run {
    /// Runs on the calling thread until a signal ends it.
    package static func run(_ options: RunCommand) -> ExitStatus {
        if let problem = options.problem {
            Messages.say(problem)
            return .usage
        }
        let settings: BridgeSettings
        do throws(SettingsFile.Failure) {
            settings = try options.file.read()
        } catch {
            Messages.say("\(error)")
            return error.status
        }
        if let problem = OutputConfiguration.problem(with: options.outlets(with: settings)) {
            Messages.say(problem)
            return .badConfiguration
        }
        if let problem = options.problem(with: settings) {
            Messages.say(problem)
            return .usage
        }
        CurrentProcess.keepCapabilitiesFromChildren()
        guard let radio = options.kind(with: settings).real else {
            return runSimulated(options, settings)
        }
        return run(options, settings, with: radio)
    }

    private static func run(
        _ options: RunCommand, _ settings: BridgeSettings, with kind: RealRadio
    ) -> ExitStatus {
        if let refusal = kind.refusal {
            Messages.say(refusal.sentence)
            return refusal.status
        }
        let lock: StateLock
        switch options.state.lock() {
        case .success(let taken): lock = taken
        case .failure(let refusal):
            Messages.say(refusal.sentence)
            return refusal.status
        }
        defer { withExtendedLifetime(lock) {} }
        if (try? options.state.memory.phones())?.isEmpty == true {
            Messages.say("no phone is paired yet: sudo callboard pair")
        }
        return ForegroundBridge.run { finish in
            let radio = kind.make(settings, options.state)
            let service = Service(
                options, settings, radio: radio, clock: HostClock(), pace: Pace(), finish: finish)
            service.pairing = PairingController(
                radio: radio, kind.phones(settings.adapter, options.state))
            service.start()
            return service
        }
    }

    private static func runSimulated(
        _ options: RunCommand, _ settings: BridgeSettings
    ) -> ExitStatus {
        let scenario: Scenario
        do throws(ScenarioFileError) {
            scenario =
                try options.scenario == nil
                ? settings.simulation.scenario() : ScenarioFile.read(options.scenario)
        } catch {
            Messages.say("\(error)")
            return error.status
        }
        do throws(SimulationPlaces.Refusal) {
            try SimulationPlaces(options, settings).claimHistory()
        } catch {
            Messages.say(error.sentence)
            return error.status
        }
        return ForegroundBridge.run { finish in
            let pace = Pace(speed: options.speed)
            let isTried = options.isSimulated
            let radio = SimulatedRadio(
                scenario: scenario, pace: pace, seed: options.seed,
                mark: isTried ? "" : SimulationSettings.mark,
                pause: settings.simulation.pause(isTried: isTried))
            let service = Service(options, settings, radio: radio, pace: pace, finish: finish)
            service.start()
            return service
        }
    }
}
