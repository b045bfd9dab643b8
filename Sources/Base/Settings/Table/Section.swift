/// A section of the configuration: a row for each key.
package struct Section: Sendable {
    /// The word in its header.
    package let name: String
    /// What stands for the name of one of many sections of this kind, as in `[rule NAME]`; nil where
    /// there is only one.
    package let placeholder: String?
    /// Whether one of many may go without a name.
    package let isNameOptional: Bool
    /// One line, without a full stop.
    package let summary: String
    /// What is worth knowing beyond the summary, in paragraphs.
    package let details: [String]
    /// Its keys, in the order of the sample file.
    package let keys: [KeyEntry]

    /// Keys that people expect here and that are not, and what takes their place.
    package let advice: [String: String]

    /// A section that there is once, unless it has a placeholder.
    package init(
        _ name: String, placeholder: String? = nil, isNameOptional: Bool = false, summary: String,
        details: [String] = [], keys: [KeyEntry], advice: [String: String] = [:]
    ) {
        self.advice = advice
        self.name = name
        self.placeholder = placeholder
        self.isNameOptional = isNameOptional
        self.summary = summary
        self.details = details
        self.keys = keys
    }

    /// The header without brackets, as it is shown: `rule NAME`, and `lcd` where the name can go.
    package var pattern: String {
        ([name] + [isNameOptional ? nil : placeholder].compactMap(\.self)).joined(separator: " ")
    }

    func key(named name: String) -> KeyEntry? {
        keys.first { $0.name == name }
    }
}
