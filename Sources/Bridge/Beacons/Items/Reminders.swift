/// Items that were left behind, and their due reminders.
package struct Reminders: Hashable, Sendable {
    private struct Absence: Hashable, Sendable {
        let due: Duration?
        var isTold: Bool
    }

    /// Absences by the name of the item.
    private var absences: [String: Absence] = [:]

    package init() {}

    /// Records that an item has left.
    ///
    /// - Parameter pause: delay of the reminder; nil for none.
    package mutating func left(_ item: String, at time: Duration, remindingAfter pause: Duration?) {
        absences[item] = Absence(due: pause.map { time + $0 }, isTold: false)
    }

    /// Records that an item is back or no longer configured.
    package mutating func end(_ item: String) {
        absences[item] = nil
    }

    /// Returns the items whose reminder is due now, each once.
    package mutating func due(at time: Duration) -> [String] {
        let due = absences.filter { !$0.value.isTold && $0.value.due.map { $0 <= time } ?? false }
        for name in due.keys { absences[name]?.isTold = true }
        return due.keys.sorted()
    }

    /// The time of the next reminder; nil if there is none.
    package var deadline: Duration? {
        absences.values.filter { !$0.isTold }.compactMap(\.due).min()
    }
}
