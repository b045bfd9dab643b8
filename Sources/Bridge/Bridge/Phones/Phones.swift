package import Commands
import Configuration
import Control
import JSON
import Linux
import Radio

/// Listing and forgetting of paired phones on the command line.
package enum Phones {
    /// Prints the paired phones.
    package static func list(_ options: PhonesCommand) -> ExitStatus {
        let status =
            options.state.isNamed
            ? nil
            : options.client.askIfThere(PhonesRequest()) { answer in
                print(answer.value.phones.map { PhoneLine($0) }, options)
            }
        if let status { return status }
        return options.withRadio { radio, adapter in
            do throws(MemoryError) {
                let statuses = try EventLoop.run { () async throws(MemoryError) in
                    try await radio.phones(adapter, options.state).look()
                }
                return print(statuses.map { PhoneLine($0) }, options)
            } catch {
                Messages.say(error.sentence)
                return error.status
            }
        }
    }

    private static func print(_ lines: [PhoneLine], _ options: PhonesCommand) -> ExitStatus {
        if lines.isEmpty, !options.writesLines {
            Messages.say("no phone is paired yet: sudo callboard pair")
            return .success
        }
        return Messages.print(lines.map { options.writesLines ? $0.line : $0.sentence }.joined())
    }

    /// Forgets a phone and its bond.
    package static func forget(_ options: ForgetCommand) -> ExitStatus {
        let request = ForgetRequest(phone: options.phone)
        let status =
            options.state.isNamed
            ? nil : options.client.askIfThere(request, within: .seconds(30)) { _ in .success }
        if let status { return status }
        return options.withRadio { radio, adapter in
            do throws(KnownPhones.Trouble) {
                try EventLoop.run { () async throws(KnownPhones.Trouble) in
                    try await radio.phones(adapter, options.state).forget(options.phone)
                }
                return .success
            } catch {
                Messages.say(error.sentence)
                return error.status
            }
        }
    }
}
