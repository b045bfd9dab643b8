import BridgeServiceSupport
import Commands
import Expecting
import Formats
import Linux
import Outlets
import PostgreSQL
import ServerSupport
import ServingSupport
import Support
import Testing

@testable import Central

/// What `callboard-central check` says of a centre, a bridge and a configuration.
struct CheckTests {
    init() {
        LoopThread.start()
    }

    /// Something that is not as it should be, and what is said of it.
    private struct Mistake: Sendable {
        let id: String
        var status = Verdict.Status.fail
        let says: String
        let fix: String
        let spoil: @Sendable @LoopActor (CheckBench) async throws -> Void
    }

    private static let ofServers = [
        Mistake(
            id: "central-server", says: "no server listens at 127.0.0.1", fix: "listen_addresses"
        ) {
            $0.values["host"] = "127.0.0.1:\(try Loopback.freePort())"
        },
        Mistake(id: "central-server", says: "no server listens at /nowhere", fix: "/nowhere") {
            $0.values["host"] = "unix:/nowhere"
        },
        Mistake(
            id: "central-server", says: "the password of the user hall is wrong",
            fix: "compare user and password"
        ) { try $0.useNetwork(password: "quince") },
        Mistake(
            id: "central-server", says: "it requires a password for the user hall",
            fix: "password in [central]"
        ) {
            try $0.useNetwork()
            $0.values["password"] = nil
        },
        Mistake(
            id: "central-server", says: "there is no database nowhere", fix: "Docs/how-to/fleet.md"
        ) {
            $0.values["database"] = "nowhere"
        },
        Mistake(id: "central-server", says: "no rule in its pg_hba.conf", fix: "pg_hba.conf") {
            try $0.useNetwork(user: "stranger")
        },
        Mistake(
            id: "central-server", says: "is for another name than 127.0.0.1",
            fix: "compare ca, certificate and host"
        ) {
            try $0.useNetwork()
            $0.values["ca"] = $0.central.server.file("ca.crt")
        },
        Mistake(id: "central-server", says: "is not signed by", fix: "compare ca") {
            try $0.useNetwork(host: "localhost")
            $0.values["ca"] = $0.central.server.file("other-ca.crt")
        },
        Mistake(
            id: "central-server", says: "is not signed by the system's authorities",
            fix: "set ca in [central]"
        ) {
            try $0.useNetwork(host: "localhost")
            $0.values["tls"] = "yes"
        },
        Mistake(id: "central-server", says: "/nowhere/ca.crt cannot be read", fix: "ls -l") {
            try $0.useNetwork(host: "localhost")
            $0.values["ca"] = "/nowhere/ca.crt"
        },
        Mistake(
            id: "central-secrets", says: "/nowhere/secret cannot be read",
            fix: "Docs/how-to/fleet.md"
        ) {
            $0.values["password"] = "file:/nowhere/secret"
        },
        Mistake(
            id: "central-server", status: .warn, says: "is used", fix: "listen_addresses"
        ) {
            let there = $0.values["host"] ?? ""
            $0.values["host"] = "127.0.0.1:\(try Loopback.freePort()), \(there)"
        },
    ]

    private static let ofCentrals = [
        Mistake(id: "central-database", says: "has the encoding SQL_ASCII", fix: "ENCODING 'UTF8'")
        {
            try $0.central.server.run(
                "CREATE DATABASE ascii\($0.central.name) OWNER hall ENCODING 'SQL_ASCII' LC_COLLATE 'C'"
                    + " LC_CTYPE 'C' TEMPLATE template0")
            $0.values["database"] = "ascii\($0.central.name)"
        },
        Mistake(
            id: "central-schema", says: "has no schema callboard yet", fix: "callboard-central init"
        ) {
            try $0.central.server.run("CREATE DATABASE empty\($0.central.name) OWNER hall")
            $0.values["database"] = "empty\($0.central.name)"
        },
        Mistake(id: "central-schema", says: "has no function form()", fix: "init") {
            try await $0.central.run("DROP SCHEMA callboard CASCADE")
            try await $0.central.run("CREATE SCHEMA callboard")
        },
        Mistake(
            id: "central-schema", says: "has schema version 2;", fix: "it keeps all notifications"
        ) {
            try await $0.central.run("DELETE FROM callboard.migration WHERE number > 2")
        },
        Mistake(
            id: "central-schema", status: .warn, says: "has schema version 99, of a newer",
            fix: "apt"
        ) {
            try await $0.central.run("INSERT INTO callboard.migration VALUES (99, 'of some day')")
        },
        Mistake(
            id: "central-rights", says: "is in neither group",
            fix: "GRANT callboard_bridge TO \"nobody\""
        ) { $0.values["user"] = "nobody" },
        Mistake(
            id: "central-site", says: "the user berlin has no access to the site paris",
            fix: "INSERT INTO callboard.access VALUES ('berlin', 'paris')"
        ) { $0.values["site"] = "paris" },
        Mistake(
            id: "central-site",
            says: "the user berlin may not hand in as the bridge hall of berlin",
            fix: "INSERT INTO callboard.access VALUES ('berlin', 'berlin', 'hall')"
        ) { try await $0.central.run("UPDATE callboard.access SET bridge = 'attic'") },
        Mistake(
            id: "central-site", says: "the user anna has no permission to upload",
            fix: "GRANT callboard_bridge TO \"anna\""
        ) { $0.values["user"] = "anna" },
        Mistake(
            id: "central-reading", says: "the user berlin has no permission to read",
            fix: "GRANT callboard_reader TO \"berlin\""
        ) { $0.values["site"] = nil },
        Mistake(
            id: "central-reading", status: .warn, says: "sees no bridge",
            fix: "INSERT INTO callboard.access VALUES ('anna', 'SITE')"
        ) {
            ($0.values["site"], $0.values["user"]) = (nil, "anna")
        },
        Mistake(id: "central-bridge", says: "no bridge", fix: "enable --now callboard") {
            $0.socket = "/nowhere/callboard"
        },
    ]

    private static let ofHistories = [
        Mistake(
            id: "central-history", says: "this is a copy of a history",
            fix: "Docs/how-to/fleet.md explains callboard history separate and callboard.readmit"
        ) { bench in
            try await bench.push().stop()
            bench.asked = try ServedBridge(copyOf: bench.bridge)
            try await bench.push().stop()
        },
        Mistake(
            id: "central-history", says: "the user berlin hands in 0 histories",
            fix: "UPDATE callboard.access SET histories = 100 WHERE role = 'berlin'"
        ) { try await $0.central.run("UPDATE callboard.access SET histories = 0") },
        Mistake(
            id: "central-history", says: "another program is handing this history in",
            fix: "for example from a copied card"
        ) { bench in
            _ = try await bench.push()
            bench.asked = try ServedBridge(copyOf: bench.bridge)
        },
        Mistake(
            id: "central-history", says: "has no access to the site paris", fix: "journalctl"
        ) { bench in
            _ = try await bench.push(site: "paris", until: "paris")
        },
    ]

    private static let all = ofServers + ofCentrals + ofHistories

    @Test(arguments: all.indices)
    @LoopActor func `a mistake is told with its mend, and nothing is changed`(
        _ index: Int
    ) async throws {
        let mistake = Self.all[index]
        let bench = try await CheckBench()
        try await mistake.spoil(bench)
        let findings = try await bench.findings()
        let found = findings.first {
            $0.id == mistake.id && $0.verdict.status == mistake.status
                && $0.verdict.says.contains(mistake.says)
        }
        #expect(
            found?.verdict.fix?.contains(mistake.fix) ?? false,
            "\(mistake.says):\n\(findings.page)")
        expect(
            FindingPage(findings).isHealthy, is: mistake.status != .fail, "\(findings.page)")
        #expect(!findings.page.contains("quince"))
        await bench.stop()
    }

    @Test(arguments: [("berlin", "0\n"), ("paris", "1\n")])
    @LoopActor func `the doctor understands what the program prints, and its status tells the rest`(
        _ site: String, _ status: String
    ) async throws {
        let bench = try await CheckBench()
        bench.values["site"] = site
        let check = try RealCheck(bench.lines, bridge: bench.bridge.socket)
        expect(await eventually { check.status != nil })
        expect(check.status, is: status)
        let page = try #require(FindingPage(reading: check.page))
        try await expect(page.findings, is: bench.findings())
    }

    @Test @LoopActor func `where all is right, that is told, and nothing stays of it`()
        async throws
    {
        let bench = try await CheckBench()
        let findings = try await bench.findings()
        for id in [
            "central-server", "central-database", "central-schema", "central-site",
            "central-history", "central-bridge",
        ] { expect(findings.status(id), is: .ok, "\(id):\n\(findings.page)") }
        expect(findings.status("central-reading"), is: .skipped, "\(findings.page)")
        try await expect(bench.central.number("SELECT count(*) FROM callboard.history"), is: 0)
        // What was tried is in nobody's way.
        _ = try await bench.push()
        try bench.bridge.add(1...3)
        try await expect(differences(bench.bridge, bench.central), is: "")
        let beside = try await bench.findings()
        expect(beside.status("central-history"), is: .ok, "\(beside.page)")
        #expect(beside.page.contains("callboard-central uploads it: connected to"))
        let before = try await bench.central.rows("SELECT h::text FROM callboard.history h")
        _ = try await bench.findings()
        let after = try await bench.central.rows("SELECT h::text FROM callboard.history h")
        try expect(
            after.map { try $0.value(0, as: String.self) },
            is: before.map { try $0.value(0, as: String.self) })
        await bench.stop()
        (bench.values["site"], bench.values["user"]) = (nil, "hall")
        let owner = try await bench.findings()
        expect(owner.status("central-reading"), is: .ok, "\(owner.page)")
        expect(owner.status("central-site"), is: .skipped, "\(owner.page)")
    }
}
