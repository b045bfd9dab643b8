import Beacons
import Bridge
import Expecting
import LinkSupport
import Linux
import Notices
import Radio
import SimulatedPhone
import Support
import Testing

/// A simulated radio hears what its scenario says is in the air.
@Suite(.onLoop)
struct AirTests {
    private static let uuid = "6A3F0C52-9B1E-4D07-8C66-2F9D51E4A7B0"

    /// A radio on a clock that is moved by hand, and what it heard.
    @LoopActor
    private final class Ear {
        let pace = Pace.led()
        let radio: SimulatedRadio
        private let start: Duration
        /// Phones leave a host that lets go of them.
        private var links: [any PhoneLink] = []
        private(set) var listening: [Bool] = []
        private(set) var heard: [(time: Duration, message: AirMessage)] = []

        init(_ air: String, seed: UInt64 = 1, pause: Duration? = nil) throws {
            let text = """
                {"format": 1, "ends": 100, "phones": [{"name": "Ann", "bond": "ann", "arrives": 5,
                  "timeline": [{"at": 7, "set": {"signal": -71}}, {"at": 9, "disconnect": {"for": 2}}]}],
                 "air": \(air)}
                """
            let scenario = try Scenario(parsing: Array(text.utf8), file: "f")
            radio = SimulatedRadio(scenario: scenario, pace: pace, seed: seed, pause: pause)
            start = pace.now
            radio.start(for: []) { [unowned self] event in
                if case .connected(let link) = event { links.append(link) }
            }
        }

        func listen() {
            radio.startListening { [unowned self] event in
                switch event {
                case .listening(let isListening): listening.append(isListening)
                case .heard(let message): heard.append((pace.now - start, message))
                }
            }
        }

        var times: [Duration] { heard.map(\.time) }
        var signals: [Int?] { heard.map(\.message.signal) }
    }

    private static func beacon(_ minor: Int, _ rest: String) -> String {
        #"{"uuid": "\#(uuid)", "major": 1, "minor": \#(minor), \#(rest)}"#
    }

    private static let steady = beacon(
        1, #""interval": 1, "timeline": [{"at": 0, "distance": 1}]"#)

    @LoopActor
    @Test func `a beacon is heard as often as it sends, and only while the radio listens`() throws {
        let ear = try Ear("[\(Self.steady)]")
        ear.pace.pass(.seconds(10))
        #expect(ear.heard.isEmpty && ear.listening.isEmpty)
        ear.listen()
        #expect(ear.listening.isEmpty, "a radio answers later")
        ear.pace.pass(.seconds(20))
        expect(ear.listening, is: [true])
        #expect((19...21).contains(ear.heard.count))
        #expect(
            zip(ear.times, ear.times.dropFirst()).allSatisfy {
                (0.98...1.02).contains(($1 - $0) / .seconds(1))
            })
        let frames = ear.heard.map { BeaconFrame($0.message) }
        let id = BeaconID("ibeacon:\(Self.uuid):1:1")
        #expect(frames.allSatisfy { $0?.id == id && $0?.power == -59 })
        let mean = ear.signals.compactMap(\.self).reduce(0, +) / ear.heard.count
        #expect((-61 ... -57).contains(mean))
        #expect(Set(ear.signals).count > 2, "there is noise")

        ear.radio.stopListening()
        let count = ear.heard.count
        ear.pace.pass(.seconds(10))
        expect(ear.heard.count, is: count)
        ear.radio.stop {}
    }

    @LoopActor
    @Test func `the same arrives for the same seed, whenever the radio listens`() throws {
        func story(_ seed: UInt64, resting: Bool) throws -> [String] {
            let ear = try Ear("[\(Self.steady), \(Self.steady)]", seed: seed)
            ear.listen()
            ear.pace.pass(.seconds(20))
            if resting {
                ear.radio.stopListening()
                ear.pace.pass(.seconds(3.5))
                ear.listen()
                ear.pace.pass(.seconds(16.5))
            } else {
                ear.pace.pass(.seconds(20))
            }
            ear.radio.stop {}
            return ear.heard.map { "\($0.time) \($0.message.address) \($0.message.signal ?? 0)" }
        }
        let whole = try story(1, resting: false)
        expect(try story(1, resting: false), is: whole)
        #expect(try story(2, resting: false) != whole)
        let part = try story(1, resting: true)
        #expect(part.count < whole.count && Set(part).isSubset(of: whole))
        expect(part, is: whole.filter(part.contains))
    }

    @LoopActor
    @Test func `a beacon that goes silent, or too far away, is not heard`() throws {
        let walk =
            #"[{"at": 0, "distance": 1}, {"at": 10, "silent": true}, {"at": 20, "signal": -120}, {"at": 30, "signal": -50}]"#
        let ear = try Ear("[\(Self.beacon(1, #""interval": 0.5, "timeline": \#(walk)"#))]")
        ear.listen()
        ear.pace.pass(.seconds(40))
        #expect(!ear.times.contains { $0 > .seconds(10.1) && $0 < .seconds(21) })
        #expect(
            ear.times.contains { $0 < .seconds(9.9) } && ear.times.contains { $0 > .seconds(30) })
        ear.radio.stop {}
    }

    @LoopActor
    @Test func `every make of beacon is read as what the scenario says`() throws {
        let day = #""interval": 1, "timeline": [{"at": 0, "distance": 1}]"#
        let ear = try Ear(
            """
            [\(Self.beacon(1, #""power": -70, \#(day)"#)), \(Self.beacon(2, #""format": "altbeacon", \#(day)"#)),
             {"uuid": "\(Self.uuid)", "format": "eddystone", "power": -65, \(day)},
             {"raw": {"maker": 76, "hex": "0215"}, \(day)}, {"phone": "ann", \(day)}]
            """)
        ear.listen()
        ear.pace.pass(.seconds(1.5))
        let frames = Set(ear.heard.compactMap { BeaconFrame($0.message) })
        expect(
            Set(frames.map { "\($0.id) \($0.power)" }),
            is: [
                "ibeacon:\(Self.uuid.lowercased()):1:1 -70",
                "altbeacon:\(Self.uuid.lowercased()):1:2 -59",
                "eddystone:\(Self.uuid.lowercased()) -65",
            ])
        expect(Set(ear.heard.map(\.message.address)).count, is: 5)
        expect(Set(ear.heard.compactMap(\.message.bond)), is: ["ann"])
        ear.radio.stop {}
    }

    @LoopActor
    @Test func `a scenario that is repeated begins with its air again`() throws {
        let day =
            #"[{"at": 0, "signal": -40}, {"at": 10, "signal": -40}, {"at": 10.5, "signal": -80}]"#
        let ear = try Ear(
            "[\(Self.beacon(1, #""interval": 1, "noise": 0, "timeline": \#(day)"#))]",
            pause: .seconds(50))
        ear.listen()
        ear.pace.pass(.seconds(300))
        let strong = ear.heard.filter { $0.message.signal == -40 }.map(\.time)
        #expect(strong.contains { $0 < .seconds(10) })
        #expect(!strong.contains { $0 > .seconds(11) && $0 < .seconds(150) })
        #expect(strong.contains { $0 > .seconds(150) && $0 < .seconds(161) })
        #expect(!strong.contains { $0 > .seconds(161) })
        ear.radio.stop {}
    }

    @LoopActor
    @Test func `two hundred beacons are heard together`() throws {
        let ear = try Ear(
            "[\(Self.beacon(1, #""count": 200, "interval": 0.1, "timeline": [{"at": 0, "distance": 3}]"#))]"
        )
        ear.listen()
        ear.pace.pass(.seconds(5))
        #expect((9_800...10_200).contains(ear.heard.count))
        expect(Set(ear.heard.map(\.message.address)).count, is: 200)
        #expect(zip(ear.times, ear.times.dropFirst()).allSatisfy(<=))
        ear.radio.stop {}
        ear.pace.pass(.seconds(5))
        #expect(ear.heard.count < 10_200, "a radio that has stopped hears nothing")
    }

    @LoopActor
    @Test func `a phone is as strong as its scenario says, while it has a link`() throws {
        let ear = try Ear("[]")
        func ask(after time: Duration) -> Int? {
            ear.pace.pass(time)
            var answers: [Int?] = []
            ear.radio.askSignal(of: "ann") { answers.append($0) }
            expect(answers.count, is: 1)
            return answers[0]
        }
        expect(ask(after: .seconds(1)), is: nil, "before it comes")
        expect(ask(after: .seconds(5)), is: -60, "where nothing is said")
        expect(ask(after: .seconds(2)), is: -71, "after a step")
        expect(ask(after: .seconds(2)), is: nil, "while it is away")
        expect(ask(after: .seconds(2)), is: -71, "when it is back")
        ear.radio.askSignal(of: "nobody") { expect($0, is: nil) }
        ear.radio.stop {}
    }

    @LoopActor
    @Test func `what the host sends is known, until it sends it no more`() throws {
        let ear = try Ear("[]")
        let message = AirBroadcast(
            name: "hall", data: AirData(0x004C, [1, 2]), interval: .milliseconds(100))
        ear.radio.broadcast([message])
        expect(
            ear.radio.air,
            is: AirCondition(
                listening: .passive, hasExtendedAdvertising: true,
                broadcasts: [
                    BroadcastCondition(name: "hall", isOnAir: true, interval: .milliseconds(100))
                ]))
        ear.radio.broadcast([])
        #expect(ear.radio.air.broadcasts.isEmpty)
        ear.radio.broadcast([message])
        ear.radio.stop {}
        #expect(ear.radio.air.broadcasts.isEmpty)
    }
}
