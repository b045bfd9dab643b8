package import Linux
package import Notices

/// What an outlet is given by whoever makes it.
@LoopActor
package struct OutletSurroundings {
    /// Does what somebody at an outlet wants, and tells what became of that.
    package typealias Act =
        @LoopActor (
            NoticeAction, NoticeID, _ done: @escaping @LoopActor (DeviceActResult) -> Void
        ) -> Void

    /// Outlets go by the machine's clock, also where phones are simulated.
    package let pace: Pace
    /// Takes what a person should know, in a sentence without content.
    package let tell: @LoopActor (String) -> Void
    /// Does what somebody at the outlet wants.
    package let act: Act
    /// Whether lines have raw values of the phone as well.
    let showsSource: Bool
    /// Takes what becomes of standard output.
    let report: @LoopActor (StandardOutputOutlet.Report) -> Void

    /// What an outlet needs of the program around it.
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

/// What became of what somebody at an outlet wanted.
package enum DeviceActResult: Sendable {
    /// The phone did it.
    case performed(Notice)
    /// It was not done, for the reason in this sentence.
    case refused(String)
}
