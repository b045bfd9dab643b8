import Arguments
import Charsets
import Linux
import Notices
import Outlets
import Settings

/// A serial port that notices are said on, as the configuration has it.
struct SerialTarget: OutletPlan {
    typealias Planned = SerialOutlet

    /// What its section is called.
    var name: String
    var port: SerialSettings
    var format: SerialFormatName
    var style: SerialStyle
    var options: SerialOptions

    /// What it is called in sentences and in the status.
    var title: String {
        "serial \(name.printable) (\(port.device.printable))"
    }

    /// The device, whichever of its names the configuration has.
    var place: FilePlace? {
        FilePlace(port.device)
    }

    init(_ section: SectionValues) {
        name = section.name ?? ""
        port = SerialSettings(
            device: section[SettingsKeys.serialDevice] ?? "", baud: section[SettingsKeys.baud],
            dataBits: section[SettingsKeys.dataBits], parity: section[SettingsKeys.parity],
            stopBits: section[SettingsKeys.stopBits], flow: section[SettingsKeys.flow])
        format = section[SettingsKeys.serialFormat]
        style = SerialStyle(
            charset: section[SettingsKeys.charset], width: section[SettingsKeys.width],
            lineEnd: section[SettingsKeys.lineEnd],
            takesCommands: section[SettingsKeys.takesCommands],
            isLoudInSilence: section[SettingsKeys.silent] == .show, templates: Templates(section))
        options = SerialOptions(
            categories: Set(section[SettingsKeys.serialCategories].compactMap(Category.init)),
            heartbeat: section[SettingsKeys.heartbeat], maxRate: section[SettingsKeys.maxRate],
            maxAge: section[SettingsKeys.maxAge],
            settle: section[SettingsKeys.settle], silence: section[SettingsKeys.silent])
    }

    /// What is wrong with a section that only all of them together show.
    static func problems(with sections: [SectionValues], and outputs: [OutputTarget])
        -> [SettingsProblem]
    {
        let targets = sections.map(SerialTarget.init)
        var problems: [SettingsProblem] = []
        for (section, target) in zip(sections, targets) {
            if target.port.dataBits == .seven, target.style.charset != .ascii {
                problems.append(
                    section.problem(
                        with: SettingsKeys.charset,
                        "wants 8 data bits; with 7 it can be ascii only"))
            }
            if target.format == .vt, let width = target.style.width, !(20...132).contains(width) {
                problems.append(
                    section.problem(with: SettingsKeys.width, "is from 20 to 132 for a terminal"))
            }
            if target.options.heartbeat != nil, [.classic, .hm10, .modem].contains(target.format) {
                problems.append(
                    section.problem(
                        with: SettingsKeys.heartbeat,
                        "is not something that \(target.format) can say"))
            }
            problems +=
                target.format == .line
                ? Templates.problemsAlone(with: section) : Templates.problems(with: section)
            guard !target.port.device.isEmpty else { continue }
            let other = targets.first { $0.name != target.name && $0.place == target.place }
            if let other {
                problems.append(
                    section.problem(
                        with: SettingsKeys.serialDevice, "is that of [serial \(other.name)] too"))
            } else if outputs.contains(where: { $0.place == target.place }) {
                problems.append(
                    section.problem(
                        with: SettingsKeys.serialDevice, "is the file of an output as well"))
            }
        }
        return problems
    }
}

extension SerialTarget {
    /// An outlet for this port, which is yet to be opened.
    @LoopActor
    func outlet(
        on pace: Pace, knowing knowledge: SerialKnowledge? = nil,
        tell: @escaping @LoopActor (String) -> Void,
        act: @escaping SerialOutlet.Act
    ) -> SerialOutlet {
        SerialOutlet(
            title, settings: port, options: options, format: format.make(style),
            lineEnd: format.lineEnd(style), pace: pace, knowing: knowledge, tell: tell, act: act)
    }

    /// Why a port is not found, as a sentence.
    static func absence(of name: String, among targets: [SerialTarget]) -> String {
        let names = targets.map(\.name)
        let known =
            names.isEmpty
            ? "there is no section [serial NAME]" : "there is \(names.joined(separator: ", "))"
        return "no serial port is called \(name); \(known)"
    }
}
