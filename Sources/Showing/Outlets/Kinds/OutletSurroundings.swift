package import Linux
package import Notices

/// Services that an output gets from the program.
@LoopActor
package struct OutletSurroundings {
    /// Performs an action requested at an output and reports its result.
    package typealias Act =
        @LoopActor (
            NoticeAction, NoticeID, _ done: @escaping @LoopActor (DeviceActResult) -> Void
        ) -> Void

    /// Clock of pauses: always that of the host, also for simulated phones.
    package let pace: Pace
    /// Logs a message without content.
    package let tell: @LoopActor (String) -> Void
    /// Performs an action requested at the output.
    package let act: Act
    /// Whether lines also contain the raw values of the phone.
    let showsSource: Bool
    /// Receives the reports of standard output.
    let report: @LoopActor (StandardOutputOutlet.Report) -> Void

    package init(
        pace: Pace, showsSource: Bool = false, tell: @escaping @LoopActor (String) -> Void,
        act: @escaping Act,
        report: @escaping @LoopActor (StandardOutputOutlet.Report) -> Void = { _ in }
    ) {
        self.pace = pace
        self.showsSource = showsSource
        self.tell = tell
        self.act = act
        self.report = report
    }
}

/// Result of an action that was requested at an output.
package enum DeviceActResult: Sendable {
    case performed(Notice)
    /// Refused, for the reason in this message.
    case refused(String)
}
