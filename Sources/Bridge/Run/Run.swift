import ANCS
import BlueZRadio
import Linux
import Outlets

/// The bridge in the foreground: phones through bluetoothd, notices on standard output.
package enum Run {
    /// Runs on the calling thread until a signal ends it.
    package static func run(_ options: RunOptions) -> ExitStatus {
        guard options.kind == .bluez else { return Demo.run(options.demo) }
        let lock: StateLock
        switch options.radio.lock() {
        case .success(let taken): lock = taken
        case .failure(let refusal):
            Messages.say(refusal.sentence)
            return refusal.status
        }
        defer { withExtendedLifetime(lock) {} }
        if (try? options.radio.memory.phones())?.isEmpty == true {
            Messages.say("no phone is paired yet: callboard pair")
        }
        return ForegroundBridge.run { finish in
            let foreground = ForegroundBridge(
                ForegroundBridge.Parts(
                    name: "the bridge", radio: BlueZRadio(options.radio.radio),
                    format: options.demo.format.make(
                        isColored: Terminal.wantsColor(on: StandardStream.output.rawValue),
                        showsSource: options.demo.showsSource),
                    configuration: Session.Configuration(
                        maximumTextLength: options.demo.textLength),
                    pace: Pace()),
                finish: finish)
            foreground.start()
            return foreground
        }
    }
}
