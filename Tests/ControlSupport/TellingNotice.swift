import ANCS
import Linux
package import Notices

/// A notice with a word of its own in every field that has text, which shows which fields were told.
package enum TellingNotice {
    /// From which detail on a field may be told.
    package enum Detail: Int, Sendable, Comparable {
        /// Who and from which app.
        case names
        /// All that it says.
        case full

        package static func < (one: Detail, other: Detail) -> Bool { one.rawValue < other.rawValue }
    }

    /// Every field with text.
    ///
    /// A field that is not here is new: say which detail it needs, and the tests search for it at each detail.
    package static let fields: [(name: String, needs: Detail)] = [
        ("phone", .names), ("bond", .names), ("appID", .names), ("appName", .names),
        ("title", .names), ("subtitle", .full), ("message", .full), ("positiveAction", .full),
        ("negativeAction", .full),
    ]

    /// The word that stands in a field.
    package static func word(in field: String) -> String { "zq\(field.lowercased())" }

    /// The notice; a call where that is wanted.
    package static func notice(_ number: UInt64 = 77, call: Call? = nil) -> Notice {
        func text(_ field: String) -> Text { Text(word(in: field)) }
        return Notice(
            id: NoticeID(rawValue: number), phone: word(in: "phone"), bond: word(in: "bond"),
            category: Category(call == nil ? .social : .incomingCall),
            flags: [.positiveAction, .negativeAction], uid: NotificationUID(rawValue: 7),
            appID: text("appID"), appName: text("appName"), title: text("title"),
            subtitle: text("subtitle"), message: text("message"), messageSize: 9,
            positiveAction: text("positiveAction"), negativeAction: text("negativeAction"),
            received: .now, call: call)
    }

    /// The fields with text that a notice has, also those within others, with what they say.
    package static func texts(of notice: Notice) -> [String: String] {
        var found: [String: String] = [:]
        func look(_ value: Any, _ name: String) {
            switch value {
            case let text as Text: found[name] = text.string
            case let string as String: found[name] = string
            default:
                let mirror = Mirror(reflecting: value)
                let isOptional = mirror.displayStyle == .optional
                for (label, child) in mirror.children {
                    look(
                        child,
                        isOptional || name.isEmpty
                            ? (name.isEmpty ? label ?? "" : name) : "\(name).\(label ?? "")")
                }
            }
        }
        look(notice, "")
        return found
    }

    /// The fields whose words stand in some text.
    package static func told(in text: String) -> [String] {
        fields.map(\.name).filter { text.lowercased().contains(word(in: $0)) }
    }

    /// The fields that a detail may tell.
    package static func tellable(_ detail: Detail?) -> Set<String> {
        Set(fields.filter { field in detail.map { field.needs <= $0 } ?? false }.map(\.name))
    }
}
