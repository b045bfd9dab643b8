import BlueZRadio
import JSON
import Linux
import Notices

/// The list of paired phones on the command line.
package enum Phones {
    /// Prints the phones that were paired here.
    package static func list(_ options: PhonesOptions) -> ExitStatus {
        let phones: [RadioMemory.Phone]
        do throws(MemoryError) {
            phones = try options.radio.memory.phones()
        } catch {
            Messages.say(error.sentence)
            return .badData
        }
        if phones.isEmpty, !options.writesLines {
            Messages.say("no phone is paired yet: callboard pair")
            return .success
        }
        let statuses = EventLoop.run { finish in
            BondList(adapter: options.radio.radio.adapter).look(at: phones) { finish($0) }
        }
        return Messages.print(
            statuses.map { options.writesLines ? $0.line : $0.sentence }.joined())
    }

    /// Forgets a phone and its bond.
    package static func forget(_ options: ForgetOptions) -> ExitStatus {
        let phones: [RadioMemory.Phone]
        do throws(MemoryError) {
            phones = try options.radio.memory.phones().filter { phone in
                phone.address == options.phone.uppercased() || phone.name == options.phone
            }
        } catch {
            Messages.say(error.sentence)
            return .badData
        }
        guard let phone = phones.first, phones.count == 1 else {
            Messages.say(
                phones.isEmpty
                    ? "no phone of that name or address was paired here; see callboard phones"
                    : "several phones have that name; give the address")
            return .usage
        }
        return forget(phone, options.radio)
    }

    private static func forget(_ phone: RadioMemory.Phone, _ options: RadioOptions) -> ExitStatus {
        let (removal, problem) = EventLoop.run {
            (finish: @escaping @LoopActor ((BondList.Removal, MemoryError?)) -> Void) in
            var problem: MemoryError?
            BondList(adapter: options.radio.adapter).removeBond(of: phone.address) {
                // First, so that a bridge that runs lets go of the phone before the bond goes.
                do throws(MemoryError) {
                    try options.memory.forget(phone.address)
                } catch {
                    problem = error
                }
                return problem == nil
            } _: { removal in
                finish((removal, problem))
            }
        }
        if let problem {
            Messages.say(problem.sentence)
            return problem.isAboutContent ? .badData : .failure
        }
        switch removal {
        case .gone: return .success
        case .kept:
            Messages.say(
                "the phone is ignored from now on, but bluetoothd keeps its bond: "
                    + "bluetoothctl remove \(phone.address)")
        case .elsewhere(let adapters):
            Messages.say(
                "nothing is forgotten: the bond is not on that adapter but on "
                    + "\(adapters.joined(separator: ", ")); name that one, or none")
        case .noAdapter: Messages.say("nothing is forgotten: there is no such adapter")
        }
        return .failure
    }
}

extension BondList.Status {
    fileprivate var sentence: String {
        let state =
            switch (isBonded, isConnected) {
            case (_, true): "connected"
            case (true, _): "away"
            case (false, _): "bond lost: callboard forget, then pair anew"
            case (nil, _): "unknown: the Bluetooth service does not answer"
            }
        return "\(phone.address)  \(Text(phone.name).cleaned())  \(state)\n"
    }

    fileprivate var line: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("address", phone.address)
        writer.member("name", phone.name)
        if let isBonded {
            writer.key("bonded")
            writer.value(isBonded)
        }
        writer.key("connected")
        writer.value(isConnected)
        writer.endObject()
        writer.endLine()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
