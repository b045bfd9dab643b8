import ANCS
import DBus
import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

struct WriteTests {
    @Test func `a request is written as one that is confirmed`() async throws {
        try await RadioBench.run { bench in
            let (_, link, phone) = try await bench.link()
            link.link.write([0, 1, 2])
            #expect(await link.has(.written(nil)))
            // Other things are asked of bluetoothd as well.
            let calls = bench.bluez.calls.filter { $0.path == phone.controlPoint }
            let call = try #require(calls.last)
            expect(
                call.arguments,
                is: [
                    .bytes([0, 1, 2]), .dictionary(["type": .string("request")]),
                ])
        }
    }

    @Test func `a write waits while bluetoothd is busy`() async throws {
        try await RadioBench.run { bench in
            let (_, link, _) = try await bench.link()
            bench.bluez.on("WriteValue", .refuse("org.bluez.Error.InProgress", "In Progress"))
            link.link.write([1])
            #expect(await link.has(.written(nil)))
            expect(bench.bluez.count("WriteValue"), is: 2)
            expect(link.events, is: [.available, .written(nil)])
        }
    }

    @Test func `an answer that comes after the link is not told`() async throws {
        try await RadioBench.run { bench in
            let (_, link, phone) = try await bench.link()
            bench.bluez.on("WriteValue", .hold)
            link.link.write([1])
            expect(await eventually { !bench.bluez.held.isEmpty })
            bench.bluez.disconnect(phone)
            #expect(await link.has(.closed(.lost)))
            bench.bluez.release()
            await bench.bluez.settle()
            expect(link.events.last, is: .closed(.lost))
        }
    }

    @Test(
        arguments: [
            ("Failed", "Operation failed with ATT error: 0xa0", .unknownCommand),
            ("Failed", "Operation failed with ATT error: 0xa1", .invalidCommand),
            ("Failed", "Operation failed with ATT error: 0xa2", .invalidParameter),
            ("Failed", "Operation failed with ATT error: 0xA3", .actionFailed),
            ("Failed", "Operation failed with ATT error: 0x42", AttributeError(rawValue: 0x42)),
            ("Failed", "Operation failed with ATT error: 0x1a2", .unlikelyError),
            ("Failed", "Operation failed with ATT error: 0x", .unlikelyError),
            ("Failed", "Operation failed with ATT error: -1", .unlikelyError),
            ("Failed", "", .unlikelyError), ("Failed", "Not connected", nil),
            ("NotAuthorized", "Operation Not Authorized", .insufficientAuthorization),
            ("NotPermitted", "Not paired", .insufficientAuthentication),
            ("NotPermitted", "Write not permitted", .writeNotPermitted),
            ("NotConnected", "Not Connected", nil), ("NotSupported", "", .unlikelyError),
            ("NotPermitted", "Write acquired", .unlikelyError),
            ("InvalidValueLength", "Invalid value length", .unlikelyError),
        ] as [(String, String, AttributeError?)])
    func `what bluetoothd says of a refusal is understood`(
        name: String, message: String, expected: AttributeError?
    ) async throws {
        let error = BusError.remote(name: "org.bluez.Error.\(name)", message: message)
        let ofThePhone = expected.map { Refusal.phone($0) } ?? .gone
        expect(Refusal(error), is: (message == "Write acquired" ? .taken : ofThePhone))
        guard let expected else { return }
        try await RadioBench.run { bench in
            let (_, link, _) = try await bench.link()
            bench.bluez.on("WriteValue", .refuse("org.bluez.Error.\(name)", message))
            link.link.write([1])
            #expect(await link.has(.written(expected)))
        }
    }

    @Test(arguments: [BusError.timedOut, .disconnected, .busy, .invalid(.tooLarge)])
    func `an error of the bus is no word of the phone`(error: BusError) {
        expect(Refusal(error), is: .gone)
    }
}
