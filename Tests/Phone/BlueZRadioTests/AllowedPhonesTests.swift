import DBus
import Expecting
import Foundation
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import BlueZRadio

struct AllowedPhonesTests {
    private static let ann = PairedPhone(address: FakePhone.address, name: "Ann")

    @Test func `a phone that is forgotten while it is here is let go`() async throws {
        try await RadioBench.run { bench in
            let (radio, link, phone) = try await bench.link()
            try await link.subscribeToBoth()
            try bench.memory.forget(FakePhone.address)
            #expect(await link.has(.closed(.lost)))
            let source = phone.notificationSource
            expect(await eventually { bench.bluez.count("StopNotify", at: source) > 0 })
            expect(bench.bluez.streams[phone.dataSource]?.isClosed, is: true)
            // And it may come back as soon as it is allowed again.
            try bench.memory.remember(Self.ann)
            expect(await eventually { radio.links.count == 2 })
        }
    }

    @Test(arguments: ["{", "[]", ""])
    func `a list that breaks makes no stranger of a known phone`(text: String) async throws {
        try await RadioBench.run { bench in
            let (radio, link, phone) = try await bench.link()
            try bench.write(text, to: "phones.json")
            expect(await eventually { radio.advice.count == 1 })
            expect(radio.advice.first?.contains("phones.json:1"), is: true)
            expect(radio.advice.first?.hasSuffix("the phones known so far stay allowed"), is: true)
            bench.bluez.disconnect(phone)
            #expect(await link.has(.closed(.lost)))
            bench.bluez.connect(phone)
            expect(await eventually { radio.links.count == 2 })
            // It is told once.
            expect(radio.advice.count, is: 1)
            expect(bench.text(of: "phones.json"), is: text)
            try bench.write(#"{"format": 1, "phones": []}"#, to: "phones.json")
            #expect(await radio.links[1].has(.closed(.lost)))
        }
    }

    @Test func `the list is read once for each change of the file`() async throws {
        try await RadioBench.run(allowed: [FakePhone.other]) { bench in
            let radio = await bench.listen()
            let phone = bench.bluez.addPhone()
            expect(await eventually { radio.advice.count == 1 })
            // Nothing is heard of a change until the file is closed.
            let file = try FileHandle(forWritingTo: URL(filePath: "\(bench.folder)/phones.json"))
            try file.write(contentsOf: Data("broken".utf8))
            for name in ["Ann", "Bob", "Cleo"] { bench.bluez.set(phone, ["Alias": .string(name)]) }
            await bench.bluez.settle()
            expect(radio.advice.count, is: 1)
            try file.close()
            expect(await eventually { radio.advice.count == 2 })
            expect(radio.advice.last?.contains("phones.json:1"), is: true)
        }
    }

    @Test func `where changes cannot be heard each look is at the file`() async throws {
        try await RadioBench.run { bench in
            let phones = AllowedPhones(bench.memory, for: nil)
            #expect(phones.contains(FakePhone.address))
            try bench.memory.forget(FakePhone.address)
            #expect(!phones.contains(FakePhone.address))
        }
    }
}
