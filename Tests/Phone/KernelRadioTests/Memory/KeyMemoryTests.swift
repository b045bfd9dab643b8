import Expecting
import Foundation
import Linux
import Testing

@testable import KernelRadio

/// Keys in a folder of the test's own.
final class KeyMemoryTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "keys-\(UUID())").path

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var memory: KeyMemory { KeyMemory(in: folder) }

    private func mode(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return attributes[.posixPermissions] as? Int
    }

    @Test func `looking for keys makes no folder`() throws {
        try expect(memory.read(), is: nil)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `keys are kept where nobody else reads them`() throws {
        let ring = try memory.change(orElse: .empty()) { $0.add(Sample.bond()) }
        try expect(memory.read(), is: ring)
        try expect(mode(memory.path), is: 0o600)
        try expect(mode(folder), is: 0o700)
        #expect(
            try !FileManager.default.contentsOfDirectory(atPath: folder).contains("keys.json.new"))
    }

    @Test func `what another process has written meanwhile stays`() throws {
        _ = try memory.change(orElse: .empty()) { $0.add(Sample.bond()) }
        let ring = try memory.change(orElse: .empty()) { $0.add(Sample.bond(Sample.bob)) }
        expect(ring.bonds.map(\.peer), is: [Sample.ann, Sample.bob])
    }

    @Test func `a file that cannot be read is changed by nobody, until it is set aside`() throws {
        _ = try memory.change(orElse: .empty()) { $0.add(Sample.bond()) }
        try Data("{\n".utf8).write(to: URL(filePath: memory.path))
        #expect(throws: KeysProblem.self) {
            try self.memory.change(orElse: .empty()) { $0.add(Sample.bond(Sample.bob)) }
        }
        try expect(Data(contentsOf: URL(filePath: memory.path)), is: Data("{\n".utf8))
        let aside = try memory.setAside()
        expect(aside, is: "\(folder)/keys.json.broken")
        try expect(Data(contentsOf: URL(filePath: aside)), is: Data("{\n".utf8))
        try expect(memory.read(), is: nil)
    }

    @Test func `a file that is larger than any of ours is damaged`() throws {
        _ = try memory.change(orElse: .empty()) { $0.add(Sample.bond()) }
        try Data(count: 1 << 19).write(to: URL(filePath: memory.path))
        #expect(
            throws: KeysProblem.damaged(memory.path, "it exceeds the maximum size")
        ) {
            try self.memory.read()
        }
    }

    @Test func `a ring has room for so many phones, and always for those that are in it`() {
        var ring = KeyRing.empty()
        for number in 0..<UInt8(KeyRing.limit) {
            let peer = PeerAddress(Sample.address(0xC1, number), .randomLE)
            #expect(ring.hasRoom(for: peer, on: Sample.adapter))
            ring.add(Sample.bond(peer))
        }
        #expect(!ring.hasRoom(for: Sample.ann, on: Sample.adapter))
        let first = PeerAddress(Sample.address(0xC1, 0), .randomLE)
        #expect(ring.hasRoom(for: first, on: Sample.adapter))
        #expect(!ring.hasRoom(for: first, on: Sample.otherAdapter))
        ring.add(Sample.bond(first, byte: 0x11))
        expect(ring.bonds.count, is: KeyRing.limit)
    }
}
