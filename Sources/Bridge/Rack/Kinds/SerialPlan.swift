import ANCS
import Arguments
import Charsets
import JSON
import Linux
import Notices
import Outlets
import Settings

/// A serial port that notices are said on, as the configuration has it.
struct SerialPlan: OutletPlan {
    static var section: Section { SettingsSections.serial }
    static var family: OutletFamily { .port }

    /// What its section is called.
    var name: String
    var port: SerialSettings
    var format: SerialFormatName
    var style: SerialStyle
    var options: SerialOptions

    /// The device, whichever of its names the configuration has.
    var place: FilePlace? {
        port.device.isEmpty ? nil : FilePlace(port.device)
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

    var whereabouts: String { port.device }

    var placeKey: KeyEntry { SettingsKeys.serialDevice.entry }

    var labels: [String] {
        options.categories.sorted { $0.id.rawValue < $1.id.rawValue }.map(\.label)
    }

    static func problems(with section: SectionValues) -> [SettingsProblem] {
        let plan = SerialPlan(section)
        var problems: [SettingsProblem] = []
        if plan.port.dataBits == .seven, plan.style.charset != .ascii {
            problems.append(
                section.problem(
                    with: SettingsKeys.charset, "wants 8 data bits; with 7 it can be ascii only"))
        }
        if plan.format == .vt, let width = plan.style.width, !(20...132).contains(width) {
            problems.append(
                section.problem(with: SettingsKeys.width, "is from 20 to 132 for a terminal"))
        }
        if plan.options.heartbeat != nil, [.classic, .hm10, .modem].contains(plan.format) {
            problems.append(
                section.problem(
                    with: SettingsKeys.heartbeat, "is not something that \(plan.format) can say"))
        }
        return problems
            + (plan.format == .line
                ? Templates.problemsAlone(with: section) : Templates.problems(with: section))
    }

    func make(in surroundings: OutletSurroundings) -> SerialOutlet {
        SerialOutlet(
            title, settings: port, options: options, format: format.make(style),
            lineEnd: format.lineEnd(style), pace: surroundings.pace, tell: surroundings.tell
        ) { act, notice, done in
            surroundings.act(act, notice) { result in
                if case .performed = result { done(true) } else { done(false) }
            }
        }
    }

    func writeDetails(of outlet: SerialOutlet, to writer: inout JSONWriter) {
        writer.member("port", name)
        writer.member("device", port.device)
        writer.member("ignored_input", outlet.ignoredInput)
    }
}
