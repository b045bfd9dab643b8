import Expecting
import Foundation
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

/// One look at a kernel that is made up.
final class KernelSurveyTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "survey-\(UUID())").path
    private static let phone = "AA:AA:AA:AA:AA:01"

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A channel whose kernel answers at once.
    @LoopActor
    private final class MadeUpChannel: ManagementChannel {
        var refusal: Errno?
        var list: Result<[UInt8], ManagementFailure> = .success([0, 0])
        var adapters: [UInt16: [UInt8]] = [:]
        private(set) var isOpen = false

        func open(
            _ take: @escaping @LoopActor (ControllerIndex, ManagementEvent) -> Void,
            lost: @escaping @LoopActor (Errno) -> Void
        ) throws(Errno) {
            if let refusal { throw refusal }
            isOpen = true
        }

        func send(
            _ command: ManagementCommand, to index: ControllerIndex,
            _ done: @escaping @LoopActor (Result<[UInt8], ManagementFailure>) -> Void
        ) {
            switch command {
            case .readIndexList: done(list)
            case .readControllerInfo:
                done(
                    adapters[index.rawValue].map { .success($0) }
                        ?? .failure(.status(.invalidIndex)))
            default: done(.failure(.status(.permissionDenied)))
            }
        }

        func close() { isOpen = false }
    }

    /// An answer with what an adapter is.
    private static func info(
        _ last: UInt8, supported: ControllerSettings = all, current: ControllerSettings = []
    ) -> [UInt8] {
        var bytes: [UInt8] = [last, 0, 0, 0, 0, last == 0 ? 0 : 0xC0, 9, 0, 0]
        for number in [supported.rawValue, current.rawValue] {
            for place in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
        }
        return bytes + [UInt8](repeating: 0, count: 3 + 249 + 11)
    }

    private static let all: ControllerSettings = [
        .powered, .lowEnergy, .bredr, .secureConnections, .privacy, .bondable,
    ]

    private func look(
        _ choice: AdapterChoice = .any, daemon: Int32? = nil, links: [AdapterLink] = [],
        _ prepare: @escaping @LoopActor @Sendable (MadeUpChannel) -> Void
    ) async throws -> KernelSurvey.Findings {
        LoopThread.start()
        return await Self.look(choice, in: folder, daemon, links, prepare)
    }

    @LoopActor
    private static func look(
        _ choice: AdapterChoice, in folder: String, _ daemon: Int32?, _ links: [AdapterLink],
        _ prepare: @LoopActor (MadeUpChannel) -> Void
    ) async -> KernelSurvey.Findings {
        let channel = MadeUpChannel()
        prepare(channel)
        let parts = KernelSurvey.Parts(
            channel: channel, links: { (_) throws(Errno) in links },
            daemon: { () throws(Errno) in daemon })
        let found = await KernelSurvey(adapter: choice, folder: folder, parts).look()
        #expect(!channel.isOpen)
        return found
    }

    /// Remembers a phone that knows the adapter whose address ends with this byte.
    private func remember(_ adapter: UInt8) throws {
        let peer = PeerAddress(try #require(BluetoothAddress(Self.phone)), .publicLE)
        let key = try #require(
            LongTermKey(
                peer: peer, kind: .authenticatedP256, isCentral: false, size: 16, ediv: 0,
                random: [UInt8](repeating: 0, count: 8), value: [UInt8](repeating: 7, count: 16)))
        let bond = Bond(
            adapter: BluetoothAddress(bytes: [adapter, 0, 0, 0, 0, 0xC0]), peer: peer, keys: [key],
            identityKey: nil)
        _ = try KeyMemory(in: folder).change(orElse: .empty()) { $0.add(bond) }
    }

    @Test(
        arguments: [
            (.notPermitted, .obstructed(.noCapability), "no capability"),
            (.accessDenied, .obstructed(.refused(.accessDenied)), "anything else"),
        ] as [(Errno, KernelSurvey.Access, Comment)])
    func `why the kernel cannot be asked is found`(
        error: Errno, access: KernelSurvey.Access, why: Comment
    ) async throws {
        try await expect(look { $0.refusal = error }.access, is: access, why)
    }

    @Test(
        arguments: [
            (.failure(.noAnswer), "the kernel does not answer"),
            (.failure(.status(.busy)), "busy"),
            (.success([1]), "the kernel's answer cannot be read"),
            (.success([9, 0, 1]), "the kernel's answer cannot be read"),
        ] as [(Result<[UInt8], ManagementFailure>, String)])
    func `a kernel that does not say which adapters there are is told of`(
        answer: Result<[UInt8], ManagementFailure>, words: String
    ) async throws {
        try await expect(look { $0.list = answer }.access, is: .failed(words))
    }

    @Test func `a machine without adapters, keys and bluetoothd has nothing`() async throws {
        try await expect(look { _ in }, is: KernelSurvey.Findings())
    }

    @Test func `adapters are told as they are, in their order`() async throws {
        let link = AdapterLink(
            handle: 1, address: try #require(BluetoothAddress(Self.phone)), isLowEnergy: true,
            mode: [.encrypted], state: 1)
        let findings = try await look(daemon: 42, links: [link]) { channel in
            channel.list = .success([4, 0, 2, 0, 0, 0, 1, 0, 7, 0])
            channel.adapters[0] = Self.info(1, supported: [.bredr])
            channel.adapters[1] = Self.info(0)
            channel.adapters[2] = Self.info(
                3, current: [.powered, .lowEnergy, .bondable, .addressResolution])
        }
        #expect(findings.access == .answered && findings.daemon == .running(42))
        expect(findings.adapters.map(\.name), is: ["hci0", "hci1", "hci2"])
        expect(findings.adapters.map { !$0.lacks.contains(.lowEnergy) }, is: [false, false, true])
        expect(
            findings.adapters.map { !$0.lacks.contains(.secureConnections) },
            is: [false, true, true])
        expect(findings.adapters.map(\.isPowered), is: [false, false, true])
        expect(findings.adapters.map(\.isBondable), is: [false, false, true])
        expect(findings.adapters.map(\.resolvesAddresses), is: [false, false, true])
        #expect(findings.adapters.allSatisfy { $0.connected == [Self.phone] })
        expect(findings.chosen, is: "hci2")
    }

    @Test(
        arguments: [
            (.any, "hci1", "the home of phones comes first"), (.named("hci0"), "hci0", "a name"),
            (.at("C0:00:00:00:00:01"), "hci0", "an address"), (.named("hci7"), nil, "none such"),
        ] as [(AdapterChoice, String?, Comment)])
    func `the adapter is the one that a radio would take`(
        choice: AdapterChoice, chosen: String?, why: Comment
    ) async throws {
        try remember(2)
        let findings = try await look(choice) { channel in
            channel.list = .success([2, 0, 0, 0, 1, 0])
            channel.adapters = [0: Self.info(1, current: [.powered]), 1: Self.info(2)]
        }
        expect(findings.chosen, is: chosen, why)
        expect(
            findings.keys, is: .readable([KernelSurvey.Bond(phone: Self.phone, adapter: "hci1")]))
    }

    @Test func `keys of an adapter that is gone are told, and damaged ones without a key`()
        async throws
    {
        try remember(9)
        try await expect(
            look { _ in }.keys, is: .readable([KernelSurvey.Bond(phone: Self.phone, adapter: nil)]))
        let file = URL(filePath: KeyMemory(in: folder).path)
        var bytes = try Data(contentsOf: file)
        bytes[bytes.startIndex] ^= 1
        try bytes.write(to: file)
        guard case .broken(let sentence) = try await look(.any, { _ in }).keys else {
            Issue.record("a damaged file was read")
            return
        }
        #expect(sentence.contains("is damaged") && !sentence.contains("0707"))
    }
}
