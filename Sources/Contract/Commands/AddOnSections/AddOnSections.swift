package import Settings

/// Sections of the configuration for the add-on services.
package enum AddOnSections {
    /// Sections in the order of the sample file.
    package static let all = [MQTTKeys.section, CentralKeys.section, WallKeys.section]

    /// Names of the add-on sections that the configuration contains.
    package static func given(in configuration: Configuration) -> [String] {
        all.filter { configuration[$0].isGiven }.map(\.name)
    }

    /// Remarks on settings that are valid but may surprise, as sentences.
    package static func notes(on configuration: Configuration) -> [String] {
        MQTTSettings.notes(on: configuration[MQTTKeys.section])
    }

    /// Errors in these sections that the check of a single value cannot find.
    package static func problems(with configuration: Configuration) -> [SettingsProblem] {
        MQTTSettings.problems(with: configuration[MQTTKeys.section])
            + CentralSettings.problems(with: configuration[CentralKeys.section])
            + WallSettings.problems(with: configuration[WallKeys.section])
    }
}
