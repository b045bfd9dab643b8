internal import CLinux

/// Delivers signals as events of the loop instead of interrupting it.
@LoopActor
package final class SignalWatcher {
    /// A signal that the program handles.
    package struct Signal: RawRepresentable, Hashable, Sendable {
        package let rawValue: Int32

        package init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// Ctrl-C in the terminal.
        package static let interrupt = Signal(rawValue: SIGINT)
        /// The request to terminate.
        package static let terminate = Signal(rawValue: SIGTERM)
        /// The terminal was closed, or a service is asked to reload.
        package static let hangUp = Signal(rawValue: SIGHUP)
        /// Ctrl-\\ in the terminal.
        package static let quit = Signal(rawValue: SIGQUIT)
        /// The signals by which users and the system end a program.
        package static let endings: [Signal] = [.interrupt, .terminate, .hangUp, .quit]
        /// Ctrl-Z in the terminal.
        package static let stop = Signal(rawValue: SIGTSTP)
        /// The terminal was resized.
        package static let resize = Signal(rawValue: SIGWINCH)
    }

    /// Signals that are unblocked at the end of the watch.
    private let signals: [Signal]
    /// Process that sent the signal being handled; nil for the kernel.
    package private(set) var sender: Int32?
    private let descriptor: FileDescriptor
    private var watch: EventLoop.WatchID?

    /// Blocks the signals for this thread and its later threads, and calls the handler instead.
    ///
    /// Signals ignored at program start stay ignored.
    package init(
        _ signals: [Signal], handler: @escaping @LoopActor (Signal) -> Void
    ) throws(Errno) {
        // The parent (such as nohup) may have set a signal to be ignored.
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

    /// Ends the watch; the signals have their previous effect on this thread again.
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

    /// Blocks signals for the lifetime of the program, so that they cannot end it before a watcher
    /// starts or after it stops.
    package nonisolated static func hold(_ signals: [Signal]) {
        var set = Self.set(of: signals)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Makes a write to a closed pipe fail with `EPIPE` instead of ending the program.
    package nonisolated static func ignoreBrokenPipes() {
        _ = callboard_ignore_signal(SIGPIPE)
    }

    /// Makes a write beyond the file size limit (`ulimit -f`) fail with `EFBIG` instead of ending
    /// the program.
    package nonisolated static func ignoreFileSizeLimit() {
        _ = callboard_ignore_signal(SIGXFSZ)
    }

    private func take(_ handler: @LoopActor (Signal) -> Void) {
        let size = MemoryLayout<signalfd_siginfo>.size
        while let bytes = try? descriptor.read(upTo: size), bytes.count == size {
            // ssi_signo is the first field of the structure, ssi_code the third, ssi_pid the
            // fourth.
            func field(_ index: Int) -> Int32 {
                bytes.dropFirst(4 * index).prefix(4).reversed().reduce(0) { $0 << 8 | Int32($1) }
            }
            // A signal sent by a process has a code of zero or less.
            sender = field(2) > 0 ? nil : field(3)
            handler(Signal(rawValue: field(0)))
        }
    }
}
