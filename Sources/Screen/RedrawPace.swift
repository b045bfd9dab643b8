/// Has a screen redrawn at most so often, and always once more after the last change.
package struct RedrawPace: Sendable {
    /// The shortest time from one redraw to the next.
    package static let interval: Duration = .milliseconds(100)

    private var last: Duration?
    private var isOnItsWay = false

    /// Nothing was drawn yet.
    package init() {}

    /// Asks for a redraw; returns how long to wait with it, or nil where one is on its way that will
    /// show this change, too.
    package mutating func ask(at now: Duration) -> Duration? {
        if isOnItsWay { return nil }
        isOnItsWay = true
        guard let last else { return .zero }
        return max(.zero, last + Self.interval - now)
    }

    /// Notes that the screen is redrawn now.
    package mutating func redraw(at now: Duration) {
        last = now
        isOnItsWay = false
    }
}
