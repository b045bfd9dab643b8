import Linux

/// Tips for a person whose phone does not list this host, one after another as long as no phone has come.
@LoopActor
final class FindingTips {
    /// How long nothing happens before each.
    nonisolated static let pause: Duration = .seconds(20)

    /// The tips, the one that helped most people first.
    nonisolated static let all = [
        "Is this host not listed? Some iPhones list it only in Settings > Accessibility > Switch "
            + "Control > Switches > Bluetooth Devices.",
        "Still not listed? Give it a shorter name (`name` under [radio], or --name), and switch "
            + "Bluetooth off and on in the iPhone's Settings, not in the Control Centre.",
        "iOS 18 does not list a host of the shape `solicit`; Docs/pairing.md says which shapes to try "
            + "in which order.",
    ]

    private let say: @LoopActor (String) -> Void
    private let alarm: Alarm
    private var left: ArraySlice<String> = []

    /// - Parameters:
    ///   - pace: the clock by which nothing happens.
    ///   - say: shows a sentence to the person.
    init(pace: Pace = Pace(), _ say: @escaping @LoopActor (String) -> Void) {
        self.say = say
        alarm = Alarm(on: pace)
    }

    /// Begins, as nobody has come yet.
    func begin() {
        left = Self.all[...]
        wait()
    }

    /// A phone has come, or none will.
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
