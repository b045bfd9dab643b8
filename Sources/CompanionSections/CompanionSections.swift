package import Settings

/// What the configuration says of programs that work beside the bridge.
package enum CompanionSections {
    /// The sections, in the order of the sample file.
    package static let all = [MQTTKeys.section]

    /// What is wrong with them that only all of a section shows.
    package static func problems(with configuration: Configuration) -> [SettingsProblem] {
        MQTTSettings.problems(with: configuration[MQTTKeys.section])
    }
}
