import BridgeServiceSupport
import Commands
import Control
import Expecting
import Formats
import Foundation
import Linux
import Outlets
import ServerSupport
import Support
import Testing
import Waiting

@testable import Central

/// A centre, a bridge and a configuration in which all is right, for a test to spoil.
@LoopActor
final class CheckBench {
    let central: TestCentral
    let bridge: ServedBridge
    /// What the configuration says.
    var values: [String: String]
    /// The bridge that is asked, where it is another one.
    var asked: ServedBridge?
    /// Where the bridge is looked for, where it is somewhere else.
    var socket: String?
    private var pushes: [PushBench] = []
    private let folder: String

    /// - Parameter other: a centre that there is already.
    init(_ other: TestCentral? = nil) async throws {
        if let other { central = other } else { central = try await TestCentral() }
        bridge = try ServedBridge()
        folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A folder in the configuration has the socket of the usual port.
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/.s.PGSQL.5432",
            withDestinationPath: "\(central.server.folder)/.s.PGSQL.\(central.server.port)")
        values = [
            "host": "unix:\(folder)", "database": central.name, "user": "berlin", "site": "berlin",
            "bridge": "hall",
        ]
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The server by its port, and a user with a password.
    func useNetwork(user: String = "hall", password: String = "secret", host: String = "127.0.0.1")
        throws
    {
        values["host"] = "\(host):\(central.server.port)"
        values["user"] = user
        values["password"] = "file:\(try secret(password))"
    }

    /// A file with a secret.
    func secret(_ words: String) throws -> String {
        let path = "\(folder)/secret"
        try words.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        return path
    }

    /// The program at work beside it, as soon as it says these words.
    func push(site: String = "berlin", until words: String = "up to date") async throws
        -> PushBench
    {
        bridge.forgetReport()
        let push = try PushBench(bridge.socket, central.plan(), site: site)
        pushes.append(push)
        let bridge = bridge
        expect(
            await eventually { bridge.report?.words.contains(words) ?? false },
            "it was told \(bridge.told)")
        return push
    }

    /// The configuration's section.
    var lines: String {
        values.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }.joined(separator: "\n")
    }

    /// Ends what works beside it.
    func stop() async {
        for push in pushes { await push.stop() }
        pushes = []
    }

    /// What the program finds.
    func findings() async throws -> [Finding] {
        let check = CentralCheck(
            try CentralSettings(lines), socket ?? (asked ?? bridge).socket,
            patience: Patience.limit)
        await check.tryAll()
        return check.findings
    }
}

extension [Finding] {
    /// As people see them, to look at where a test fails.
    var page: String { FindingPage(self).page(summary: "", inColor: false) }

    /// How one of them came out; nil where there is none of that name.
    func status(_ id: String) -> Verdict.Status? { first { $0.id == id }?.verdict.status }
}
