import Expecting
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct ListeningTests {
    private static let tag = PeerAddress(Sample.address(0xC0, 0x77), .randomLE)
    private static let beacon = hex("4C00 0215 000102030405060708090A0B0C0D0E0F 0001 0002 C5")
    private static let on: ControllerSettings = [.powered, .lowEnergy]

    /// What a maker's data is on the air, behind the flags.
    private static func advertisement(_ data: [UInt8], _ field: UInt8 = 0xFF) -> [UInt8] {
        [2, 1, 6, UInt8(data.count + 1), field] + data
    }

    /// What a radio has told of the air.
    @LoopActor
    private final class Heard {
        var events: [AirEvent] = []
        var messages: [AirMessage] {
            events.compactMap { if case .heard(let message) = $0 { message } else { nil } }
        }

        init(_ bench: RadioBench) {
            bench.radio?.startListening { self.events.append($0) }
        }
    }

    private static func isMonitor(_ command: ManagementCommand) -> Bool {
        if case .addAdvertisementMonitor = command { true } else { false }
    }

    @Test func `nothing listens until somebody wants that`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            #expect(!bench.commands.contains(where: Self.isMonitor))
            let heard = Heard(bench)
            await bench.settle()
            expect(heard.events, is: [.listening(true)])
            expect(bench.commands.count(where: Self.isMonitor), is: 1)
            bench.radio?.stopListening()
            await bench.settle()
            expect(bench.fake.count(.removeAdvertisementMonitor(1)), is: 1)
            expect(heard.events, is: [.listening(true)])
            bench.fake.emit(
                .deviceFound(
                    FoundDevice(Self.tag, signal: -60, data: Self.advertisement(Self.beacon))))
            expect(heard.messages, is: [])
        }
    }

    @Test func `turns of listening cost two commands each`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.forgetCommands()
            for _ in 0..<5 {
                bench.radio?.startListening { _ in }
                await bench.settle()
                bench.radio?.stopListening()
                await bench.settle()
            }
            expect(bench.commands.count, is: 10)
        }
    }

    static let messages: [(data: [UInt8], bond: Bool, isHeard: Bool, why: String)] = [
        (advertisement(beacon), false, true, "an iBeacon"),
        (advertisement(hex("1801 BEAC 0102")), false, true, "an AltBeacon of any maker"),
        (advertisement(hex("AAFE 00 EE"), 0x16), false, true, "Eddystone"),
        (advertisement(hex("4C00 1005 0102030405")), false, false, "a phone of somebody"),
        (advertisement(hex("4C00 1005 0102030405")), true, true, "a phone that is paired"),
        (advertisement(hex("0A18 01"), 0x16), false, false, "another service"),
        ([2, 1, 6], false, false, "flags alone"),
        ([2, 1, 6], true, true, "flags alone of a paired phone"),
        (advertisement(hex("4C")), false, false, "half a maker"),
        ([0x1A, 0xFF, 0x4C], false, false, "a field that is cut"),
        ([], false, false, "nothing"),
    ]

    @Test(arguments: messages)
    func `of what is on the air beacons and paired phones are heard`(
        data: [UInt8], bond: Bool, isHeard: Bool, why: String
    ) async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            let heard = Heard(bench)
            await bench.settle()
            let peer = bond ? Sample.ann : Self.tag
            bench.fake.emit(.deviceFound(FoundDevice(peer, signal: -61, data: data)))
            expect(heard.messages.count, is: isHeard ? 1 : 0, "\(why)")
            guard let message = heard.messages.first else { return }
            expect(message.address, is: peer.address.description)
            expect(message.bond, is: bond ? Sample.bond().name : nil)
            expect(message.signal, is: -61)
        }
    }

    @Test func `a message is told as it was sent`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            let heard = Heard(bench)
            await bench.settle()
            let data = Self.advertisement(Self.beacon) + hex("0616 AAFE 00E701")
            bench.fake.emit(.deviceFound(FoundDevice(Self.tag, signal: nil, data: data)))
            expect(
                heard.messages,
                is: [
                    AirMessage(
                        address: Self.tag.address.description, signal: nil,
                        manufacturerData: [AirData(0x004C, Array(Self.beacon.dropFirst(2)))],
                        serviceData: [AirData(0xFEAA, [0x00, 0xE7, 0x01])])
                ])
        }
    }

    @Test func `an adapter that is off does not listen, and does again when it is on`()
        async throws
    {
        try await RadioBench.run { bench in
            await bench.start()
            let heard = Heard(bench)
            await bench.settle()
            bench.fake.set(.lowEnergy)
            await bench.settle()
            expect(heard.events, is: [.listening(true), .listening(false)])
            bench.fake.set(Self.on)
            await bench.settle()
            expect(heard.events, is: [.listening(true), .listening(false), .listening(true)])
            bench.kernel.daemon = 4711
            bench.fake.emit(.newSettings([]))
            await bench.settle()
            expect(heard.events.last, is: .listening(false))
        }
    }

    @Test func `a kernel that refuses is asked again, and words say why`() async throws {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.refuse(.addAdvertisementMonitor([]), with: .unknownCommand)
            let heard = Heard(bench)
            await bench.settle()
            expect(heard.events, is: [])
            expect(
                bench.radio?.air.listening,
                is: .never("the kernel cannot listen for beacons: it is older than Linux 5.10"))
            bench.fake.refuse(.addAdvertisementMonitor([]), with: nil)
            await bench.pass(.seconds(2))
            expect(heard.events, is: [.listening(true)])
            expect(bench.radio?.air.listening, is: .passive)
        }
    }

    @Test func `who stops wanting it before the kernel has answered leaves nothing behind`()
        async throws
    {
        try await RadioBench.run { bench in
            await bench.start()
            bench.fake.hold(.addAdvertisementMonitor([]))
            let heard = Heard(bench)
            await bench.settle()
            bench.radio?.stopListening()
            bench.fake.release()
            await bench.settle()
            expect(bench.fake.count(.removeAdvertisementMonitor(1)), is: 1)
            expect(heard.events, is: [])
        }
    }

    @Test(arguments: [(-61 as Int8?, -61 as Int?), (127, nil), (nil, nil)])
    func `how well a phone is heard over its link is asked of the kernel`(
        answer: Int8?, signal: Int?
    ) async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            bench.fake.signals[Sample.ann] = answer
            var told: [Int?] = []
            bench.radio?.askSignal(of: Sample.bond().name) { told.append($0) }
            bench.radio?.askSignal(of: "somebody else") { told.append($0) }
            await bench.settle()
            expect(told, is: [nil, signal])
            expect(bench.fake.count(.readConnectionInformation(Sample.ann)), is: 1)
        }
    }
}
