import AddOnRuntime
import Commands
import Linux
import PostgreSQL
import Screen
import Settings

/// Command `wall`: the board of all bridges on a terminal.
enum CentralWall {
    static let options =
        [CentralHistory.site.option, CentralHistory.bridge.option] + BoardDisplayOptions.options

    /// Shows the board until the user quits.
    static func run(_ arguments: ParsedArguments) -> ExitStatus {
        let look = BoardDisplayOptions(arguments)
        if let refusal = look.refusal(instead: "callboard-central history") { return refusal }
        let filter = CentralHistory.places(arguments)
        return CentralFile(arguments).beginning { settings, _ in
            do throws(Secret.Problem) {
                let plan = try DatabaseEndpoint(settings, wantsToWrite: false)
                let alarm = settings.alarm
                return BoardSession.run { device, demand in
                    CentralBoard(
                        plan, filter, device: device, look.screen, alarm: alarm, demand)
                }
            } catch {
                Messages.say("\(error)")
                return .badConfiguration
            }
        }
    }
}
