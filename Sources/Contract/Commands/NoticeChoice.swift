import Basics
import Linux
import Notices
package import Settings

/// Which notices a person wants to see, in every command that shows some.
package enum NoticeChoice {
    /// Only some categories, by name or label.
    package static let category = Parameter<[String]>.texts(
        "category", letter: "c", placeholder: "CATEGORY",
        summary: "Only notices of this category, by name or label")
    /// Only some apps, by identifier or name.
    package static let app = Parameter<[String]>.texts(
        "app", letter: "a", placeholder: "APP",
        summary: "Only notices of this app, by identifier or name; callboard apps lists them")
    /// Only some phones, by name.
    package static let phone = Parameter<[String]>.texts(
        "phone", letter: "p", placeholder: "PHONE", summary: "Only what this phone sends")

    /// What is wrong with the words for categories, as a sentence.
    package static func problem(with categoryWords: [String]) -> String? {
        categoryWords.first { Category(named: $0) == nil }.map { word in
            let labels = Category.labels.joined(separator: ", ")
            return "--category wants one of \(labels), or a category's name, not "
                + "'\(word.printable)'" + (UnknownName(word, among: Category.words)?.advice ?? "")
        }
    }
}
