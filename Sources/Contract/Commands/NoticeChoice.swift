import Basics
import Linux
import Notices
package import Settings

/// Filter options of every command that shows notifications.
package enum NoticeChoice {
    /// Category names or labels.
    package static let category = Parameter<[String]>.texts(
        "category", letter: "c", placeholder: "CATEGORY",
        summary: "Only notifications of this category, by name or label")
    /// App identifiers or names.
    package static let app = Parameter<[String]>.texts(
        "app", letter: "a", placeholder: "APP",
        summary:
            "Only notifications of this app, by identifier or name; callboard apps lists them")
    /// Phone names.
    package static let phone = Parameter<[String]>.texts(
        "phone", letter: "p", placeholder: "PHONE", summary: "Only events of this phone")

    /// Returns an error message if one of the words is not a category.
    package static func problem(with categoryWords: [String]) -> String? {
        categoryWords.first { Category(named: $0) == nil }.map { word in
            let labels = Category.labels.joined(separator: ", ")
            return "--category must be one of \(labels), or a category's name, not "
                + "'\(word.printable)'" + (UnknownName(word, among: Category.words)?.advice ?? "")
        }
    }
}
