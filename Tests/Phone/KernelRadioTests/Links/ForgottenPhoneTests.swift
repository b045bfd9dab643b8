import Expecting
import Foundation
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

struct ForgottenPhoneTests {
    private static let bond = Sample.bond()

    @Test func `a phone that is taken off the list is let go, and its keys are gone everywhere`()
        async throws
    {
        let other = Sample.bond(Sample.bob)
        try await RadioBench.run(bonds: [Self.bond, other]) { bench in
            await bench.start()
            let phone = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(phone))
            try bench.memory.forget(Self.bond.name)
            expect(await eventually { phone.wasClosed })
            await bench.settle()
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 1)
            expect(bench.keptBonds, is: [other])
            expect(bench.visits.first?.events, is: [.available, .closed(.lost)])
            expect(bench.forgotten, is: [Self.bond.name])
            expect(bench.radio?.places[Self.bond.name], is: nil)
            expect(bench.advice, is: [])
        }
    }

    @Test func `keys that cannot be taken out of the file are told of once, and hold no longer`()
        async throws
    {
        try await RadioBench.run(bonds: [Self.bond]) { bench in
            await bench.start()
            try FileManager.default.createDirectory(
                atPath: "\(bench.folder)/keys.json.new/in-the-way",
                withIntermediateDirectories: true)
            try bench.memory.forget(Self.bond.name)
            expect(await eventually { !bench.advice.isEmpty })
            // Another change in the folder, which the radio hears of as soon as this does.
            var hasChanged = false
            let watch = try FolderWatch(bench.folder) { hasChanged = true }
            try Data().write(to: URL(filePath: "\(bench.folder)/mark"))
            expect(await eventually { hasChanged })
            watch.stop()
            await turn()
            await bench.settle()
            expect(bench.advice.count, is: 1)
            expect(bench.advice.first?.contains("cannot be written"), is: true)
            expect(bench.fake.count(.unpair(Sample.ann, disconnect: true)), is: 1)
            let phone = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(phone))
            #expect(phone.wasClosed)
        }
    }

    @Test func `keys that another process takes away are the kernel's no more`() async throws {
        let other = Sample.bond(Sample.bob)
        try await RadioBench.run(bonds: [Self.bond, other]) { bench in
            await bench.start()
            let phone = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(phone))
            #expect(bench.radio?.places[Self.bond.name] != nil)
            bench.fake.forgetCommands()
            _ = try bench.keys.change(orElse: .empty()) { _ = $0.remove(named: Self.bond.name) }
            expect(await eventually { phone.wasClosed })
            await bench.settle()
            expect(bench.fake.count(.loadLongTermKeys(other.keys)), is: 1)
            expect(bench.radio?.places[Self.bond.name], is: nil)
        }
    }

    @Test func `keys that change while the adapter is made ready are given to the kernel too`()
        async throws
    {
        try await RadioBench.run(bonds: [Self.bond]) { bench in
            bench.fake.hold(.setPowered(true))
            await bench.start()
            expect(bench.fake.count(.loadLongTermKeys(Self.bond.keys)), is: 1)
            _ = try bench.keys.change(orElse: .empty()) { _ = $0.remove(named: Self.bond.name) }
            expect(await eventually { bench.radio?.bonds.ring.bonds.isEmpty == true })
            bench.fake.release()
            await bench.settle()
            #expect(bench.commands.contains(.loadLongTermKeys([])))
            expect(bench.states.last, is: .listening)
        }
    }

    @Test func `a phone that comes back is not searched again`() async throws {
        try await RadioBench.run(bonds: [Self.bond]) { bench in
            await bench.start()
            let first = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(first))
            #expect(first.searches > 0)
            expect(bench.visits.last?.events, is: [.available])
            let path = "\(bench.folder)/places.json"
            #expect(!FileManager.default.fileExists(atPath: path))
            bench.kernel.disconnect(first)
            let file = try Data(contentsOf: URL(filePath: path))
            expect(PlacesFile.read(Array(file))?.keys.sorted(), is: [Self.bond.name])
            let second = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(second))
            expect(second.searches, is: 0)
            expect(bench.visits.last?.events, is: [.available])
        }
    }

    @Test func `a damaged file of keys lets nobody come back until it is mended`() async throws {
        try await RadioBench.run(bonds: [Self.bond]) { bench in
            let file = URL(filePath: bench.keys.path)
            let whole = try Data(contentsOf: file)
            try Data("{}\n".utf8).write(to: file)
            await bench.start()
            #expect(
                bench.advice == [
                    "\(bench.keys.path) is damaged: its checksum does not match its content; until "
                        + "it is fixed, or deleted and phones pair again, no phone can reconnect"
                ])
            expect(bench.states.last, is: .listening)
            expect(bench.fake.count(.loadLongTermKeys([])), is: 1)
            expect((try? Data(contentsOf: file)), is: Data("{}\n".utf8))
            try whole.write(to: file)
            expect(await eventually { bench.fake.count(.loadLongTermKeys(Self.bond.keys)) == 1 })
            let phone = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(phone))
            expect(bench.visits.count, is: 1)
        }
    }

    @Test func `a file of keys that is damaged later changes nothing`() async throws {
        try await RadioBench.run(bonds: [Self.bond]) { bench in
            await bench.start()
            try Data("{}\n".utf8).write(to: URL(filePath: bench.keys.path))
            expect(await eventually { bench.advice.count == 1 })
            let phone = FakePhone(security: Sample.authenticated)
            #expect(await bench.connect(phone))
            expect(bench.visits.count, is: 1)
        }
    }
}
