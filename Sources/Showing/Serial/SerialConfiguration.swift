import ANCS
package import Control
import Formats
package import Linux
import Notices
package import Outlets
package import Settings

/// Configuration of a serial port to which notifications are sent.
package struct SerialConfiguration: OutletConfiguration {
    package static var section: Section { SerialKeys.section }
    package static var family: OutletFamily { .port }

    /// Name of the section.
    package var name: String
    /// Device and line settings.
    package var port: SerialSettings
    package var format: SerialFormatName
    /// Properties of the device.
    package var style: SerialStyle
    /// Selection and timing of notifications.
    package var options: SerialOptions

    /// The device, whichever of its names is configured.
    package var place: FilePlace? {
        port.device.isEmpty ? nil : FilePlace(port.device)
    }

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

    package var whereabouts: String { port.device }

    /// The key that names the device.
    package var placeKey: KeyEntry { SerialKeys.device.entry }

    /// The labels of the categories that are sent; empty for all.
    package var labels: [String] {
        options.categories.sorted { $0.id.rawValue < $1.id.rawValue }.map(\.label)
    }

    /// Returns the problems of keys that the format or the line cannot satisfy.
    package static func problems(with section: SectionValues) -> [SettingsProblem] {
        let plan = SerialConfiguration(section)
        var problems: [SettingsProblem] = []
        if plan.port.dataBits == .seven, plan.style.charset != .ascii {
            problems.append(
                section.problem(
                    with: SerialKeys.charset, "requires 8 data bits; with 7 it must be ascii"))
        }
        if plan.format == .vt, let width = plan.style.width, !(20...132).contains(width) {
            problems.append(
                section.problem(with: SerialKeys.width, "must be from 20 to 132 with format = vt"))
        }
        if plan.options.heartbeat != nil, [.classic, .hm10, .modem].contains(plan.format) {
            problems.append(
                section.problem(
                    with: SerialKeys.heartbeat, "is not possible with format = \(plan.format)"))
        }
        return problems
            + (plan.format == .line
                ? Templates.problemsAlone(with: section) : Templates.problems(with: section))
    }

    /// Creates the output, which takes the port once it is opened.
    package func make(in surroundings: OutletSurroundings) -> any Outlet {
        SerialOutlet(
            title, settings: port, options: options, format: format.make(style),
            lineEnd: format.lineEnd(style), pace: surroundings.pace, tell: surroundings.tell,
            actions: SerialActions(
                act: { act, notice, done in
                    surroundings.act(act, notice) { done($0.isPerformed) }
                },
                control: { command, done in
                    surroundings.control(command) { done($0.isPerformed) }
                }))
    }

    /// Adds the name, the device and the number of ignored lines to the status.
    package func tell(of outlet: SerialOutlet, in status: inout StatusOutlet) {
        status.port = name
        status.device = port.device
        status.ignoredInput = outlet.ignoredInput
    }
}
