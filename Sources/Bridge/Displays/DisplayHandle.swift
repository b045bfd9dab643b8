import Board
import Linux
import Notices
import Outlets

/// A display and the outlet that serves it, whatever kind they are of.
@LoopActor
struct DisplayHandle {
    let plan: any DisplayPlan
    let outlet: any OpenableOutlet

    /// Why nothing is shown on it; nil where it works.
    var failure: String? {
        if let failure = outlet.status.failure { return failure }
        return outlet.isOpen ? nil : "it has not answered yet"
    }

    /// Whether it is known if anything is shown on it.
    var isDecided: Bool { outlet.isOpen || outlet.status.failure != nil }

    /// How it takes part in a test.
    var news: DisplayTestNews.Line {
        DisplayTestNews.Line(
            display: plan.kind, reason: failure,
            isQuiet: plan.board.quietHours?.contains(.now) ?? false)
    }
}
