package import Notices

/// The names of what has come: the categories, of which the list is closed.
package enum EventType {
    /// Each name once, in the order of their numbers.
    package static let all = Category.allNames

    /// The name of a category; one that nobody has named is another thing.
    package static func of(_ category: Category) -> String {
        all.contains(category.name) ? category.name : all[0]
    }
}
