import Commands
import Linux

/// Child programs of a demo, with a folder that is removed after they end.
@LoopActor
final class DemoPrograms {
    private nonisolated static let grace: Duration = .seconds(3)
    /// Ends a child program even if this program is killed.
    private nonisolated static let tether = ["/usr/bin/setpriv", "--pdeathsig", "TERM", "--"]

    /// Called once if a program ends unexpectedly or cannot be started.
    var lost: @LoopActor () -> Void = {}

    private let folder: DemoFolder
    private var children: [ChildProgram] = []
    private var running = 0
    private var isEnding = false
    private let over = Mailbox<Void>()

    init(in folder: DemoFolder) {
        self.folder = folder
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - isShown: whether its standard output is copied to that of this program.
    ///   - log: file for its standard error, whose content is shown only if the program ends unexpectedly.
    func start(_ words: [String], isShown: Bool = false, log: String? = nil) {
        guard !isEnding else { return }
        let tether = FileDescriptor.exists(Self.tether[0]) ? Self.tether : []
        let logged = log.map { ["/bin/sh", "-c", #"exec "$@" 2> "$0""#, $0] } ?? []
        do throws(Errno) {
            let child = try ChildProgram(tether + logged + words, isRead: isShown) {
                [weak self] report in
                switch report {
                case .wrote(let bytes): try? StandardStream.output.write(bytes)
                case .took, .closedInput: break
                case .ended: self?.noteEnd(of: words[0], log)
                }
            }
            children.append(child)
            running += 1
        } catch {
            Messages.say("\(words[0]) cannot be started: \(error)")
            lost()
        }
    }

    private func noteEnd(of program: String, _ log: String?) {
        running -= 1
        if !isEnding {
            if let lines = log.flatMap({ HostFiles().read($0).text }) {
                try? StandardStream.error.write(lines)
            }
            Messages.say("\(program) has ended")
            lost()
        } else if running == 0 {
            over.post(())
        }
    }

    /// Ends all programs, and removes the folder once the last one has ended.
    func end() async {
        isEnding = true
        for child in children { child.terminate(within: Self.grace) }
        if running > 0 { _ = await over.next() }
        folder.remove()
    }
}
