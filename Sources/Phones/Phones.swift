package import Commands
import Configuration
import Contract
import Control
import JSON
import Linux
import PhoneMemory
import Radio
import Radios

/// The list of paired phones on the command line.
package enum Phones {
    /// Prints the phones that were paired here.
    package static func list(_ options: PhonesOptions) -> ExitStatus {
        let status =
            options.state.isNamed
            ? nil
            : options.client.askIfThere(PhonesRequest()) { answer in
                print(answer.value.phones.map { PhoneLine($0) }, options)
            }
        if let status { return status }
        return options.withRadio { radio, adapter in
            let book = { @LoopActor in radio.phones(adapter, options.state) }
            let result = EventLoop.run {
                (finish: @escaping @LoopActor (Result<[BondStatus], MemoryError>) -> Void) in
                book().look { finish($0) }
            }
            switch result {
            case .success(let statuses): return print(statuses.map { PhoneLine($0) }, options)
            case .failure(let error):
                Messages.say(error.sentence)
                return error.status
            }
        }
    }

    private static func print(_ lines: [PhoneLine], _ options: PhonesOptions) -> ExitStatus {
        if lines.isEmpty, !options.writesLines {
            Messages.say("no phone is paired yet: callboard pair")
            return .success
        }
        return Messages.print(lines.map { options.writesLines ? $0.line : $0.sentence }.joined())
    }

    /// Forgets a phone and its bond.
    package static func forget(_ options: ForgetOptions) -> ExitStatus {
        let request = ForgetRequest(phone: options.phone)
        let status =
            options.state.isNamed
            ? nil : options.client.askIfThere(request, within: .seconds(30)) { _ in .success }
        if let status { return status }
        return options.withRadio { radio, adapter in
            let book = { @LoopActor in radio.phones(adapter, options.state) }
            let trouble = EventLoop.run {
                (finish: @escaping @LoopActor (PhoneBook.Trouble?) -> Void) in
                book().forget(options.phone) { finish($0) }
            }
            guard let trouble else { return .success }
            Messages.say(trouble.sentence)
            return trouble.status
        }
    }
}
