import BrokerSupport
import Expecting
import Foundation
import ServingSupport
import Testing
import Waiting

/// The real program at a broker that sends anything, some of which would end the library, and the program with it.
struct HostileBrokerTests {
    private static let noBridge = "/nowhere/control.sock"

    /// A packet of each kind with an unknown property, and when it is sent.
    private static let unknownProperties: [(HostileBroker.Stage, String, [UInt8])] = [
        (.greeting, "CONNACK", [0x20, 5, 0, 0, 2, 0x7F, 0]),
        (.connected, "PUBLISH", [0x30, 6, 0, 1, 0x61, 2, 0x7F, 0]),
        (.connected, "PUBACK", [0x40, 6, 0, 1, 0, 2, 0x7F, 0]),
        (.connected, "PUBREC", [0x50, 6, 0, 1, 0, 2, 0x7F, 0]),
        (.connected, "PUBREL", [0x62, 6, 0, 1, 0, 2, 0x7F, 0]),
        (.connected, "PUBCOMP", [0x70, 6, 0, 1, 0, 2, 0x7F, 0]),
        (.connected, "SUBACK", [0x90, 6, 0, 1, 2, 0x7F, 0, 0]),
        (.connected, "UNSUBACK", [0xB0, 6, 0, 1, 2, 0x7F, 0, 0]),
        (.connected, "DISCONNECT", [0xE0, 4, 0, 2, 0x7F, 0]),
        (.subscribed, "PUBLISH", [0x30, 6, 0, 1, 0x61, 2, 0x7F, 0]),
        (.halfway, "PUBLISH", [2, 0x7F, 0] + [UInt8](repeating: 0x61, count: 74)),
    ]

    @Test(arguments: unknownProperties)
    func `an unknown property closes the connection, and the program says so and goes on`(
        _ stage: HostileBroker.Stage, _ kind: String, _ bytes: [UInt8]
    ) throws {
        let broker = try HostileBroker(stage, bytes, hangsUp: false)
        let program = try RealAddOn(
            ["host = 127.0.0.1:\(broker.port)", "protocol = 5"], bridge: Self.noBridge)
        let sentence =
            "the connection to 127.0.0.1 port \(broker.port) was closed, since it sent a \(kind) "
            + "packet with the unknown property 127"
        #expect(
            Patience.waits { program.errors.contains(sentence) }, "\(stage): \(program.errors)")
        expect(program.finish(), is: 128 + SIGTERM, "\(stage) \(kind)")
    }

    @Test(arguments: ["auto", "5", "3.1.1"])
    func `a broker that takes no messages of QoS 1 is named as the reason, with what to do`(
        _ version: String
    ) throws {
        var manner = RealBroker.Manner()
        manner.lines = ["max_qos 0"]
        let broker = try RealBroker(manner)
        let lines = ["host = 127.0.0.1:\(broker.port)", "protocol = \(version)"]
        let output = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: output) }
        let status = try RealAddOn.check(lines, bridge: Self.noBridge, printing: output)
        expect(status, is: 1)
        let printed = try String(contentsOfFile: output, encoding: .utf8)
        let reason = "127.0.0.1 port \(broker.port) takes no messages of QoS 1"
        #expect(printed.contains(reason), "\(printed)")
        #expect(printed.contains("-> allow QoS 1 at the broker"), "\(printed)")
        #expect(!printed.contains("let the user"), "\(printed)")
        guard version != "3.1.1" else { return }
        let program = try RealAddOn(lines, bridge: Self.noBridge)
        #expect(Patience.waits { program.errors.contains(reason) }, "\(program.errors)")
        expect(program.finish(), is: 128 + SIGTERM)
    }

    @Test func `authentication that nobody asked for closes the connection`() throws {
        let broker = try HostileBroker(.connected, [0xF0, 4, 0x18, 2, 0x7F, 0], hangsUp: false)
        let program = try RealAddOn(
            ["host = 127.0.0.1:\(broker.port)", "protocol = 5"], bridge: Self.noBridge)
        #expect(
            Patience.waits { program.errors.contains("it sent an unexpected AUTH packet") },
            "\(program.errors)")
        expect(program.finish(), is: 128 + SIGTERM)
    }

    @Test func `what comes encrypted is looked at as well`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Certificates.make(in: folder)
        let port = try ReservedPort()
        // What stands in its input goes to the first client that has come to terms with it.
        var ends: [Int32] = [0, 0]
        let isMade = unsafe pipe(&ends) == 0
        #expect(isMade)
        defer { for end in ends { close(end) } }
        let bytes: [UInt8] = [0x20, 3, 0, 0, 0, 0x30, 6, 0, 1, 0x61, 2, 0x7F, 0]
        let written = unsafe write(ends[1], bytes, bytes.count)
        expect(written, is: bytes.count)
        let server = try TestProgram.start(
            [
                "/usr/bin/openssl", "s_server", "-quiet", "-accept", "127.0.0.1:\(port.number)",
                "-cert", "\(folder)/server.crt", "-key", "\(folder)/server.key",
            ], saying: "/dev/null", reading: ends[0])
        defer {
            kill(server, SIGKILL)
            _ = waitpid(server, nil, 0)
        }
        // Nobody looks whether it listens: the bytes would go to whoever does. The program tries again.
        let program = try RealAddOn(
            ["host = localhost:\(port.number)", "protocol = 5", "ca = \(folder)/ca.crt"],
            bridge: Self.noBridge)
        #expect(
            Patience.waits {
                program.errors.contains("it sent a PUBLISH packet with the unknown property 127")
            }, "\(program.errors)")
        expect(program.finish(), is: 128 + SIGTERM)
    }

    @Test func `a broker that is wrong in the newer version is tried in the older one`() throws {
        let broker = try HostileBroker(
            .connected, [0x30, 6, 0, 1, 0x61, 2, 0x7F, 0], hangsUp: false)
        let program = try RealAddOn(
            ["host = 127.0.0.1:\(broker.port)"], bridge: Self.noBridge)
        // In the older version these bytes are a message like any other.
        #expect(
            Patience.waits {
                program.errors.contains("connected to 127.0.0.1 port \(broker.port), MQTT 3.1.1")
            }, "\(program.errors)")
        expect(program.finish(), is: 128 + SIGTERM)
    }

    @Test(arguments: HostileBroker.Stage.allCases)
    func `random bytes at any stage do not end the program`(_ stage: HostileBroker.Stage) throws {
        var state = UInt64(0x9E37_79B9_7F4A_7C15)
        func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        for round in 0..<12 {
            var bytes = (0..<(round % 3 == 0 ? 4_096 : 64)).map { _ in
                UInt8(truncatingIfNeeded: next() >> 8)
            }
            // Most first bytes are of no packet at all; some are to get further.
            if round % 2 == 0 {
                bytes[0] = [0x20, 0x30, 0x40, 0x90, 0xE0, 0x62][round / 2 % 6]
                bytes[1] &= 0x1F
            }
            let broker = try HostileBroker(stage, bytes, hangsUp: true)
            let status = try RealAddOn.check(
                ["host = 127.0.0.1:\(broker.port)"], bridge: Self.noBridge)
            expect(status, is: 1, "\(stage), round \(round): \(bytes.prefix(64))")
            #expect(broker.connections > 0)
        }
    }
}
