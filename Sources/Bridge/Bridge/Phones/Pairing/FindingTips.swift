import Linux

/// Tips for a user whose phone does not list this host, shown one after another until a phone connects.
@LoopActor
final class FindingTips {
    /// Delay before each tip.
    nonisolated static let pause: Duration = .seconds(20)

    /// Tips, most helpful first.
    nonisolated static let all = [
        "Is this host not listed? Some iPhones list it only in Settings > Accessibility > Switch "
            + "Control > Switches > Bluetooth Devices.",
        "Still not listed? Give it a shorter name (`name` under [radio], or --name), and switch "
            + "Bluetooth off and on in the iPhone's Settings, not in the Control Centre.",
        "iOS 18 does not list a host of the shape `solicit`; Docs/how-to/pairing.md says which shapes to try "
            + "in which order.",
    ]

    private let say: @LoopActor (String) -> Void
    private let alarm: Alarm
    private var left: ArraySlice<String> = []

    /// - Parameters:
    ///   - pace: clock for the delays.
    ///   - say: prints a sentence.
    init(pace: Pace = Pace(), _ say: @escaping @LoopActor (String) -> Void) {
        self.say = say
        alarm = Alarm(on: pace)
    }

    /// Starts the sequence.
    func begin() {
        left = Self.all[...]
        wait()
    }

    /// Ends the sequence, since a phone has connected or none can.
    func end() {
        left = []
        alarm.cancel()
    }

    private func wait() {
        if !left.isEmpty { alarm.set(after: Self.pause, for: self) { $0.sayNext() } }
    }

    private func sayNext() {
        guard let tip = left.popFirst() else { return }
        say(tip)
        wait()
    }
}
