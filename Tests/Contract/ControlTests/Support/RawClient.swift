import Foundation
import JSON
import Linux
import Support

/// A client that sends whatever a test wants, and reads only while it is told to.
@LoopActor
final class RawClient {
    private var socket: StreamSocket?
    private var watch: EventLoop.WatchID?
    private var rest: [UInt8] = []
    private var output: ArraySlice<UInt8> = []
    private(set) var lines: [String] = []
    /// Whether the server has closed the connection.
    private(set) var isOver = false
    var isReading = true {
        didSet { settle() }
    }

    init(_ path: String) throws {
        let socket = try StreamSocket.connect(to: path)
        let descriptor = socket.rawValue
        self.socket = consume socket
        watch = try EventLoop.shared.watch(descriptor, for: .readable) { [weak self] readiness in
            self?.take(readiness)
        }
    }

    isolated deinit {
        if let watch { EventLoop.shared.unwatch(watch) }
    }

    func send(_ text: String) {
        send(Array((text + "\n").utf8))
    }

    func send(_ bytes: [UInt8]) {
        output += bytes
        settle()
    }

    /// Whether all has been taken by the system.
    var hasSent: Bool { output.isEmpty }

    func endSending() {
        try? socket?.endSending()
    }

    func close() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
        socket = nil
    }

    /// Waits until so many lines have come.
    func lines(_ count: Int) async -> [String] {
        _ = await eventually { self.lines.count >= count || self.isOver }
        return lines
    }

    /// Waits for the end of the connection.
    func end() async -> Bool {
        await eventually { self.isOver }
    }

    /// The members of lines as they are in JSON.
    func objects() throws -> [[String: Any]] {
        try lines.map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }

    private func settle() {
        guard let watch, !isOver else { return }
        var wanted: EventLoop.Readiness = isReading ? .readable : []
        if !output.isEmpty { wanted.insert(.writable) }
        try? EventLoop.shared.change(watch, to: wanted)
    }

    private func take(_ readiness: EventLoop.Readiness) {
        if readiness.contains(.writable) {
            do throws(Errno) {
                output = output.dropFirst(try socket?.send(output.prefix(1 << 16)) ?? 0)
            } catch .wouldBlock {
            } catch {
                output = []
            }
            settle()
        }
        guard isReading, readiness.contains(.readable) || readiness.contains(.hungUp) else {
            if readiness.contains(.hungUp) { finish() }
            return
        }
        do throws(Errno) {
            let bytes = try socket?.receive(upTo: 1 << 16) ?? []
            if bytes.isEmpty { return finish() }
            rest += bytes
            var start = 0
            while let end = lineFeed(from: start) {
                lines.append(String(decoding: rest[start..<end], as: UTF8.self))
                start = end + 1
            }
            rest.removeFirst(start)
        } catch .wouldBlock {
        } catch {
            finish()
        }
    }

    /// Where the next line feed is; the C library finds it very much faster than a debug build.
    private func lineFeed(from start: Int) -> Int? {
        unsafe rest.withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, 0x0A, bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }

    private func finish() {
        isOver = true
        close()
    }
}
