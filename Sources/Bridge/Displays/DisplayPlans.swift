import Arguments
import Board
import Linux
import Outlets
import Scenes
import Settings

/// All displays that the configuration has.
struct DisplayPlans: Hashable, Sendable {
    var consoles: [ConsolePlan] = []
    var lcds: [LCDPlan] = []
    var images: [ImagePlan] = []

    init() {}

    init(_ configuration: Configuration) {
        consoles = configuration.all(ConsolePlan.section).map(ConsolePlan.init)
        lcds = configuration.all(LCDPlan.section).map(LCDPlan.init)
        images = configuration.all(ImagePlan.section).map(ImagePlan.init)
    }

    /// Each of them.
    var all: [any DisplayPlan] { consoles + lcds + images }

    /// Those that a person means: all of them, or the one of this name.
    ///
    /// - Parameter name: a section's header without brackets.
    func meant(by name: String?) throws(DisplayAbsence) -> DisplayPlans {
        guard let name else {
            guard !all.isEmpty else { throw DisplayAbsence(sentence: Self.none) }
            return self
        }
        var meant = self
        meant.consoles.removeAll { $0.kind != name }
        meant.lcds.removeAll { $0.kind != name }
        meant.images.removeAll { $0.kind != name }
        guard meant.all.isEmpty else { return meant }
        let known = all.map(\.kind)
        throw DisplayAbsence(
            sentence: known.isEmpty
                ? Self.none
                : "no display is called \(name.printable); there is \(known.joined(separator: ", "))"
        )
    }

    private static let none =
        "there is no display; the configuration needs a section [console], [lcd] or [image]"

    /// What is wrong with their sections that only all of them together show.
    static func problems(
        with configuration: Configuration, _ outputs: [OutputTarget], _ ports: [SerialTarget]
    ) -> [SettingsProblem] {
        let images = configuration.all(ImagePlan.section)
        let others =
            outputs.map { ($0.place as FilePlace?, "an output") }
            + ports.map { ($0.place, "[serial \($0.name)]") }
        return configuration.all(LCDPlan.section).compactMap(LCDPlan.problem)
            + images.compactMap(ImagePlan.problem)
            + sharing(configuration.all(ConsolePlan.section), ConsolePlan.self, others) { _ in
                SettingsKeys.consoleDevice.entry
            }
            + sharing(images, ImagePlan.self, others) { plan in
                switch plan.options.job.output {
                case .file: SettingsKeys.imageFile.entry
                case .command: SettingsKeys.imageCommand.entry
                case .stream: SettingsKeys.imageStream.entry
                case .framebuffer: SettingsKeys.framebuffer.entry
                }
            }
    }

    /// What a display and something else would both write to.
    private static func sharing<Plan: DisplayPlan>(
        _ sections: [SectionValues], _: Plan.Type, _ others: [(place: FilePlace?, name: String)],
        _ key: (Plan) -> KeyEntry
    ) -> [SettingsProblem] {
        let plans = sections.map(Plan.init)
        return plans.indices.compactMap { index in
            let plan = plans[index]
            guard let place = plan.place else { return nil }
            let before = plans[..<index].map { ($0.place, "[\($0.kind)]") }
            guard let other = (before + others).first(where: { $0.0 == place }) else { return nil }
            return sections[index].problem(with: key(plan), "is that of \(other.1) too")
        }
    }
}

/// Why there is no display of the kind or name that somebody asked for.
struct DisplayAbsence: Error, Hashable {
    let sentence: String
}
