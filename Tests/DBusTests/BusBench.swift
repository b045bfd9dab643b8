import DBus
import Foundation
import Linux
import Support

/// A bus of a test's own: a daemon with a socket in a folder that goes with it.
@LoopActor
final class BusBench {
    private let folder: URL
    private var daemon: Process?
    private var connections: [BusConnection] = []

    /// Further attempts come soon; nothing else waits for the clock.
    static let patience = BusPatience(
        greeting: .seconds(30), firstPause: .milliseconds(5), longestPause: .milliseconds(50))

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let settings = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(Self.address(of: socket))</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*"/>
                <allow receive_sender="*"/>
                <allow own="*"/>
              </policy>
              <limit name="max_replies_per_connection">50000</limit>
            </busconfig>
            """
        try settings.write(to: settingsFile, atomically: true, encoding: .utf8)
    }

    isolated deinit {
        for connection in connections { connection.stop() }
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    var socket: String { folder.appending(path: "socket").path }
    var address: BusAddress { .at(Self.address(of: socket)) }
    private var settingsFile: URL { folder.appending(path: "bus.conf") }

    private static func address(of path: String) -> String { "unix:path=\(path)" }

    /// Starts the daemon; those who connect before it listens come again.
    func start() throws {
        try? FileManager.default.removeItem(atPath: socket)
        let daemon = Process()
        daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
        daemon.arguments = ["--nofork", "--nopidfile", "--config-file=\(settingsFile.path)"]
        daemon.standardError = FileHandle.nullDevice
        try daemon.run()
        self.daemon = daemon
    }

    /// Ends the daemon without a warning.
    func kill() {
        guard let daemon, daemon.isRunning else { return }
        Foundation.kill(daemon.processIdentifier, SIGKILL)
        daemon.waitUntilExit()
    }

    /// A connection to this bus that has a name.
    func connect() async -> BusPeer {
        let peer = BusPeer(BusConnection(address, patience: Self.patience))
        connections.append(peer.connection)
        peer.start()
        _ = await eventually { peer.isConnected }
        return peer
    }
}

/// One connection of a test, and what became of it.
@LoopActor
final class BusPeer {
    let connection: BusConnection
    private(set) var events: [BusEvent] = []

    init(_ connection: BusConnection) {
        self.connection = connection
    }

    func start() {
        connection.start { [weak self] event in self?.events.append(event) }
    }

    var name: String { connection.uniqueName ?? "" }
    var isConnected: Bool { connection.uniqueName != nil }

    /// Calls a method and waits for the answer.
    func ask(_ call: BusCall, within limit: Duration = .seconds(50)) async -> BusAnswered {
        await withCheckedContinuation { continuation in
            connection.call(call, within: limit) { continuation.resume(returning: $0) }
        }
    }

    func askBus(_ member: String, _ arguments: [BusValue] = []) async -> BusAnswered {
        await ask(
            BusCall(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member,
                arguments))
    }

    /// Asks for a name and waits for the answer.
    func own(_ name: String) async -> Result<Bool, BusError> {
        await withCheckedContinuation { continuation in
            connection.requestName(name) { continuation.resume(returning: $0) }
        }
    }

    /// Waits until the bus has done all that it was asked so far: it does one thing after another.
    func settle() async {
        _ = await askBus("GetId")
    }
}

typealias BusAnswered = Result<[BusValue], BusError>
