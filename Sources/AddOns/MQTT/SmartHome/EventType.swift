package import Notices

/// Event types of notifications: the names of all known categories.
package enum EventType {
    /// Each name once, in the order of the category numbers.
    package static let all = Category.allNames

    /// Event type of a category; an unknown category counts as `other`.
    package static func of(_ category: Category) -> String {
        all.contains(category.name) ? category.name : all[0]
    }
}
