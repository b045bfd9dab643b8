package import Linux

/// The phones that may be listened to, as the list in the memory's folder has them.
@LoopActor
package final class AllowedPhones: FileFollower {
    private let memory: MemoryFolder
    private weak let owner: (any PartOwner)?
    private lazy var file = FollowedFile(for: self)

    /// - Parameter owner: compares when the list has become another one.
    package init(_ memory: MemoryFolder, for owner: (any PartOwner)?) {
        self.memory = memory
        self.owner = owner
    }

    /// The list as it is in the file.
    package func read() throws(MemoryError) -> [PairedPhone] { try memory.phones() }

    /// Says what is wrong with the file.
    package func hasTrouble(_ problem: MemoryError, _ list: [PairedPhone]?) {
        let meanwhile =
            list == nil ? "no phone is listened to" : "the phones known so far stay allowed"
        owner?.advise(
            "\(problem); until it is mended, or taken away and phones pair anew, \(meanwhile)")
    }

    /// Has the owner compare.
    package func hasChanged() { owner?.compare() }

    /// Whether there is a list at all; without one nobody can say who is a stranger.
    package var isKnown: Bool { file.content != nil }

    /// Reads the list, and follows it from now on.
    package func start() {
        file.start(in: memory.path)
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
            owner?.advise(
                "\(error); that file is \(aside) now, and the new one has the phones that were "
                    + "known: \(others.count + 1)")
        }
        file.look()
    }
}
