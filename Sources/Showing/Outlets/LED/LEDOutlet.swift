package import Linux
package import Notices

/// A lamp that shows whether there is something.
@LoopActor
package final class LEDOutlet: Outlet {
    /// Between two attempts to have the lamp; those at USB come and go.
    private nonisolated static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// How long it is on, and how long off, where it blinks.
    private nonisolated static let blinking: Duration = .milliseconds(150)
    /// How often is looked, while there is something to show, whether the lamp is still there, and whether quiet hours
    /// hide it.
    private nonisolated static let look: Duration = .seconds(60)

    private let plan: LEDConfiguration
    private let folder: LEDFolder
    private let troubles: TroubleReporter
    private var reasons = LEDReasons()
    private var counts = OutletStatus()
    private var pause = GrowingPause(pauses)
    /// How the lamp was before; nil while it is not ours.
    private var original: (state: LEDFolder.State, maximum: Int, number: UInt64?)?
    /// What it was told to do last.
    private var shown: LEDLight?
    private let alarm: Alarm
    private var isFinished = false

    init(_ plan: LEDConfiguration, in surroundings: OutletSurroundings) {
        self.plan = plan
        folder = LEDFolder(path: plan.path)
        alarm = Alarm(on: surroundings.pace)
        troubles = TroubleReporter(pace: surroundings.pace, tell: surroundings.tell)
    }

    /// How it is doing.
    package var status: OutletStatus {
        // One at USB tells nobody that it is gone.
        if let original, original.number != folder.number { update() }
        return counts
    }

    /// Whether the lamp is there and ours.
    package var isOpen: Bool { original != nil }

    /// What the lamp does.
    var light: LEDLight { shown ?? .off }

    /// Takes the lamp, and tries again later where that fails.
    package func open() {
        guard original == nil, !isFinished else { return }
        do throws(Errno) {
            original = (try folder.state(), try folder.maximum(), folder.number)
            shown = nil
            try follow()
            succeed()
        } catch {
            original = nil
            fail(error)
        }
    }

    /// Takes an event, and has the lamp show what that changes.
    package func show(_ event: BridgeEvent) {
        guard !isFinished else { return }
        reasons.take(event)
        update()
    }

    /// Leaves the lamp at once, as it was before.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        isFinished = true
        alarm.cancel()
        troubles.rest()
        // Whoever pulled the lamp out needs no word of it.
        if let original { try? folder.set(original.state) }
        original = nil
        done()
    }

    /// Has the lamp do what there is reason for.
    private func update() {
        guard original != nil else { return }
        do throws(Errno) {
            try follow()
            succeed()
        } catch {
            original = nil
            counts.restarts += 1
            fail(error)
        }
    }

    private func follow() throws(Errno) {
        guard let original else { return }
        guard original.number == folder.number else { throw .noEntry }
        let light = reasons.light(plan, isQuiet: plan.isQuiet)
        if light != shown {
            let (whole, rest) = original.maximum.quotientAndRemainder(dividingBy: 100)
            let brightness = max(1, whole * plan.brightness + rest * plan.brightness / 100)
            switch light {
            case .off: try folder.set(brightness: 0)
            case .on: try folder.set(brightness: brightness)
            case .blink: try blink(brightness)
            }
            shown = light
        }
        guard !reasons.isEmpty else { return alarm.cancel() }
        alarm.set(after: Self.look, for: self) { $0.update() }
    }

    /// A kernel without that trigger has a lamp that is on.
    private func blink(_ brightness: Int) throws(Errno) {
        do throws(Errno) {
            try folder.blink(brightness: brightness, every: Self.blinking)
        } catch .invalidArgument {
            try folder.set(brightness: brightness)
            troubles.fail(
                "\(plan.title) cannot blink and is on instead: the kernel has no trigger of the "
                    + "name timer; sudo modprobe ledtrig-timer")
        }
    }

    private func succeed() {
        pause.reset()
        counts.failure = nil
        troubles.work("\(plan.title) works again")
    }

    private func fail(_ error: Errno) {
        let why = error == .noEntry ? "there is no such lamp" : "\(error)"
        counts.failure = why
        troubles.fail("\(plan.title) cannot be used, and is tried again: \(why)")
        alarm.set(after: pause.take(), for: self) { $0.open() }
    }
}
