import ANCS
package import Contract
import Formats
package import Linux
import Notices
package import Outlets
package import Settings

/// A serial port that notices are said on, as the configuration has it.
package struct SerialConfiguration: OutletConfiguration {
    /// The sections `[serial NAME]`.
    package static var section: Section { SerialKeys.section }
    /// It is a port.
    package static var family: OutletFamily { .port }

    /// What its section is called.
    package var name: String
    /// The device, and how its line is set.
    package var port: SerialSettings
    /// The format in which notices are said.
    package var format: SerialFormatName
    /// What the device can show and may do.
    package var style: SerialStyle
    /// Which notices are said, and when.
    package var options: SerialOptions

    /// The device, whichever of its names the configuration has.
    package var place: FilePlace? {
        port.device.isEmpty ? nil : FilePlace(port.device)
    }

    /// Takes a section whose values are right.
    package init(_ section: SectionValues) {
        name = section.name ?? ""
        port = SerialSettings(
            device: section[SerialKeys.device] ?? "", baud: section[SerialKeys.baud],
            dataBits: section[SerialKeys.dataBits], parity: section[SerialKeys.parity],
            stopBits: section[SerialKeys.stopBits], flow: section[SerialKeys.flow])
        format = section[SerialKeys.format]
        style = SerialStyle(
            charset: section[SerialKeys.charset], width: section[SerialKeys.width],
            lineEnd: section[SerialKeys.lineEnd],
            takesCommands: section[SerialKeys.takesCommands],
            isLoudInSilence: section[OutletKeys.silent] == .show, templates: Templates(section))
        options = SerialOptions(
            categories: Set(section[SerialKeys.categories].compactMap(Category.init)),
            heartbeat: section[SerialKeys.heartbeat], maxRate: section[SerialKeys.maxRate],
            maxAge: section[SerialKeys.maxAge],
            settle: section[SerialKeys.settle], silence: section[OutletKeys.silent])
    }

    /// The device's path.
    package var whereabouts: String { port.device }

    /// The key that names the device.
    package var placeKey: KeyEntry { SerialKeys.device.entry }

    /// The labels of the categories that are said; none where all are.
    package var labels: [String] {
        options.categories.sorted { $0.id.rawValue < $1.id.rawValue }.map(\.label)
    }

    /// What the format or the line cannot do of what other keys want.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        let plan = SerialConfiguration(section)
        var problems: [SettingsProblem] = []
        if plan.port.dataBits == .seven, plan.style.charset != .ascii {
            problems.append(
                section.problem(
                    with: SerialKeys.charset, "wants 8 data bits; with 7 it can be ascii only"))
        }
        if plan.format == .vt, let width = plan.style.width, !(20...132).contains(width) {
            problems.append(
                section.problem(with: SerialKeys.width, "is from 20 to 132 for a terminal"))
        }
        if plan.options.heartbeat != nil, [.classic, .hm10, .modem].contains(plan.format) {
            problems.append(
                section.problem(
                    with: SerialKeys.heartbeat, "is not something that \(plan.format) can say"))
        }
        return problems
            + (plan.format == .line
                ? Templates.problemsAlone(with: section) : Templates.problems(with: section))
    }

    /// Makes the outlet, which takes the port once it is opened.
    package func make(in surroundings: OutletSurroundings) -> any Outlet {
        SerialOutlet(
            title, settings: port, options: options, format: format.make(style),
            lineEnd: format.lineEnd(style), pace: surroundings.pace, tell: surroundings.tell
        ) { act, notice, done in
            surroundings.act(act, notice) { result in
                if case .performed = result { done(true) } else { done(false) }
            }
        }
    }

    /// Tells its name, its device, and how much of that meant nothing.
    package func tell(of outlet: SerialOutlet, in status: inout StatusOutlet) {
        status.port = name
        status.device = port.device
        status.ignoredInput = outlet.ignoredInput
    }
}
