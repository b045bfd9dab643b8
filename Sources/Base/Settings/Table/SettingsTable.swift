/// The whole configuration table.
///
/// The parser, the sample file and the list of keys are generated from it.
package struct SettingsTable: Sendable {
    /// The sections, in the order of the sample file.
    package let sections: [Section]
    /// Prefix of environment variables, as in `CALLBOARD_SECTION_KEY`.
    package let variablePrefix: String

    package init(_ sections: [Section], variablePrefix: String) {
        self.sections = sections
        self.variablePrefix = variablePrefix
    }

    func section(named name: String) -> Section? {
        sections.first { $0.name == name }
    }

    /// Returns the environment variable of a key.
    package func variable(section: String, name: String? = nil, key: String) -> String {
        ([variablePrefix, section] + [name].compactMap(\.self) + [key])
            .map(\.asVariable).joined(separator: "_")
    }

    /// Errors in the table itself, for a test: duplicate names, and defaults and examples that
    /// cannot be parsed.
    package var mistakes: [String] {
        var mistakes: [String] = []
        var names: Set<String> = []
        for section in sections {
            if !names.insert(section.name).inserted { mistakes.append("[\(section.name)] twice") }
            var keys: Set<String> = []
            for key in section.keys {
                let place = "[\(section.name)] \(key.name)"
                if !keys.insert(key.name).inserted { mistakes.append("\(place) twice") }
                if key.example.isEmpty { mistakes.append("\(place) has no example") }
                if key.summary.hasSuffix(".") { mistakes.append("\(place) ends with a full stop") }
                for text in [key.example, key.defaultText].compactMap(\.self)
                where (try? key.values(parsing: Array(text.utf8)[...])) == nil {
                    mistakes.append("\(place) does not take \(text)")
                }
            }
        }
        return mistakes
    }
}

extension String {
    /// The text in upper-case letters and digits, with `_` for anything else.
    fileprivate var asVariable: String {
        let letters = utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "_")
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }
}
