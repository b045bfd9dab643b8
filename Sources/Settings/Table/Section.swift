/// A section of the configuration: a row for each key.
package struct Section: Sendable {
    package let name: String
    /// What stands for the name of one of many sections of this kind, as in `[rule NAME]`; nil where
    /// there is only one.
    package let placeholder: String?
    /// One line, without a full stop.
    package let summary: String
    /// What is worth knowing beyond the summary, in paragraphs.
    package let details: [String]
    package let keys: [KeyEntry]

    package init(
        _ name: String, placeholder: String? = nil, summary: String, details: [String] = [],
        keys: [KeyEntry]
    ) {
        self.name = name
        self.placeholder = placeholder
        self.summary = summary
        self.details = details
        self.keys = keys
    }

    /// The header without brackets, as it is shown: `rule NAME`.
    package var pattern: String {
        ([name] + [placeholder].compactMap(\.self)).joined(separator: " ")
    }

    func key(named name: String) -> KeyEntry? {
        keys.first { $0.name == name }
    }
}
