package import Linux

/// Whose file is followed.
@LoopActor
package protocol FileFollower: AnyObject {
    associatedtype Content: Equatable
    associatedtype Problem: Error & Equatable

    /// Reads the file.
    func read() throws(Problem) -> Content

    /// Hears once of each thing that is wrong with the file, and what holds meanwhile.
    func hasTrouble(_ problem: Problem, _ content: Content?)

    /// Another program has changed the file.
    func hasChanged()
}

/// What a file holds, kept in mind: it is read when it has changed, and as long as it cannot be read what
/// was read last holds.
@LoopActor
package final class FollowedFile<Owner: FileFollower> {
    private weak let owner: Owner?
    private var watch: FolderWatch?
    /// What is wrong with the file, once that was told.
    private var problem: Owner.Problem?
    /// What it holds, or has been made to hold; nil until it could be read.
    package var content: Owner.Content?

    /// The file of an owner, with what it holds as long as it could not be read.
    package init(for owner: Owner, _ content: Owner.Content? = nil) {
        self.owner = owner
        self.content = content
    }

    /// Whether the kernel tells of changes; else each look must be at the file.
    package var isFollowing: Bool { watch?.isFollowing == true }

    /// Reads the file, and follows it from now on; its folder is made where there is none.
    package func start(in folder: String) {
        if (try? StateFolder(folder)) != nil {
            watch = try? FolderWatch(folder) { [weak self] in
                if let self, look() { owner?.hasChanged() }
            }
        }
        look()
    }

    /// Follows the file no more.
    package func stop() {
        watch?.stop()
        watch = nil
    }

    /// Takes note that the file was replaced: what was wrong with it is to be told again.
    package func wasReplaced() {
        problem = nil
    }

    /// Reads the file and says whether it has become another one.
    @discardableResult
    package func look() -> Bool {
        guard let owner else { return false }
        do throws(Owner.Problem) {
            let found = try owner.read()
            problem = nil
            defer { content = found }
            return content != found
        } catch {
            guard problem != error else { return false }
            problem = error
            owner.hasTrouble(error, content)
            return false
        }
    }
}
