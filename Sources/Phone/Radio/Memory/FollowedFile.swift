package import Linux

/// Owner of a followed file.
@LoopActor
package protocol FileFollower: AnyObject {
    associatedtype Content: Equatable
    associatedtype Problem: Error & Equatable

    /// Reads the file.
    func read() throws(Problem) -> Content

    /// Reports a new error in the file once, with the content that stays active.
    func hasTrouble(_ problem: Problem, _ content: Content?)

    /// Reports that another program has changed the file.
    func hasChanged()
}

/// Cached content of a file.
///
/// The file is read when it has changed; while it cannot be read, the last content stays active.
@LoopActor
package final class FollowedFile<Owner: FileFollower> {
    private weak let owner: Owner?
    private var watch: FolderWatch?
    /// Error in the file that was already reported.
    private var problem: Owner.Problem?
    /// Content of the file or the initial value; nil until the file could be read.
    package var content: Owner.Content?

    /// Creates a follower with the content to use until the file could be read.
    package init(for owner: Owner, _ content: Owner.Content? = nil) {
        self.owner = owner
        self.content = content
    }

    /// Whether the kernel reports changes; if not, every look must read the file.
    package var isFollowing: Bool { watch?.isFollowing == true }

    /// Reads the file and follows changes from now on.
    ///
    /// The folder is created if it is missing.
    package func start(in folder: String) {
        if (try? StateFolder(folder)) != nil {
            watch = try? FolderWatch(folder) { [weak self] in
                if let self, look() { owner?.hasChanged() }
            }
        }
        look()
    }

    /// Stops following changes.
    package func stop() {
        watch?.stop()
        watch = nil
    }

    /// Records that the file was replaced, so that its next error is reported again.
    package func wasReplaced() {
        problem = nil
    }

    /// Reads the file and returns whether its content has changed.
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
