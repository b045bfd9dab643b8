package import Linux
package import Notices

/// Output that shows calls, missed calls and voicemail on an LED.
@LoopActor
package final class LEDOutlet: Outlet {
    /// Pauses between two attempts to open the LED, which may be a USB device.
    private nonisolated static let pauses: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// Length of the on and off phases of blinking.
    private nonisolated static let blinking: Duration = .milliseconds(150)
    /// Interval of checks, while the LED has a reason to be on, for a removed LED and for quiet
    /// hours.
    private nonisolated static let look: Duration = .seconds(60)

    private let plan: LEDConfiguration
    private let folder: LEDFolder
    private let troubles: TroubleReporter
    private var reasons = LEDReasons()
    private var counts = OutletStatus()
    private var pause = GrowingPause(pauses)
    /// Former state of the LED; nil while the LED is not open.
    private var original: (state: LEDFolder.State, maximum: Int, number: UInt64?)?
    /// Last state that was set.
    private var shown: LEDLight?
    private let alarm: Alarm
    private var isFinished = false

    init(_ plan: LEDConfiguration, in surroundings: OutletSurroundings) {
        self.plan = plan
        folder = LEDFolder(path: plan.path)
        alarm = Alarm(on: surroundings.pace)
        troubles = TroubleReporter(pace: surroundings.pace, tell: surroundings.tell)
    }

    package var status: OutletStatus {
        // The kernel does not report the removal of a USB LED.
        if let original, original.number != folder.number { update() }
        return counts
    }

    package var isOpen: Bool { original != nil }

    /// The present state of the LED.
    var light: LEDLight { shown ?? .off }

    /// Takes the LED; retries later if that fails.
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

    /// Takes an event and updates the LED.
    package func show(_ event: BridgeEvent) {
        guard !isFinished else { return }
        reasons.take(event)
        update()
    }

    /// Restores the former state of the LED at once.
    package func finish(within limit: Duration?, _ done: @escaping @LoopActor () -> Void) {
        isFinished = true
        alarm.cancel()
        troubles.rest()
        // An error is not reported: the LED may have been unplugged.
        if let original { try? folder.set(original.state) }
        original = nil
        done()
    }

    /// Sets the LED to the state that is due.
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

    /// Blinks, or switches the LED on if the kernel has no timer trigger.
    private func blink(_ brightness: Int) throws(Errno) {
        do throws(Errno) {
            try folder.blink(brightness: brightness, every: Self.blinking)
        } catch .invalidArgument {
            try folder.set(brightness: brightness)
            troubles.fail(
                "\(plan.title) cannot blink and is on instead: the kernel has no trigger "
                    + "named timer; load it with sudo modprobe ledtrig-timer")
        }
    }

    private func succeed() {
        pause.reset()
        counts.failure = nil
        troubles.work("\(plan.title) works again")
    }

    private func fail(_ error: Errno) {
        let why = error == .noEntry ? "there is no such LED" : "\(error)"
        counts.failure = why
        troubles.fail("\(plan.title) cannot be used, and is tried again: \(why)")
        alarm.set(after: pause.take(), for: self) { $0.open() }
    }
}
