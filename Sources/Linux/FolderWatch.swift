internal import CLinux

/// Hears when files of a folder are written, replaced or taken away.
@LoopActor
package final class FolderWatch {
    /// Room for many events; the longest one takes 272 bytes.
    private static let portion = 4096

    private let descriptor: FileDescriptor
    private let changed: @LoopActor () -> Void
    private var watch: EventLoop.WatchID?
    /// Whether it still hears: not once the folder itself is gone or moved.
    package var isFollowing: Bool { watch != nil }

    /// - Parameters:
    ///   - hearsGrowth: whether it also hears of each write to a file that stays open.
    ///   - changed: called after one or more changes.
    package init(
        _ path: String, hearsGrowth: Bool = false, changed: @escaping @LoopActor () -> Void
    ) throws(Errno) {
        self.changed = changed
        descriptor = try FileDescriptor(
            checking: inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
        let growth = hearsGrowth ? IN_MODIFY | IN_CREATE : 0
        let ends = IN_MOVE_SELF | IN_ONLYDIR
        let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | ends | growth
        guard unsafe inotify_add_watch(descriptor.rawValue, path, UInt32(mask)) >= 0 else {
            throw .current
        }
        watch = try EventLoop.shared.watch(descriptor.rawValue, for: .readable) { [weak self] _ in
            self?.read()
        }
    }

    isolated deinit {
        stop()
    }

    /// Hears no more.
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

    /// Whether the kernel says that there is nothing to hear of any more.
    private static func tellsEnd(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        let size = MemoryLayout<inotify_event>.size
        while rest.count >= size {
            // Four numbers of four bytes: watch, mask, cookie, and the length of the name after them.
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
