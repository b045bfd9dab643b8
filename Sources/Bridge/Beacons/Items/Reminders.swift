/// Which things have been left behind, and when people are reminded of that.
package struct Reminders: Hashable, Sendable {
    private struct Absence: Hashable, Sendable {
        let due: Duration?
        var isTold: Bool
    }

    /// By the name of the thing: at most as many as there are things.
    private var absences: [String: Absence] = [:]

    /// Nothing has been left behind.
    package init() {}

    /// A thing has left.
    ///
    /// - Parameter pause: after which time it is told once more; nil where it is not.
    package mutating func left(_ item: String, at time: Duration, remindingAfter pause: Duration?) {
        absences[item] = Absence(due: pause.map { time + $0 }, isTold: false)
    }

    /// It is back, or no thing any more.
    package mutating func end(_ item: String) {
        absences[item] = nil
    }

    /// The things of which people are to be reminded now, each once.
    package mutating func due(at time: Duration) -> [String] {
        let due = absences.filter { !$0.value.isTold && $0.value.due.map { $0 <= time } ?? false }
        for name in due.keys { absences[name]?.isTold = true }
        return due.keys.sorted()
    }

    /// When the next is due; nil where none will be.
    package var deadline: Duration? {
        absences.values.filter { !$0.isTold }.compactMap(\.due).min()
    }
}
