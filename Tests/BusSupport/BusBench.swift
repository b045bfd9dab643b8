package import DBus
import Foundation
package import Linux
import Support
import Waiting

/// A bus of a test's own: a daemon with a socket in a folder that goes with it.
@LoopActor
package final class BusBench {
    private let folder: URL
    private var daemon: Process?
    private var connections: [BusConnection] = []

    /// Further attempts come soon; nothing else waits for the clock.
    package static let patience = BusPatience(
        greeting: Patience.limit, firstPause: .milliseconds(5), longestPause: .milliseconds(50),
        answer: Patience.limit)

    /// - Parameter rules: how many rules one client may have.
    package init(rules: Int = 512) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bus-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(rules: rules)
    }

    private func write(rules: Int) throws {
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
              <limit name="max_match_rules_per_connection">\(rules)</limit>
            </busconfig>
            """
        try settings.write(to: settingsFile, atomically: true, encoding: .utf8)
    }

    isolated deinit {
        for connection in connections { connection.stop() }
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    package var socket: String { folder.appending(path: "socket").path }
    package var address: BusAddress { .at(Self.address(of: socket)) }
    private var settingsFile: URL { folder.appending(path: "bus.conf") }

    private static func address(of path: String) -> String { "unix:path=\(path)" }

    /// Starts the daemon and waits until it listens.
    package func start() throws {
        try? FileManager.default.removeItem(atPath: socket)
        let daemon = Process()
        daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
        daemon.arguments = [
            "--nofork", "--nopidfile", "--print-address", "--config-file=\(settingsFile.path)",
        ]
        daemon.standardError = FileHandle.nullDevice
        // It says where it listens once it does.
        let address = Pipe()
        daemon.standardOutput = address
        try daemon.run()
        self.daemon = daemon
        _ = address.fileHandleForReading.availableData
    }

    /// Starts the daemon anew, with so many rules for each client.
    package func restart(rules: Int) throws {
        kill()
        try write(rules: rules)
        try start()
    }

    /// Lets the daemon do nothing for a while.
    package func hold() { signal(SIGSTOP) }

    /// Lets a held daemon go on.
    package func goOn() { signal(SIGCONT) }

    private func signal(_ number: Int32) {
        guard let daemon, daemon.isRunning else { return }
        Foundation.kill(daemon.processIdentifier, number)
    }

    /// Ends the daemon without a warning.
    package func kill() {
        guard let daemon, daemon.isRunning else { return }
        Foundation.kill(daemon.processIdentifier, SIGKILL)
        daemon.waitUntilExit()
    }

    /// A connection to this bus that has a name.
    package func connect(_ patience: BusPatience = patience) async -> BusPeer {
        let peer = BusPeer(BusConnection(address, patience: patience))
        connections.append(peer.connection)
        peer.start()
        _ = await eventually { peer.isConnected }
        return peer
    }
}

/// One connection of a test, and what became of it.
@LoopActor
package final class BusPeer {
    package let connection: BusConnection
    package private(set) var events: [BusEvent] = []

    package init(_ connection: BusConnection) {
        self.connection = connection
    }

    package func start() {
        connection.start { [weak self] event in self?.events.append(event) }
    }

    package var name: String { connection.uniqueName ?? "" }
    package var isConnected: Bool { connection.uniqueName != nil }

    /// Calls a method and waits for the answer.
    package func ask(_ call: BusCall, within limit: Duration = Patience.limit) async -> BusAnswered
    {
        await withCheckedContinuation { continuation in
            connection.call(call, within: limit) { continuation.resume(returning: $0) }
        }
    }

    package func askBus(_ member: String, _ arguments: [BusValue] = []) async -> BusAnswered {
        await ask(
            BusCall(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member,
                arguments))
    }

    /// Asks for a name and waits for the answer.
    package func own(_ name: String) async -> Result<Bool, BusError> {
        await withCheckedContinuation { continuation in
            connection.requestName(name) { continuation.resume(returning: $0) }
        }
    }

    /// Waits until the bus has done all that it was asked so far: it does one thing after another.
    package func settle() async {
        _ = await askBus("GetId")
    }
}

/// The answer to a call of a test.
package typealias BusAnswered = Result<[BusValue], BusError>
