package import Settings

/// What the configuration says of programs that work beside the bridge.
package enum AddOnSections {
    /// The sections, in the order of the sample file.
    package static let all = [MQTTKeys.section, CentralKeys.section, WallKeys.section]

    /// The programs that a configuration has a section for, by the names of those.
    package static func given(in configuration: Configuration) -> [String] {
        all.filter { configuration[$0].isGiven }.map(\.name)
    }

    /// What a person should know of them although it is allowed, in sentences.
    package static func notes(on configuration: Configuration) -> [String] {
        MQTTSettings.notes(on: configuration[MQTTKeys.section])
    }

    /// What is wrong with them that only all of a section shows.
    package static func problems(with configuration: Configuration) -> [SettingsProblem] {
        MQTTSettings.problems(with: configuration[MQTTKeys.section])
            + CentralSettings.problems(with: configuration[CentralKeys.section])
            + WallSettings.problems(with: configuration[WallKeys.section])
    }
}
