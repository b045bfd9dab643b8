package import Linux

/// What a file holds, kept in mind: it is read when it has changed, and as long as it cannot be read what
/// was read last holds.
@LoopActor
package final class FollowedFile<Content: Equatable, Problem: Error & Equatable> {
    private let read: @LoopActor () throws(Problem) -> Content
    private let trouble: @LoopActor (Problem, Content?) -> Void
    private let changed: @LoopActor () -> Void
    private var watch: FolderWatch?
    /// What is wrong with the file, once that was told.
    private var problem: Problem?
    /// What it holds, or has been made to hold; nil until it could be read.
    package var content: Content?

    /// - Parameters:
    ///   - trouble: told once of each thing that is wrong with the file, and what holds meanwhile.
    ///   - changed: called when somebody else has made it another one.
    package init(
        _ content: Content? = nil, read: @escaping @LoopActor () throws(Problem) -> Content,
        trouble: @escaping @LoopActor (Problem, Content?) -> Void,
        changed: @escaping @LoopActor () -> Void
    ) {
        self.content = content
        self.read = read
        self.trouble = trouble
        self.changed = changed
    }

    /// Whether the kernel tells of changes; else each look must be at the file.
    package var isFollowing: Bool { watch?.isFollowing == true }

    /// Reads the file, and follows it from now on.
    package func start(_ follow: (@escaping @LoopActor () -> Void) -> FolderWatch?) {
        watch = follow { [weak self] in
            guard let self, look() else { return }
            changed()
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
        do throws(Problem) {
            let found = try read()
            problem = nil
            defer { content = found }
            return content != found
        } catch {
            guard problem != error else { return false }
            problem = error
            trouble(error, content)
            return false
        }
    }
}
