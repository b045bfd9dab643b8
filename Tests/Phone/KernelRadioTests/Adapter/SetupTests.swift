import Expecting
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct SetupTests {
    @Test(arguments: [false, true])
    func `an adapter is made ready step by step, switched off first where it is on`(
        isOn: Bool
    ) async throws {
        try await RadioBench.run([Sample.controller(isOn: isOn)]) { bench in
            await bench.start()
            let hostKey = try #require(bench.radio?.bonds.ring.hostKey)
            let advertisement = try #require(bench.fake.advertisements.last)
            var expected: [ManagementCommand] = [.readControllerInfo]
            if isOn { expected.append(.setPowered(false)) }
            expected += [
                .removeAdvertising(instance: 0), .removeAdvertisementMonitor(0),
                .setLowEnergy(true),
                .setBREDR(false),
                .setSecureConnections(.on), .setPrivacy(key: hostKey), .setBondable(false),
                .setIOCapability(.noInputNoOutput), .setLocalName("a host"),
                .setDefaultSystemConfiguration([
                    .shortestAdvertisingInterval(244), .longestAdvertisingInterval(244),
                ]),
                .loadLongTermKeys([]), .loadIdentityResolvingKeys([]), .setPowered(true),
                .addAdvertising(advertisement),
            ]
            expect(bench.commands, is: expected)
            expect(bench.states.last, is: .listening)
            #expect(bench.kernel.isListening)
        }
    }

    @Test func `the kernel is given the keys of all phones of this adapter`() async throws {
        let bonds = [
            Sample.bond(), Sample.bond(Sample.bob, .unauthenticatedP256),
            Sample.bond(Sample.bob, on: Sample.otherAdapter),
        ]
        try await RadioBench.run(bonds: bonds) { bench in
            await bench.start()
            expect(bench.fake.count(.loadLongTermKeys(bonds.prefix(2).flatMap(\.keys))), is: 1)
            let identityKeys = bonds.prefix(2).compactMap(\.identityKey)
            expect(bench.fake.count(.loadIdentityResolvingKeys(identityKeys)), is: 1)
        }
    }

    /// The kernel's Set Privacy comes back each time with the same key, or phones would not resolve us.
    @Test func `the key behind the host's addresses stays the same`() async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            let hostKey = try #require(try bench.keys.read()?.hostKey)
            await bench.start()
            expect(bench.fake.count(.setPrivacy(key: hostKey)), is: 1)
        }
    }

    @Test(
        "an adapter with which phones could not pair otherwise shows its lasting address meanwhile",
        arguments: [
            (FakeManagement.legacy, true, true, "it makes addresses, of no key that it is told"),
            (FakeManagement.extended, true, false, "it is told of which key to make addresses"),
            (FakeManagement.legacy, false, false, "the kernel makes addresses"),
            ([], true, false, "an answer that is no answer"),
        ] as [([UInt8], Bool, Bool, Comment)])
    func privacy(
        features: [UInt8], resolves: Bool, isLimited: Bool, why: Comment
    ) async throws {
        var current: ControllerSettings = [.lowEnergy]
        if resolves { current.insert(.addressResolution) }
        try await RadioBench.run([Sample.controller(current: current)]) { bench in
            bench.fake.features = features
            await bench.start()
            let hostKey = try #require(bench.radio?.bonds.ring.hostKey)
            let privacy = ManagementCommand.setPrivacy(key: hostKey, isLimited: isLimited)
            expect(bench.fake.count(privacy), is: 1, why)
            expect(bench.states.last, is: .listening, why)
        }
    }

    @Test func `an adapter that is gone before it has answered is told nothing more`() async throws
    {
        let controller = Sample.controller(current: [.lowEnergy, .addressResolution])
        try await RadioBench.run([controller]) { bench in
            bench.fake.hold(.readAdvertisingFeatures)
            await bench.start()
            bench.fake.unplug()
            bench.fake.forgetCommands()
            bench.fake.release()
            await bench.pass(.seconds(1))
            expect(bench.commands, is: [])
        }
    }

    static let optional: [ManagementCommand] = [
        .removeAdvertising(instance: 0), .removeAdvertisementMonitor(0), .setBREDR(false),
        .setSecureConnections(.on),
        .setPrivacy(key: nil), .setLocalName(""), .setDefaultSystemConfiguration([]),
    ]

    @Test(arguments: optional)
    func `what an adapter need not have may be refused`(command: ManagementCommand) async throws {
        try await RadioBench.run { bench in
            bench.fake.refuse(command, with: .invalidParameters)
            await bench.start()
            expect(bench.states.last, is: .listening)
        }
    }

    static let necessary: [ManagementCommand] = [
        .setLowEnergy(true), .setBondable(false), .setIOCapability(.noInputNoOutput),
        .loadLongTermKeys([]), .loadIdentityResolvingKeys([]), .setPowered(true),
    ]

    @Test(arguments: necessary)
    func `what an adapter must have is tried again when it is refused`(
        command: ManagementCommand
    ) async throws {
        try await RadioBench.run { bench in
            bench.fake.refuse(command, with: .failed)
            await bench.start()
            expect(bench.states.last, is: .notAdvertising("failed"))
            #expect(!bench.kernel.isListening)
            expect(bench.fake.advertisements, is: [])
            bench.fake.refuse(command, with: nil)
            await bench.pass(.seconds(2))
            expect(bench.states.last, is: .listening)
        }
    }

    @Test func `answers that come from within the call do no harm`() async throws {
        try await RadioBench.run { bench in
            bench.fake.answersAtOnce = true
            await bench.start()
            expect(bench.states, is: [.listening])
            expect(bench.fake.advertisements.count, is: 1)
            #expect(bench.kernel.isListening)
        }
    }

    @Test func `a socket that cannot listen is tried again`() async throws {
        try await RadioBench.run { bench in
            bench.kernel.listenError = .addressInUse
            await bench.start()
            expect(bench.states.last, is: .notAdvertising("\(Errno.addressInUse)"))
            bench.kernel.listenError = nil
            await bench.pass(.seconds(2))
            expect(bench.states.last, is: .listening)
        }
    }
}
