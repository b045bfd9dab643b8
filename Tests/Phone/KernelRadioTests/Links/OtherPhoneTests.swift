import Expecting
import Features
import LinkSupport
import Linux
import Radio
import Support
import Testing

@testable import KernelRadio

/// What is known of one phone is used for no other, and not for the same one once it is another.
struct OtherPhoneTests {
    private static let bonds = [
        Sample.bond(), Sample.bond(Sample.bob, .authenticatedP256, byte: 0x11),
    ]
    /// Service Changed and notifications of an iPhone 8 Plus, of an iPhone 12, and of a phone with a
    /// service more in front of them.
    private static let iPhone8Plus: (UInt16, UInt16) = (6, 35)
    private static let iPhone12: (UInt16, UInt16) = (11, 35)
    private static let moved: (UInt16, UInt16) = (11, 40)

    /// A phone that is bonded, with its services at these handles.
    @LoopActor
    private static func phone(
        _ peer: PeerAddress = Sample.ann, at places: (UInt16, UInt16)
    ) -> FakePhone {
        FakePhone(
            peer, security: Sample.authenticated,
            answers: FakePhone.answers(changesAt: places.0, notificationsAt: places.1))
    }

    /// What was written to which handle.
    @LoopActor
    private static func written(_ phone: FakePhone) -> Set<String> {
        Set(phone.received.filter { $0.hasPrefix("12") }.map { String($0.dropFirst(2).prefix(4)) })
    }

    /// A phone comes, is subscribed to and asked something, and goes.
    @LoopActor
    private static func visit(_ phone: FakePhone, _ bench: RadioBench) async throws {
        #expect(await bench.connect(phone))
        await bench.pass(.seconds(1))
        let visit = try #require(bench.visits.last)
        expect(visit.events, is: [.available])
        visit.link.subscribe(to: .dataSource)
        visit.link.subscribe(to: .notificationSource)
        visit.link.write([0])
        await bench.pass(.seconds(1))
        expect(visit.events.last, is: .written(nil))
        bench.kernel.disconnect(phone)
        await bench.settle()
    }

    @Test func `what is known of one phone is not used for another`() async throws {
        try await RadioBench.run(bonds: Self.bonds) { bench in
            await bench.start()
            try await Self.visit(Self.phone(at: Self.iPhone8Plus), bench)
            let bob = Self.phone(Sample.bob, at: Self.moved)
            try await Self.visit(bob, bench)
            #expect(bob.received.contains { $0.hasPrefix("06") }, "it is searched")
            expect(Self.written(bob), is: ["0E00", "3100", "2E00", "2A00"])
            let ann = Self.phone(at: Self.iPhone8Plus)
            try await Self.visit(ann, bench)
            #expect(!ann.received.contains { $0.hasPrefix("06") }, "it is known")
            expect(Self.written(ann), is: ["0900", "2C00", "2900", "2500"])
        }
    }

    @Test(arguments: [
        (iPhone8Plus, moved, "a service more in front"),
        (moved, iPhone8Plus, "a service less in front"),
        (iPhone8Plus, iPhone12, "notifications where they were, and Service Changed elsewhere"),
    ])
    func `a phone that was exchanged for another model is searched, and nothing is written before`(
        before: (UInt16, UInt16), after: (UInt16, UInt16), why: String
    ) async throws {
        try await RadioBench.run(bonds: [Sample.bond()]) { bench in
            await bench.start()
            try await Self.visit(Self.phone(at: before), bench)
            let second = Self.phone(at: after)
            try await Self.visit(second, bench)
            let (changes, notifications) = after
            let ends = [changes + 3, notifications + 9, notifications + 6, notifications + 2]
            expect(Self.written(second), is: Set(ends.map(FakePhone.digits)), "\(why)")
            let third = Self.phone(at: after)
            try await Self.visit(third, bench)
            #expect(!third.received.contains { $0.hasPrefix("06") }, "it is known now")
        }
    }

    @Test func `an MTU request that is not answered is made once for each phone`() async throws {
        try await RadioBench.run(bonds: Self.bonds) { bench in
            await bench.start()
            let first = Self.phone(at: Self.iPhone8Plus)
            first.answers["020502"] = nil
            #expect(await bench.connect(first))
            await bench.pass(.seconds(9))
            #expect(!first.wasClosed)
            expect(bench.advice, is: [])
            await bench.pass(.seconds(2))
            #expect(first.wasClosed)
            expect(
                bench.advice,
                is: [
                    "Ann's phone did not answer the MTU request within 10 s: it is disconnected, and "
                        + "its next connection omits that request; long texts may then arrive "
                        + "more slowly"
                ])
            expect(bench.fake.count(.disconnect(Sample.ann)), is: 1)
            first.hangUp()
            for _ in 0..<2 {
                let next = Self.phone(at: Self.iPhone8Plus)
                next.answers.merge(FakePhone.smallAnswers(notificationsAt: 35)) { $1 }
                try await Self.visit(next, bench)
                #expect(!next.received.contains("020502"))
            }
            let other = Self.phone(Sample.bob, at: Self.iPhone8Plus)
            try await Self.visit(other, bench)
            #expect(other.received.contains("020502"))
            expect(bench.advice.count, is: 1)
        }
    }
}

extension FakePhone {
    /// Service Changed and notifications, in an iPhone's order, at these handles; and no hash.
    static func answers(changesAt first: UInt16, notificationsAt start: UInt16) -> [String: String]
    {
        func changes(_ offset: UInt16) -> String { digits(first + offset) }
        func place(_ offset: UInt16) -> String { digits(start + offset) }
        return [
            "020502": "03 B900",
            nameRequest: "09 0D 0300 416E6E27732070686F6E65",
            "060100FFFF00280118": "07 \(changes(0)) \(changes(3))",
            "08\(changes(0))\(changes(3))0328": "09 07 \(changes(1)) 20 \(changes(2)) 052A",
            "04\(changes(3))\(changes(3))": "05 01 \(changes(3)) 0229",
            "12\(changes(3))0200": "13",
            "060100FFFF0028\(service)": "07 \(place(0)) \(place(9))",
            "08\(place(0))\(place(9))0328":
                "09 15 \(place(1)) 88 \(place(2)) \(control) \(place(4)) 10 \(place(5)) \(source) "
                + "\(place(7)) 10 \(place(8)) \(data)",
            "04\(place(6))\(place(6))": "05 01 \(place(6)) 0229",
            "04\(place(9))\(place(9))": "05 01 \(place(9)) 0229",
            "12\(place(6))0100": "13", "12\(place(9))0100": "13", "12\(place(2))00": "13",
        ]
    }

    /// How packets of 23 bytes tell of the characteristics, which do not fit into one.
    static func smallAnswers(notificationsAt start: UInt16) -> [String: String] {
        func place(_ offset: UInt16) -> String { digits(start + offset) }
        return [
            "08\(place(0))\(place(9))0328": "09 15 \(place(1)) 88 \(place(2)) \(control)",
            "08\(place(3))\(place(9))0328": "09 15 \(place(4)) 10 \(place(5)) \(source)",
            "08\(place(6))\(place(9))0328": "09 15 \(place(7)) 10 \(place(8)) \(data)",
        ]
    }

    /// A handle as it goes over the air.
    static func digits(_ handle: UInt16) -> String {
        hexText([UInt8(handle & 0xFF), UInt8(handle >> 8)])
    }
}
