import Expecting
import Foundation
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

final class KernelBondStoreTests: Sendable {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "bonds-\(UUID())").path
    private let ann = PairedPhone(address: Sample.bond().name, name: "Ann")
    private let bob = PairedPhone(address: Sample.bond(Sample.bob).name, name: "Bob")

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @LoopActor
    private func look() async -> [Bool?] {
        await KernelBondStore(folder: folder).look(at: [ann, bob]).map(\.isBonded)
    }

    @LoopActor
    private func remove(
        _ address: String, on adapter: AdapterChoice = .any, isAllowed: Bool = true
    ) async -> BondRemoval {
        await KernelBondStore(adapter: adapter, folder: folder).removeBond(
            of: address, after: { isAllowed })
    }

    @Test @LoopActor func `bonds are looked for and removed, on every adapter`() async throws {
        await expect(look(), is: [false, false])
        await expect(remove(ann.address), is: .gone)
        #expect(!FileManager.default.fileExists(atPath: folder))
        let memory = KeyMemory(in: folder)
        _ = try memory.change(orElse: .empty()) { ring in
            ring.add(Sample.bond())
            ring.add(Sample.bond(on: Sample.otherAdapter))
            ring.add(Sample.bond(Sample.bob))
        }
        await expect(look(), is: [true, true])
        await expect(remove(ann.address, isAllowed: false), is: .kept("nothing was changed"))
        await expect(look(), is: [true, true])
        await expect(remove(ann.address), is: .gone)
        await expect(look(), is: [false, true])
        try expect(memory.read()?.bonds.map(\.peer), is: [Sample.bob])
    }

    @Test @LoopActor func `a bond on another adapter than the one asked for stays`() async throws {
        let memory = KeyMemory(in: folder)
        let (first, second) = (Sample.bond(), Sample.bond(on: Sample.otherAdapter))
        _ = try memory.change(orElse: .empty()) { ring in
            ring.add(first)
            ring.add(second)
        }
        let addresses = [first, second].map(\.adapter.description)
        // The file does not know which adapter has that name.
        await expect(remove(ann.address, on: .named("hci0")), is: .elsewhere(addresses))
        await expect(remove(ann.address, on: .at("00:00:00:00:00:99")), is: .elsewhere(addresses))
        try expect(memory.read()?.bonds, is: [first, second])
        await expect(remove(ann.address, on: .at(addresses[0])), is: .gone)
        try expect(memory.read()?.bonds, is: [second])
    }

    @Test @LoopActor func `in a damaged file nothing is known, and nothing removed`() async throws {
        let memory = KeyMemory(in: folder)
        _ = try memory.change(orElse: .empty()) { $0.add(Sample.bond()) }
        try Data("{}".utf8).write(to: URL(filePath: memory.path))
        await expect(look(), is: [nil, nil])
        let doubts = await KernelBondStore(folder: folder).look(at: [ann]).map(\.doubt)
        #expect(doubts == ["\(memory.path) is damaged: it has no checksum"])
        await #expect(
            remove(ann.address)
                == .kept("its keys are kept: \(memory.path) is damaged: it has no checksum"))
    }
}
