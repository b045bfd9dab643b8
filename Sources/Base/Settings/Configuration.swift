/// A validated configuration.
package struct Configuration: Sendable {
    let sections: [String: [SectionValues]]

    /// The only section of its kind; if the file does not have it, all keys have their defaults.
    package subscript(_ section: Section) -> SectionValues {
        sections[section.name]?.first ?? SectionValues(name: nil, part: .init(section))
    }

    /// Returns all named sections of a kind, in the order of the file.
    package func all(_ section: Section) -> [SectionValues] {
        sections[section.name] ?? []
    }
}

/// The values of one section.
package struct SectionValues: Sendable {
    /// The name in the section's header, if sections of this kind have one.
    package let name: String?
    let part: SettingsDraft.Part

    /// Whether the section exists in the file or was given by an override.
    package var isGiven: Bool { part.place != nil || !part.values.isEmpty }

    /// The value of a key or its default.
    package subscript<Value>(_ key: Key<Value>) -> Value {
        key.read(part.values[key.entry.name]?.texts)
    }

    /// Returns whether a key was given in the file or by an override.
    package func isGiven<Value>(_ key: Key<Value>) -> Bool {
        isGiven(key.entry)
    }

    /// Returns whether a key of any type was given.
    package func isGiven(_ key: KeyEntry) -> Bool {
        part.values[key.name] != nil
    }

    /// Returns a problem that was found by the code that uses a value, at the place of the value.
    ///
    /// - Parameter clause: continuation after the key name, without a full stop.
    package func problem<Value>(with key: Key<Value>, _ clause: String) -> SettingsProblem {
        problem(with: key.entry, clause)
    }

    /// Returns a problem with a key of any type.
    package func problem(with key: KeyEntry, _ clause: String) -> SettingsProblem {
        let place = part.values[key.name]?.place ?? part.place ?? .standard
        return SettingsProblem(
            place: place, section: part.title, key: key.name, reason: .other(clause))
    }
}
