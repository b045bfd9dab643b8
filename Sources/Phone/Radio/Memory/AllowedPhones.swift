package import Linux

/// List of the allowed phones, read from the memory folder.
@LoopActor
package final class AllowedPhones: FileFollower {
    private let memory: MemoryFolder
    private weak let owner: (any PartOwner)?
    private lazy var file = FollowedFile(for: self)

    /// - Parameter owner: compares its links with the list when the list has changed.
    package init(_ memory: MemoryFolder, for owner: (any PartOwner)?) {
        self.memory = memory
        self.owner = owner
    }

    /// Returns the list in the file.
    package func read() throws(MemoryError) -> [PairedPhone] { try memory.phones() }

    /// Reports an error in the file to the owner.
    package func hasTrouble(_ problem: MemoryError, _ list: [PairedPhone]?) {
        let meanwhile =
            list == nil ? "no phone is allowed" : "the phones known so far stay allowed"
        owner?.advise(
            "\(problem); until it is fixed, or deleted and phones pair again, \(meanwhile)")
    }

    package func hasChanged() { owner?.compare() }

    /// Whether a list was read; without a list, strangers cannot be recognized.
    package var isKnown: Bool { file.content != nil }

    /// Reads the list, and follows changes from now on.
    package func start() {
        file.start(in: memory.path)
    }

    /// Stops following changes.
    package func stop() {
        file.stop()
    }

    /// Returns whether the phone with this address may connect.
    package func contains(_ address: String) -> Bool {
        if !file.isFollowing { file.look() }
        return file.content?.contains { $0.address == address } ?? false
    }

    /// Returns the name of a phone; nil if the phone is unknown.
    package func name(of address: String) -> String? {
        file.content?.first { $0.address == address }?.name
    }

    /// Adds or updates a phone, and removes the one with the address `other`, if it is given.
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
                "\(error); that file was renamed to \(aside), and the new one contains the known "
                    + "phones: \(others.count + 1)")
        }
        file.look()
    }
}
