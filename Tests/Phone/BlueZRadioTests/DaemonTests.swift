import BusSupport
import DBus
import Expecting
import Linux
import Support
import Testing

@testable import BlueZRadio

struct DaemonTests {
    @LoopActor
    private static func follow(
        _ daemon: BlueZDaemon, _ handler: @escaping @LoopActor () -> Void
    ) async throws {
        var isThere = false
        try daemon.start { change in
            switch change {
            case .appeared: isThere = true
            case .changed: handler()
            case .vanished, .absent, .value, .heard: break
            }
        }
        expect(await eventually { isThere })
    }

    @Test func `how well a device is heard is no change`() async throws {
        try await RadioBench.run { bench in
            let phone = bench.bluez.addPhone()
            let daemon = BlueZDaemon(bench.bus.address)
            defer { daemon.stop() }
            var changes = 0
            try await Self.follow(daemon) { changes += 1 }
            for strength in Int16(0)..<100 {
                bench.bluez.set(phone, ["RSSI": .int16(-strength), "TxPower": .int16(strength)])
            }
            bench.bluez.set(phone, ["RSSI": .int16(-1), "Connected": .bool(false)])
            expect(
                await eventually {
                    daemon.tree[phone.path, BlueZ.device]?.isTrue("Connected") == false
                })
            expect(changes, is: 1)
            expect(daemon.tree[phone.path, BlueZ.device]?["RSSI"], is: nil)
        }
    }

    @Test func `a bus that takes no rules is turned to anew`() async throws {
        try await LoopThread.run {
            let bus = try BusBench(rules: 2)
            try bus.start()
            let bluez = FakeBluetoothd(at: bus.address)
            await bluez.start()
            defer { bluez.die() }
            let daemon = BlueZDaemon(
                bus.address, patience: BusBench.patience,
                pauses: .milliseconds(5) ... .milliseconds(50))
            defer { daemon.stop() }
            var absences = 0
            try daemon.start { if case .absent = $0 { absences += 1 } }
            expect(await eventually { absences > 3 })
            try bus.restart(rules: 99)
            expect(await eventually { daemon.isThere })
            let adapter = bluez.addAdapter()
            expect(await eventually { daemon.tree[adapter, BlueZ.adapter] != nil })
        }
    }
}
