/// A configuration that was read and checked against the table.
package struct Configuration: Sendable {
    let sections: [String: [SectionValues]]

    /// The only section of its kind; where the file has none, all its keys are absent.
    package subscript(_ section: Section) -> SectionValues {
        sections[section.name]?.first ?? SectionValues(name: nil, part: .init(section))
    }

    /// All sections of a kind that have names, in the order of the file.
    package func all(_ section: Section) -> [SectionValues] {
        sections[section.name] ?? []
    }
}

/// The values of one section.
package struct SectionValues: Sendable {
    /// The name in the section's header, where sections of this kind have one.
    package let name: String?
    let part: SettingsDraft.Part

    /// Whether the section is there, in the file or by a value given over it.
    package var isGiven: Bool { part.place != nil || !part.values.isEmpty }

    /// The value of a key, or what holds where it is absent.
    package subscript<Value>(_ key: Key<Value>) -> Value {
        key.read(part.values[key.entry.name]?.texts)
    }

    /// Whether a key was given, by the file or over it.
    package func isGiven<Value>(_ key: Key<Value>) -> Bool {
        isGiven(key.entry)
    }

    /// The same for a key of any type.
    package func isGiven(_ key: KeyEntry) -> Bool {
        part.values[key.name] != nil
    }

    /// A problem with a value that only its user could find, told where the value was given.
    ///
    /// - Parameter clause: goes on after the name of the key, and has no full stop.
    package func problem<Value>(with key: Key<Value>, _ clause: String) -> SettingsProblem {
        problem(with: key.entry, clause)
    }

    /// The same for a key of any type.
    package func problem(with key: KeyEntry, _ clause: String) -> SettingsProblem {
        let place = part.values[key.name]?.place ?? part.place ?? .standard
        return SettingsProblem(
            place: place, section: part.title, key: key.name, reason: .other(clause))
    }
}
