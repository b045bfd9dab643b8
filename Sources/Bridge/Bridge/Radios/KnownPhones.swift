package import Commands
package import Linux
import Notices
package import Radio

/// Paired phones and the state of their bonds.
@LoopActor
package struct KnownPhones {
    /// Error of a failed or partial removal.
    package struct Trouble: Error {
        /// Message for the user, without a full stop.
        package let sentence: String
        /// Exit status for this error.
        package let status: ExitStatus
        /// Whether the given name matched no phone or several.
        package var isAboutName = false
    }

    /// Folder in which paired phones are stored.
    package let memory: MemoryFolder
    /// Creates the bond store.
    package let keeper: @LoopActor () -> any BondStore

    /// Returns the bond status of all phones.
    package func look() async throws(MemoryError) -> [BondStatus] {
        let phones = try memory.phones()
        return phones.isEmpty ? [] : await keeper().look(at: phones)
    }

    /// Forgets a phone, given by name or address, and its bond.
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

    /// Returns whether a typed word means a phone of this name.
    ///
    /// Case is ignored, and a typewriter apostrophe matches the typographic one that phones use.
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
            // The list of phones is changed first: a running bridge then disconnects the phone before its bond is removed.
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
    /// Message for the user; nil if the removal succeeded.
    fileprivate func sentence(about phone: PairedPhone) -> String? {
        switch self {
        case .gone: nil
        case .kept(let words): "the phone is ignored from now on, but \(words)"
        case .elsewhere(let adapters):
            "nothing is forgotten: the bond is not on the chosen adapter but on "
                + "\(adapters.joined(separator: ", ")); choose that one with "
                + "--adapter, or with adapter in [radio]"
        case .noAdapter: "nothing is forgotten: there is no such adapter"
        }
    }
}
