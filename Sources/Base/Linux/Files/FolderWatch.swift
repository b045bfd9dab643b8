internal import CLinux

/// Inotify watch on the files of a folder.
@LoopActor
package final class FolderWatch {
    /// The kinds of events to report.
    package enum Hearing: Sendable {
        /// Files that are written, replaced or removed.
        case changes
        /// Changes, and each write to a file that stays open.
        case growth
        /// Files and folders that are created or moved into the folder.
        case arrivals

        fileprivate var mask: Int32 {
            let changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
            return switch self {
            case .changes: changes
            case .growth: changes | IN_MODIFY | IN_CREATE
            // In a folder of devices, every write to a device would cause an event otherwise.
            case .arrivals: IN_CREATE | IN_MOVED_TO
            }
        }
    }

    /// Bytes per read: room for many events, of which the longest has 272 bytes.
    private static let portion = 4096

    private let descriptor: FileDescriptor
    private let changed: @LoopActor () -> Void
    private var watch: EventLoop.WatchID?
    /// Whether the watch is active; it ends when the folder is removed or moved.
    package var isFollowing: Bool { watch != nil }

    /// - Parameter changed: called after one or more changes.
    package init(
        _ path: String, for hearing: Hearing = .changes, changed: @escaping @LoopActor () -> Void
    ) throws(Errno) {
        self.changed = changed
        descriptor = try FileDescriptor(
            checking: inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
        let mask = hearing.mask | IN_MOVE_SELF | IN_ONLYDIR
        guard unsafe inotify_add_watch(descriptor.rawValue, path, UInt32(mask)) >= 0 else {
            throw .current
        }
        watch = try EventLoop.shared.watch(descriptor.rawValue, for: .readable, of: self) {
            watch, _ in watch.read()
        }
    }

    isolated deinit {
        stop()
    }

    /// Ends the watch.
    package func stop() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
    }

    private func read() {
        var isGone = false
        while let bytes = try? descriptor.read(upTo: Self.portion), !bytes.isEmpty {
            if Self.tellsEnd(bytes) { isGone = true }
        }
        if isGone { stop() }
        changed()
    }

    /// Returns whether the kernel reports the end of the watch.
    private static func tellsEnd(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        let size = MemoryLayout<inotify_event>.size
        while rest.count >= size {
            // Four fields of four bytes: watch, mask, cookie, and the length of the name after
            // them.
            if number(rest.dropFirst(4)) & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0 { return true }
            rest = rest.dropFirst(size).dropFirst(Int(number(rest.dropFirst(12))))
        }
        return false
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        #if _endian(big)
            bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        #else
            bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        #endif
    }
}
