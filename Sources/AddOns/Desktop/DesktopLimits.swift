/// Limits of the program for desktops, with the consequence of each.
enum DesktopLimits {
    /// Phones with a player; a further one is not shown.
    static let players = 16
    /// Unicode scalars of a text; a longer one is cut.
    static let text = 512
    /// Commands to one player that are not answered; a further one is refused.
    static let commands = 16
    /// Steps for one write of a property; then it ends.
    static let steps = 20
    /// Time for the phone to report the effect of a step; then the remaining steps are dropped.
    static let effect: Duration = .seconds(2)
    /// Difference between the reported and the computed position from which on a jump is signalled.
    static let jump: Duration = .seconds(1)
    /// Players of other programs that are watched; a further one is ignored.
    static let others = 256
    /// Time for such a player to answer with its identity; then it is asked again.
    static let identity: Duration = .seconds(2)
    /// Requests for the identity of a player; then its bus name alone counts.
    static let attempts = 3
    /// Time without the session bus after which the program ends.
    static let bus: Duration = .seconds(60)
}
