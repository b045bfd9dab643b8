package import Linux
package import Notices

/// An outlet with something to open, which may be another outlet's until that has let go of it.
@LoopActor
package protocol OpenableOutlet: Outlet {
    /// Opens it, as often as it takes.
    func open()

    /// Whether it is open, and what is shown to it reaches a person.
    var isOpen: Bool { get }

    /// Takes all that holds when it comes, before it is opened and before anything else is shown to it.
    ///
    /// - Parameter wall: now, by the clock on the wall.
    func join(_ events: [BoardEvent], at wall: WallTime)

    /// Goes on for one that was called the same and has ended.
    func succeed(_ predecessor: any OpenableOutlet)

    /// Looks how large it is: a terminal that changes its size may not tell.
    func sizeMayHaveChanged()
}

extension OpenableOutlet {
    /// Shows each of them, unless an outlet can do better.
    package func join(_ events: [BoardEvent], at wall: WallTime) {
        for event in events { show(event) }
    }

    /// Takes nothing over, unless an outlet can.
    package func succeed(_ predecessor: any OpenableOutlet) {}

    /// Nothing, for what has no size or tells of it.
    package func sizeMayHaveChanged() {}
}
