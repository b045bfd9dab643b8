internal import CLinux

/// Delivers signals to the loop as ordinary events instead of interrupting it.
@LoopActor
package final class SignalWatcher {
    /// A signal the program reacts to.
    package struct Signal: RawRepresentable, Hashable, Sendable {
        /// The signal's number.
        package let rawValue: Int32

        /// A signal of this number.
        package init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// The terminal's Ctrl-C.
        package static let interrupt = Signal(rawValue: SIGINT)
        /// The polite request to end.
        package static let terminate = Signal(rawValue: SIGTERM)
        /// The terminal is gone, or a service is asked to reload.
        package static let hangUp = Signal(rawValue: SIGHUP)
        /// The terminal's Ctrl-\\.
        package static let quit = Signal(rawValue: SIGQUIT)
        /// Those by which people and the system end a program.
        package static let endings: [Signal] = [.interrupt, .terminate, .hangUp, .quit]
        /// The terminal's Ctrl-Z.
        package static let stop = Signal(rawValue: SIGTSTP)
        /// The terminal the program was started at has another size.
        package static let resize = Signal(rawValue: SIGWINCH)
    }

    /// Those that do again what they did once this ends.
    private let signals: [Signal]
    /// The process that sent the signal which is being handled; nil where the kernel did.
    package private(set) var sender: Int32?
    private let descriptor: FileDescriptor
    private var watch: EventLoop.WatchID?

    /// Blocks the signals for this thread and those it starts later, and calls the handler instead;
    /// those that the process was started to ignore stay ignored.
    package init(
        _ signals: [Signal], handler: @escaping @LoopActor (Signal) -> Void
    ) throws(Errno) {
        // Whoever started the program (as nohup does) may have said that it is not to hear of one.
        let heard = signals.filter { callboard_is_signal_ignored($0.rawValue) == 0 }
        var (set, before) = (Self.set(of: heard), sigset_t())
        guard unsafe pthread_sigmask(SIG_BLOCK, &set, &before) == 0 else { throw .current }
        self.signals = heard.filter { unsafe sigismember(&before, $0.rawValue) == 0 }
        let flags = Int32(SFD_CLOEXEC | SFD_NONBLOCK)
        descriptor = try FileDescriptor(checking: unsafe signalfd(-1, &set, flags))
        watch = try EventLoop.shared.watch(descriptor.rawValue, for: .readable, of: self) {
            watcher, _ in watcher.take(handler)
        }
    }

    /// Stops listening; to this thread the signals do again what they did before.
    package func stop() {
        guard let watch else { return }
        EventLoop.shared.unwatch(watch)
        self.watch = nil
        var set = Self.set(of: signals)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private nonisolated static func set(of signals: [Signal]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal.rawValue) }
        return set
    }

    /// Keeps signals from ending the program until a watcher hears of them, and again once none does: for as long as the
    /// program lives.
    package nonisolated static func hold(_ signals: [Signal]) {
        var set = Self.set(of: signals)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Makes a write to a closed pipe fail with `EPIPE` instead of ending the program.
    package nonisolated static func ignoreBrokenPipes() {
        _ = callboard_ignore_signal(SIGPIPE)
    }

    /// Makes a write beyond the limit for the size of files (`ulimit -f`) fail with `EFBIG` instead of ending the program.
    package nonisolated static func ignoreFileSizeLimit() {
        _ = callboard_ignore_signal(SIGXFSZ)
    }

    private func take(_ handler: @LoopActor (Signal) -> Void) {
        let size = MemoryLayout<signalfd_siginfo>.size
        while let bytes = try? descriptor.read(upTo: size), bytes.count == size {
            // ssi_signo is the first field of the structure, ssi_code the third, ssi_pid the fourth.
            func field(_ index: Int) -> Int32 {
                bytes.dropFirst(4 * index).prefix(4).reversed().reduce(0) { $0 << 8 | Int32($1) }
            }
            // What a process sends has a code of zero or less.
            sender = field(2) > 0 ? nil : field(3)
            handler(Signal(rawValue: field(0)))
        }
    }
}
