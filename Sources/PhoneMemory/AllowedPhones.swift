package import Linux
package import Radio

/// The phones that may be listened to, kept in mind: the file is read when it has changed, and as
/// long as it cannot be read the last list that could be holds.
@LoopActor
package final class AllowedPhones {
    private let memory: MemoryFolder
    private let advise: @LoopActor (String) -> Void
    private let changed: @LoopActor () -> Void
    private var watch: FolderWatch?
    /// Nil until a list could be read.
    private var list: [PairedPhone]?
    /// What is wrong with the file, once that was told.
    private var problem: MemoryError?

    /// - Parameters:
    ///   - advise: takes what a person should know.
    ///   - changed: called when the list has become another one.
    package init(
        _ memory: MemoryFolder, advise: @escaping @LoopActor (String) -> Void,
        changed: @escaping @LoopActor () -> Void
    ) {
        self.memory = memory
        self.advise = advise
        self.changed = changed
    }

    /// Whether there is a list at all; without one nobody can say who is a stranger.
    package var isKnown: Bool { list != nil }

    /// Reads the list, and follows it from now on.
    package func start() {
        watch = try? memory.watch { [weak self] in
            guard let self, read() else { return }
            changed()
        }
        _ = read()
    }

    /// Follows the list no more.
    package func stop() {
        watch?.stop()
        watch = nil
    }

    /// Whether a phone may be listened to.
    package func contains(_ address: String) -> Bool {
        // Where the kernel does not tell of changes, each look is at the file.
        if watch?.isFollowing != true { _ = read() }
        return list?.contains { $0.address == address } ?? false
    }

    /// What people call a phone; nil where it is not known.
    package func name(of address: String) -> String? {
        list?.first { $0.address == address }?.name
    }

    /// Adds a phone, or changes what is known of it, and forgets another one.
    package func remember(
        _ phone: PairedPhone, insteadOf other: String? = nil
    ) throws(MemoryError) {
        do throws(MemoryError) {
            if let other, other != phone.address { try memory.forget(other) }
            try memory.remember(phone)
        } catch {
            guard error.isAboutContent else { throw error }
            let others = (list ?? []).filter { $0.address != phone.address && $0.address != other }
            let aside = try memory.replacePhones(with: others + [phone])
            problem = nil
            advise(
                "\(error); that file is \(aside) now, and the new one has the phones that were "
                    + "known: \(others.count + 1)")
        }
        _ = read()
    }

    /// Reads the file and says whether the list has become another one.
    private func read() -> Bool {
        do throws(MemoryError) {
            let found = try memory.phones()
            problem = nil
            defer { list = found }
            return list != found
        } catch {
            guard problem != error else { return false }
            problem = error
            let meanwhile =
                list == nil ? "no phone is listened to" : "the phones known so far stay allowed"
            advise("\(error); until it is mended, or taken away and phones pair anew, \(meanwhile)")
            return false
        }
    }
}
