import ATT
import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct AdvertisingTests {
    /// Length, field, and the notification service with its lowest byte first.
    private static let solicitation = "11 15 D0002D121E4B0FA4994ECEB531F40579"
    /// The service of keyboards, then the appearance of one.
    private static let keyboard = "03 03 1218 03 19 C103"
    /// The same service, then the appearance of any input device.
    private static let look = "03 03 1218 03 19 C003"
    /// The complete name "a host".
    private static let name = "07 09 6120686F7374"

    static let shapes: [(Shape, String)] = [
        (.solicit, solicitation), (.hid, keyboard + solicitation),
        (.keypad, keyboard + solicitation), (.look, look + solicitation),
    ]

    @Test(arguments: shapes)
    func `phones find the host by name only while a window is open`(
        shape: Shape, data: String
    ) async throws {
        try await RadioBench.run { bench in
            await bench.start(shape: shape)
            let hidden = Advertisement(
                flags: [.connectable, .flagsField], data: hex(data), scanResponse: [])
            let shown = Advertisement(
                flags: [.connectable, .discoverable], data: hex(data), scanResponse: hex(Self.name))
            expect(bench.fake.advertisements, is: [hidden])
            #expect(hidden.data.count + hidden.flags.bytesAdded <= 31)
            let window = await bench.openWindow()
            expect(bench.fake.advertisements, is: [hidden, shown])
            expect(bench.states, is: [.noService, .listening])
            bench.radio?.closeWindow()
            await bench.settle()
            expect(window.events.last, is: "closed interrupted")
            expect(bench.fake.advertisements, is: [hidden, shown, hidden])
        }
    }

    private static let input: [(Shape, Bool, Keyboard.Usage?)] = [
        (.solicit, false, nil), (.hid, true, .keyboard), (.keypad, true, .keypad),
        (.look, true, nil),
    ]

    @Test(arguments: input)
    func `each shape offers a service only if it describes one`(
        shape: Shape, isAdvertised: Bool, usage: Keyboard.Usage?
    ) async throws {
        try await RadioBench.run { bench in
            await bench.start(shape: shape)
            let radio = try #require(bench.radio)
            let name = "a host"
            let expected = usage.map {
                HostServices(
                    name: name, appearance: 0x03C1,
                    others: [.deviceInformation, .keyboard($0)])
            }
            expect(radio.services, is: expected ?? HostServices(name: name))
            let data = try #require(bench.fake.advertisements.last?.data)
            expect(data.starts(with: [0x03, 0x03, 0x12, 0x18]), is: isAdvertised)
        }
    }

    @Test func `a long name is cut where it fits`() async throws {
        try await RadioBench.run { bench in
            await bench.start(name: String(repeating: "é", count: 40))
            _ = await bench.openWindow()
            let response = try #require(bench.fake.advertisements.last?.scanResponse)
            expect(response.prefix(2), is: [29, 0x08])
            #expect(response.dropFirst(2).elementsEqual(String(repeating: "é", count: 14).utf8))
        }
    }

    @Test func `the advertisement is put on air anew with each connection and each end`()
        async throws
    {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let phone = FakePhone(security: Sample.authenticated)
            for count in [2, 4] {
                #expect(await bench.connect(phone))
                expect(bench.fake.advertisements.count, is: count)
                bench.kernel.disconnect(phone)
                await bench.settle()
                expect(bench.fake.advertisements.count, is: count + 1)
            }
            expect(Set(bench.fake.advertisements).count, is: 1)
            expect(bench.states, is: [.noService, .listening])
        }
    }

    @Test func `an advertisement that the kernel drops is put on air anew`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.emit(.advertisingRemoved(1))
            bench.fake.emit(.advertisingRemoved(2))
            await bench.settle()
            expect(bench.fake.advertisements.count, is: 2)
        }
    }

    @Test func `a refusal is a state with its reason, and tried again`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let advertisement = try #require(bench.fake.advertisements.last)
            bench.fake.refuse(.addAdvertising(advertisement), with: .busy)
            bench.fake.emit(.advertisingRemoved(1))
            await bench.settle()
            expect(bench.states, is: [.noService, .listening, .notAdvertising("busy")])
            await bench.pass(.seconds(10))
            #expect(bench.fake.advertisements.count > 3)
            bench.fake.refuse(.addAdvertising(advertisement), with: nil)
            await bench.pass(.seconds(30))
            expect(bench.states.last, is: .listening)
        }
    }
}
