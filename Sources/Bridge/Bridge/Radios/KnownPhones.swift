package import Commands
package import Linux
import Notices
package import Radio

/// The phones that were paired here, with what is known of their bonds.
@LoopActor
package struct KnownPhones {
    /// Why a phone was not forgotten, or only in part.
    package struct Trouble: Error {
        /// Why, without a full stop.
        package let sentence: String
        /// The status with which a command ends for this.
        package let status: ExitStatus
        /// Whether no phone, or more than one, was meant.
        package var isAboutName = false
    }

    /// Where the phones are remembered.
    package let memory: MemoryFolder
    /// Makes whoever has the bonds.
    package let keeper: @LoopActor () -> any BondStore

    /// Looks at all of them.
    package func look() async throws(MemoryError) -> [BondStatus] {
        let phones = try memory.phones()
        return phones.isEmpty ? [] : await keeper().look(at: phones)
    }

    /// Forgets a phone, by its name or address, and its bond.
    package func forget(_ word: String) async throws(Trouble) {
        let phones: [PairedPhone]
        do throws(MemoryError) {
            let all = try memory.phones()
            let exact = all.filter { $0.address == word.uppercased() || $0.name == word }
            phones = exact.isEmpty ? all.filter { Self.isMeant($0.name, by: word) } : exact
        } catch {
            throw Trouble(sentence: error.sentence, status: error.status)
        }
        guard let phone = phones.first, phones.count == 1 else {
            let sentence =
                phones.isEmpty
                ? "no phone of that name or address was paired here; see callboard phones"
                : "several phones have that name; give the address"
            throw Trouble(sentence: sentence, status: .failure, isAboutName: true)
        }
        try await forget(phone)
    }

    /// Whether a person who types this means a phone of that name: as the list prints it, in any case,
    /// and with the apostrophe that keyboards have, where phones put a typographic one.
    package nonisolated static func isMeant(_ name: String, by word: String) -> Bool {
        !word.isEmpty && folded(name) == folded(word)
    }

    private nonisolated static func folded(_ name: String) -> String {
        let plain = Text(name).cleaned().lowercased().map { $0 == "\u{2019}" ? "'" : $0 }
        return String(plain)
    }

    private func forget(_ phone: PairedPhone) async throws(Trouble) {
        var problem: MemoryError?
        let removal = await keeper().removeBond(of: phone.address) {
            // First, so that a bridge that runs lets go of the phone before the bond goes.
            do throws(MemoryError) {
                try memory.forget(phone.address)
            } catch {
                problem = error
            }
            return problem == nil
        }
        if let problem { throw Trouble(sentence: problem.sentence, status: problem.status) }
        if let sentence = removal.sentence(about: phone) {
            throw Trouble(sentence: sentence, status: .failure)
        }
    }
}

extension BondRemoval {
    /// What a person has to know; nil where all went well.
    fileprivate func sentence(about phone: PairedPhone) -> String? {
        switch self {
        case .gone: nil
        case .kept(let words): "the phone is ignored from now on, but \(words)"
        case .elsewhere(let adapters):
            "nothing is forgotten: the bond is not on that adapter but on "
                + "\(adapters.joined(separator: ", ")); name that one, or none"
        case .noAdapter: "nothing is forgotten: there is no such adapter"
        }
    }
}
