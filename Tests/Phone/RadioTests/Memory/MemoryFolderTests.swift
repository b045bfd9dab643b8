import Expecting
import Foundation
import Linux
import Support
import Testing
import Waiting

@testable import Radio

/// What is remembered, in a folder of the test's own.
final class MemoryFolderTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "memory-\(UUID())").path
    private let ann = PairedPhone(address: "AA:AA:AA:AA:AA:01", name: "Ann's \"phone\"\n☎")
    private let bob = PairedPhone(address: "BB:BB:BB:BB:BB:02", name: "")

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test func `looking for phones makes no folder`() throws {
        try expect(memory.phones(), is: [])
        try expect(memory.before(), is: [])
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    private var memory: MemoryFolder { MemoryFolder(in: folder) }

    private func write(_ text: String, to file: String = "phones.json") throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(file)"))
    }

    private func mode(_ file: String = "") throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + file)
        return attributes[.posixPermissions] as? Int
    }

    private func problem<Content>(_ body: () throws(MemoryError) -> Content) -> MemoryError? {
        do throws(MemoryError) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func `phones are remembered, changed and forgotten`() throws {
        try expect(memory.phones(), is: [])
        try memory.remember(ann)
        try memory.remember(bob)
        try expect(memory.phones(), is: [ann, bob])
        var renamed = ann
        renamed.name = "Ann"
        try memory.remember(renamed)
        try expect(memory.phones(), is: [bob, renamed])
        try memory.forget(bob.address)
        try memory.forget("CC:CC:CC:CC:CC:03")
        try expect(memory.phones(), is: [renamed])
    }

    @Test func `a note on an adapter is kept until it is taken back`() throws {
        try expect(memory.before(), is: [])
        let first = MemoryFolder.Before(adapter: "00:00:00:00:00:01", isPairable: true)
        let second = MemoryFolder.Before(adapter: "00:00:00:00:00:02", isPairable: false)
        try memory.keep(first)
        try memory.keep(second)
        // What was noted first is how it was before.
        try memory.keep(.init(adapter: first.adapter, isPairable: false))
        try expect(memory.before(), is: [first, second])
        try memory.wasRestored(first.adapter)
        try expect(memory.before(), is: [second])
        try memory.wasRestored(second.adapter)
        try memory.wasRestored(second.adapter)
        try expect(memory.before(), is: [])
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/adapter.json"))
    }

    @Test func `a broken note is replaced, and notes are not without number`() throws {
        try write("{", to: "adapter.json")
        for number in 10..<40 {
            try memory.keep(.init(adapter: "00:00:00:00:00:\(number)", isPairable: true))
        }
        let kept = try memory.before().map(\.adapter)
        expect(kept, is: (24..<40).map { "00:00:00:00:00:\($0)" })
    }

    @Test func `nobody else can read what is remembered`() throws {
        try memory.remember(ann)
        try memory.keep(.init(adapter: "00:00:00:00:00:01", isPairable: true))
        _ = try memory.lock()
        try expect(mode(), is: 0o700)
        for file in ["/phones.json", "/adapter.json", "/lock"] {
            try expect(mode(file), is: 0o600, "\(file)")
        }
    }

    @Test(
        arguments: [
            ("", "1", "empty"), ("{", "1", "cut off"), ("[]", "1", "another kind of value"),
            ("{\"phones\": []}", "format", "no format"),
            ("{\"format\": 2, \"phones\": []}", "format", "a format of later"),
            ("{\"format\": 1}", "phones", "no phones"),
            ("{\"format\": 1,\n \"phones\": {}}", "2", "no list"),
            ("{\"format\": 1,\n \"phones\": [\n{\"name\": \"x\"}]}", "address", "no address"),
            ("{\"format\": 1,\n \"phones\": [\n{\"address\": \"x\"}]}", "name", "no name"),
            (
                "{\"format\": 1,\n \"phones\": [\n{\"address\": 1, \"name\": \"x\"}]}",
                "address", "an address that is none"
            ),
            (
                "{\"format\": 1,\n \"phones\": [\n{\"address\": \"x\", \"nam\": \"x\"}]}",
                "nam", "a field that nobody knows"
            ),
        ])
    func `a broken file is refused with its line and field, and left alone`(
        text: String, place: String, why: String
    ) throws {
        try write(text)
        for problem in [
            problem { () throws(MemoryError) in try memory.phones() },
            problem { () throws(MemoryError) in try memory.remember(ann) },
            problem { () throws(MemoryError) in try memory.forget(ann.address) },
        ] {
            guard case .content(let sentence) = problem else {
                Issue.record("\(why): \(String(describing: problem))")
                continue
            }
            let start = "\(folder)/phones.json:"
            #expect(sentence.hasPrefix(start))
            let line = try #require(sentence.dropFirst(start.count).first)
            #expect(line.isNumber, "\(why): \(sentence)")
            #expect(sentence.contains(place), "\(why): \(sentence)")
        }
        try expect(String(contentsOfFile: "\(folder)/phones.json", encoding: .utf8), is: text)
    }

    @Test func `a file that is too large is none`() throws {
        try write(String(repeating: " ", count: (1 << 20) + 1))
        expect(
            problem { () throws(MemoryError) in try memory.phones() },
            is: .reading("\(folder)/phones.json", .tooLarge))
        // At the limit it is read, and found to be empty.
        try write(String(repeating: " ", count: 1 << 20))
        guard case .content = problem({ () throws(MemoryError) in try memory.phones() }) else {
            Issue.record("a file at the limit must be read")
            return
        }
    }

    @Test func `a file that cannot be read is named`() throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder)/phones.json", withIntermediateDirectories: true)
        guard
            case .reading(let file, _) = problem({ () throws(MemoryError) in try memory.phones() })
        else {
            Issue.record("a folder in the place of a file must be refused")
            return
        }
        expect(file, is: "\(folder)/phones.json")
    }

    @Test func `a folder that cannot be made is named`() throws {
        try write("", to: "file")
        let nowhere = MemoryFolder(in: "\(folder)/file/deeper")
        guard
            case .folder(let path, _) = problem({ () throws(MemoryError) in try nowhere.lock() })
        else {
            Issue.record("a folder below a file must be refused")
            return
        }
        expect(path, is: "\(folder)/file/deeper")
    }

    @Test func `one process at a time has the memory`() throws {
        var first = try memory.lock()
        #expect(first != nil)
        #expect(try memory.lock() == nil)
        first = nil
        #expect(try memory.lock() != nil)
    }

    @Test func `a draft that an earlier run left is no hindrance`() throws {
        try write("half", to: "phones.json.new")
        try memory.remember(ann)
        try expect(memory.phones(), is: [ann])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        expect(files.sorted(), is: ["changes.lock", "phones.json"])
    }

    @Test func `a file is replaced, never written over`() throws {
        try memory.remember(ann)
        // Whoever has opened the old file goes on reading the old one, whole.
        let old = try FileDescriptor.open(readingFrom: "\(folder)/phones.json")
        let size = try FileManager.default.attributesOfItem(atPath: "\(folder)/phones.json")[.size]
        try memory.remember(bob)
        let bytes = try old.read(upTo: 1 << 16)
        #expect(bytes.count == size as? Int)
        try expect(PhonesFile.read(bytes, "old"), is: [ann])
    }

    @Test func `an address is the same however it is spelt`() throws {
        try write(
            "{\"format\": 1, \"phones\": [{\"address\": \"aa:aa:aa:aa:aa:01\", \"name\": \"\"}]}")
        try expect(memory.phones().map(\.address), is: ["AA:AA:AA:AA:AA:01"])
    }

    @Test func `many who change the list at once lose nothing`() async throws {
        let memory = memory
        await withTaskGroup { group in
            for number in 10..<40 {
                group.addTask {
                    // Whoever has waited for others for a second is refused, and comes again.
                    let phone = PairedPhone(address: "00:00:00:00:00:\(number)", name: "")
                    for _ in 0..<Patience.seconds where (try? memory.remember(phone)) == nil {}
                }
                group.addTask { try? memory.forget("00:00:00:00:01:\(number)") }
            }
        }
        try expect(memory.phones().count, is: 30)
    }

    @Test func `a broken list keeps its bytes when it is replaced`() throws {
        try write("{")
        try expect(memory.replacePhones(with: [ann]), is: "\(folder)/phones.json.broken")
        try expect(memory.phones(), is: [ann])
        let kept = try String(contentsOfFile: "\(folder)/phones.json.broken", encoding: .utf8)
        expect(kept, is: "{")
    }
}
