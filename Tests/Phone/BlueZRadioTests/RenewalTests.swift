import BusSupport
import DBus
import Expecting
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

/// A bluetoothd that has lost what was registered with it, and says nothing.
struct RenewalTests {
    private static let beacon = AirBroadcast(
        name: "door", data: AirData(0x004C, [0x02, 0x15]), interval: .milliseconds(100))

    @Test func `all that was lost without a word is registered again`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen(shape: .hid)
            radio.radio?.broadcast([Self.beacon])
            radio.radio?.startListening { _ in }
            expect(await eventually { bench.bluez.broadcasts.count == 1 })
            expect(await eventually { bench.bluez.count("StartDiscovery") > 0 })
            bench.bluez.forgetClient()
            await bench.bluez.settle()
            #expect(bench.bluez.advertisement == nil, "nothing happens by itself")
            radio.radio?.renew()
            expect(await eventually { bench.bluez.advertisement != nil })
            expect(await eventually { bench.bluez.application != nil })
            expect(await eventually { bench.bluez.broadcasts.count == 1 })
            expect(await eventually { bench.bluez.count("SetDiscoveryFilter") == 2 })
            await bench.bluez.settle()
            expect(bench.bluez.count("RegisterAdvertisement"), is: 4, "two of them, twice")
            expect(bench.bluez.count("RegisterApplication"), is: 2)
            expect(radio.states, is: [.noService, .listening], "nobody is told of it")
        }
    }

    @Test func `what bluetoothd still has is taken back first`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen(shape: .hid)
            radio.radio?.renew()
            expect(await eventually { bench.bluez.count("RegisterAdvertisement") == 2 })
            expect(await eventually { bench.bluez.count("RegisterApplication") == 2 })
            await bench.bluez.settle()
            #expect(bench.bluez.advertisement != nil)
            #expect(bench.bluez.application != nil)
            expect(bench.bluez.count("UnregisterAdvertisement"), is: 1)
            expect(bench.bluez.count("UnregisterApplication"), is: 1)
        }
    }

    @Test func `what is being registered meanwhile is registered once more`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            bench.bluez.on("RegisterAdvertisement", .hold)
            radio.radio?.renew()
            expect(await eventually { !bench.bluez.held.isEmpty })
            radio.radio?.renew()
            bench.bluez.release()
            expect(await eventually { bench.bluez.count("UnregisterAdvertisement") == 2 })
            expect(await eventually { bench.bluez.advertisement != nil })
            await bench.bluez.settle()
            expect(bench.bluez.count("RegisterAdvertisement"), is: 3)
        }
    }

    @Test func `a phone that is there keeps the keyboard until it has gone`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen(shape: .hid)
            let phone = bench.bluez.addPhone()
            expect(await eventually { bench.bluez.count("RegisterAdvertisement") == 2 })
            await bench.bluez.settle()
            radio.radio?.renew()
            expect(await eventually { bench.bluez.count("RegisterAdvertisement") == 3 })
            await bench.bluez.settle()
            expect(bench.bluez.count("UnregisterApplication"), is: 0)
            bench.bluez.change(phone.path, FakePaths.device, ["Connected": .bool(false)])
            expect(await eventually { bench.bluez.count("RegisterApplication") == 2 })
            await bench.bluez.settle()
            expect(bench.bluez.count("UnregisterApplication"), is: 1, "once")
        }
    }

    @Test func `an open window has its agent again`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            #expect(await radio.openWindowAndWait())
            bench.bluez.agent = nil
            bench.bluez.change(FakePhone.adapter, FakePaths.adapter, ["Pairable": .bool(false)])
            await bench.bluez.settle()
            radio.radio?.renew()
            expect(await eventually { bench.bluez.agent?.isDefault == true })
            expect(
                await eventually {
                    bench.bluez.property(FakePhone.adapter, FakePaths.adapter, "Pairable")
                        == .bool(true)
                })
            await bench.bluez.settle()
            expect(radio.pairingEnd, is: nil)
            radio.radio?.closeWindow()
            expect(await eventually { radio.pairingEnd != nil })
            #expect(bench.bluez.agent == nil)
        }
    }

    @Test func `a window that closes meanwhile has no agent afterwards`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            #expect(await radio.openWindowAndWait())
            bench.bluez.on("UnregisterAgent", .hold)
            radio.radio?.renew()
            expect(await eventually { !bench.bluez.held.isEmpty })
            radio.radio?.closeWindow()
            expect(await eventually { radio.pairingEnd != nil })
            bench.bluez.release()
            await bench.bluez.settle()
            #expect(bench.bluez.agent == nil)
            expect(bench.bluez.count("RegisterAgent"), is: 1)
        }
    }

    @Test func `without bluetoothd, or after the end, nothing is registered`() async throws {
        try await RadioBench.run { bench in
            let radio = await bench.listen()
            bench.bluez.die()
            expect(await eventually { radio.state == .noService })
            radio.radio?.renew()
            await radio.stop()
            radio.radio?.renew()
            expect(bench.bluez.count("RegisterAdvertisement"), is: 1)
        }
    }
}
