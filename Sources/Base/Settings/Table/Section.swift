/// A kind of section in the configuration, with its keys.
package struct Section: Sendable {
    /// The word in the header.
    package let name: String
    /// Placeholder of the name, as in `[rule NAME]`; nil if there is only one such section.
    package let placeholder: String?
    /// Whether the name may be omitted.
    package let isNameOptional: Bool
    /// One line, without a full stop.
    package let summary: String
    /// Additional paragraphs.
    package let details: [String]
    /// The keys, in the order of the sample file.
    package let keys: [KeyEntry]

    /// Advice for keys that users expect here and that do not exist.
    package let advice: [String: String]

    /// Creates a section, which may occur several times if it has a placeholder.
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

    /// The header without brackets, as shown: `rule NAME`, and `lcd` if the name is optional.
    package var pattern: String {
        ([name] + [isNameOptional ? nil : placeholder].compactMap(\.self)).joined(separator: " ")
    }

    func key(named name: String) -> KeyEntry? {
        keys.first { $0.name == name }
    }
}
