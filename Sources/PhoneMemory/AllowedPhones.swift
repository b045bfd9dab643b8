package import Linux
package import Radio

/// The phones that may be listened to, as the list in the memory's folder has them.
@LoopActor
package final class AllowedPhones {
    private let memory: MemoryFolder
    private let advise: @LoopActor (String) -> Void
    private let file: FollowedFile<[PairedPhone], MemoryError>

    /// - Parameters:
    ///   - advise: takes what a person should know.
    ///   - changed: called when the list has become another one.
    package init(
        _ memory: MemoryFolder, advise: @escaping @LoopActor (String) -> Void,
        changed: @escaping @LoopActor () -> Void
    ) {
        self.memory = memory
        self.advise = advise
        file = FollowedFile { () throws(MemoryError) in
            try memory.phones()
        } trouble: { problem, list in
            let meanwhile =
                list == nil ? "no phone is listened to" : "the phones known so far stay allowed"
            advise(
                "\(problem); until it is mended, or taken away and phones pair anew, \(meanwhile)")
        } changed: {
            changed()
        }
    }

    /// Whether there is a list at all; without one nobody can say who is a stranger.
    package var isKnown: Bool { file.content != nil }

    /// Reads the list, and follows it from now on.
    package func start() {
        file.start { [memory] in try? memory.watch($0) }
    }

    /// Follows the list no more.
    package func stop() {
        file.stop()
    }

    /// Whether a phone may be listened to.
    package func contains(_ address: String) -> Bool {
        if !file.isFollowing { file.look() }
        return file.content?.contains { $0.address == address } ?? false
    }

    /// What people call a phone; nil where it is not known.
    package func name(of address: String) -> String? {
        file.content?.first { $0.address == address }?.name
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
            let others = (file.content ?? []).filter {
                $0.address != phone.address && $0.address != other
            }
            let aside = try memory.replacePhones(with: others + [phone])
            file.wasReplaced()
            advise(
                "\(error); that file is \(aside) now, and the new one has the phones that were "
                    + "known: \(others.count + 1)")
        }
        file.look()
    }
}
