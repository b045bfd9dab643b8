package import Linux
package import Notices

/// Services that an output gets from the program.
@LoopActor
package struct OutletSurroundings {
    /// Performs an action requested at an output and reports its result.
    package typealias Act =
        @LoopActor (
            NoticeAction, NoticeID, _ done: @escaping @LoopActor (DeviceResult<Notice>) -> Void
        ) -> Void

    /// Performs a command on the media player of the phone that plays, and reports its result.
    package typealias Control =
        @LoopActor (
            MediaCommand, _ done: @escaping @LoopActor (DeviceResult<PhoneName>) -> Void
        ) -> Void

    /// Clock of pauses: always that of the host, also for simulated phones.
    package let pace: Pace
    /// Logs a message without content.
    package let tell: @LoopActor (String) -> Void
    /// Performs an action requested at the output.
    package let act: Act
    /// Performs a command on a media player requested at the output.
    package let control: Control
    /// Whether lines also contain the raw values of the phone.
    let showsSource: Bool
    /// Receives the reports of standard output.
    let report: @LoopActor (StandardOutputOutlet.Report) -> Void

    package init(
        pace: Pace, showsSource: Bool = false, tell: @escaping @LoopActor (String) -> Void,
        act: @escaping Act, control: @escaping Control,
        report: @escaping @LoopActor (StandardOutputOutlet.Report) -> Void = { _ in }
    ) {
        self.pace = pace
        self.showsSource = showsSource
        self.tell = tell
        self.act = act
        self.control = control
        self.report = report
    }
}

/// Result of an action that was requested at an output.
package enum DeviceResult<Subject: Sendable>: Sendable {
    /// Performed on this notification or phone.
    case performed(Subject)
    /// Refused, for the reason in this message.
    case refused(String)

    package var isPerformed: Bool {
        if case .performed = self { true } else { false }
    }
}
