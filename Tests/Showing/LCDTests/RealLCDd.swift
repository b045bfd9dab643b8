import Foundation
import Linux
import Synchronization

@testable import LCD

/// LCDd with its driver `text`, in a terminal of tmux that nobody looks at but this.
final class RealLCDd: Sendable {
    private static let program = "/usr/sbin/LCDd"
    /// Debian has it in the folder of the machine's kind.
    private static let drivers =
        (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib"))?.map {
            "/usr/lib/\($0)/lcdproc/"
        }
        .first { FileManager.default.fileExists(atPath: $0) } ?? "/usr/lib/lcdproc/"
    private static let tmux = "/usr/bin/tmux"

    /// Whether the server, its driver and tmux are there.
    static let isInstalled = [program, drivers + "text.so", tmux].allSatisfy {
        FileManager.default.isExecutableFile(atPath: $0)
            || $0.hasSuffix(".so") && FileManager.default.fileExists(atPath: $0)
    }

    private let size: (width: Int, height: Int)
    private let folder: URL
    /// A loopback address of its own: nobody takes its port while nobody listens at it.
    private let address: String
    private let port: UInt16
    private let work = WorkQueue()
    /// How often it began: a terminal that ends may still be in the way of the next one.
    private let starts = Mutex(0)

    init(_ width: Int, _ height: Int) throws {
        size = (width, height)
        let number =
            UInt32(getpid()) &* 16
            &+ Self.count.withLock {
                $0 += 1
                return $0
            }
        address = "127.\(number >> 16 % 100 + 100).\(number >> 8 % 256).\(number % 254 + 1)"
        port = try Self.freePort(address)
        folder = FileManager.default.temporaryDirectory.appending(path: "lcdd-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let settings = """
            [server]
            DriverPath=\(Self.drivers)
            Driver=text
            Bind=\(address)
            Port=\(port)
            ReportToSyslog=no
            ServerScreen=blank
            Foreground=yes
            [text]
            Size=\(width)x\(height)
            """
        let path = folder.appending(path: "LCDd.conf")
        try settings.write(to: path, atomically: true, encoding: .utf8)
        start()
    }

    func start() {
        starts.withLock { $0 += 1 }
        let path = folder.appending(path: "LCDd.conf").path
        run([
            "new-session", "-d", "-x", "80", "-y", "24",
            "exec \(Self.program) -f -c '\(path)' 2>/dev/null",
        ])
    }

    func stop() {
        // The end of its terminal is no reason for LCDd to go; it reads its settings anew.
        let process = run(["list-panes", "-F", "#{pane_pid}"])
        if let number = Int32(process.trimmingCharacters(in: .whitespacesAndNewlines)) {
            kill(number, SIGKILL)
        }
        run(["kill-server"])
    }

    /// Ends the server and its terminal.
    func end() {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// What is on the display, without its frame; asked for away from the loop.
    @LoopActor
    func display() async -> [String] {
        await withCheckedContinuation { continuation in
            work.run { [self] in
                run(["capture-pane", "-p"])
            } then: { [size] picture in
                let lines = picture.components(separatedBy: "\n").filter {
                    $0.hasPrefix("|") && $0.hasSuffix("|") && $0.count == size.width + 2
                }
                let rows = lines.prefix(size.height).map { String($0.dropFirst().dropLast()) }
                continuation.resume(returning: rows)
            }
        }
    }

    @discardableResult
    private func run(_ arguments: [String]) -> String {
        let process = Process()
        process.executableURL = URL(filePath: Self.tmux)
        process.arguments =
            ["-S", folder.appending(path: "tmux\(starts.withLock { $0 })").path, "-f", "/dev/null"]
            + arguments
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "" }
        // Its end is the end of what it says; waiting for it otherwise would run a loop of its own.
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Connects to it over TCP.
    var dial: LCDDial {
        { [address, port] () throws(LCDProblem) in
            let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            let line = FileDescriptor(owning: number)
            guard Self.connect(number, address, port) else { throw .noServer(.connectionRefused) }
            _ = fcntl(number, F_SETFL, O_NONBLOCK)
            return LCDLine(line)
        }
    }

    private static func connect(_ number: Int32, _ address: String, _ port: UInt16) -> Bool {
        unsafe withLoopback(address, port) { address, length in
            unsafe Foundation.connect(number, address, length) == 0
        }
    }

    private static func withLoopback<Result>(
        _ host: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = unsafe inet_addr(host)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, length)
            }
        }
    }

    /// How many there have been.
    private static let count = Mutex(UInt32(0))

    /// A port of an address that nobody listens at.
    private static func freePort(_ host: String) throws -> UInt16 {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        let isBound = unsafe withLoopback(host, 0) { unsafe bind(number, $0, $1) == 0 }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(number, $0, &length) == 0
            }
        }
        guard isBound, isKnown else { throw CocoaError(.featureUnsupported) }
        return UInt16(bigEndian: address.sin_port)
    }
}
