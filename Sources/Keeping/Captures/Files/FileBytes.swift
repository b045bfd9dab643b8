internal import Linux

/// Sequential reader of a file, with one portion in memory at a time.
struct FileBytes {
    /// Number of bytes per read.
    static let portion = 1 << 16

    /// Owner of the descriptor, so that the reader can be copied.
    private final class Opened {
        let file: FileDescriptor

        init(_ file: consuming FileDescriptor) {
            self.file = file
        }
    }

    private let read: () throws(Errno) -> [UInt8]
    private var buffer: [UInt8] = []
    private var start = 0
    private var hasEnded = false
    /// Number of bytes consumed.
    private(set) var offset: UInt64 = 0

    init(reading file: consuming FileDescriptor) {
        let opened = Opened(file)
        read = { () throws(Errno) in try opened.file.read(upTo: Self.portion) }
    }

    /// Creates a reader of bytes in memory, read in portions.
    init(_ bytes: [UInt8], portion: Int = portion) {
        var rest = bytes[...]
        read = {
            defer { rest = rest.dropFirst(portion) }
            return Array(rest.prefix(portion))
        }
    }

    /// Returns the next bytes without consuming them; fewer than `count` only at the end of the
    /// file.
    mutating func peek(_ count: Int) throws(Errno) -> ArraySlice<UInt8> {
        while buffer.count - start < count, !hasEnded {
            if start > 0 {
                buffer.removeFirst(start)
                start = 0
            }
            let part = try read()
            hasEnded = part.isEmpty
            buffer += part
        }
        return buffer[start...].prefix(count)
    }

    /// Consumes and returns the next bytes; fewer than `count` only at the end of the file.
    mutating func take(_ count: Int) throws(Errno) -> ArraySlice<UInt8> {
        let bytes = try peek(count)
        advance(bytes.count)
        return bytes
    }

    /// Consumes a line without its line feed; nil at the end of the file.
    ///
    /// - Parameter limit: number of bytes after which an unfinished line is returned, to be
    ///   rejected.
    mutating func takeLine(upTo limit: Int) throws(Errno) -> (bytes: [UInt8], isEnded: Bool)? {
        var seen = 0
        while true {
            let bytes = try peek(min(limit, max(Self.portion, seen * 2)))
            if let end = bytes.dropFirst(seen).firstIndex(of: 0x0A) {
                let line = Array(bytes[..<end])
                advance(line.count + 1)
                return (line, true)
            }
            if bytes.count == limit || bytes.count == seen || hasEnded {
                let line = Array(bytes)
                advance(line.count)
                return line.isEmpty ? nil : (line, false)
            }
            seen = bytes.count
        }
    }

    private mutating func advance(_ count: Int) {
        start += count
        offset += UInt64(count)
    }
}
