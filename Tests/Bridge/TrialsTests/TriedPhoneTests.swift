import ANCS
import Expecting
import Linux
import Notices
import Testing
import Trials

/// Which of several phones is tried.
struct TriedPhoneTests {
    private static let time = WallTime(milliseconds: 0)
    private static let bonds = ["Ann": "AA:00:00:00:00:01", "Bob": "AA:00:00:00:00:02"]

    private static func phone(_ name: String, _ state: PhoneState) -> BridgeEvent {
        .phone(state, PhoneName(name, bond: bonds[name]), at: time)
    }

    private static func source(of phone: String) -> BridgeEvent {
        .source(
            SourceEvent(
                event: .added, flags: [], category: .social, categoryCount: 1,
                uid: NotificationUID(rawValue: 1)), phone: phone, at: time)
    }

    /// Phones as the bridge reports them at first.
    private static func phones(_ states: [String: PhoneState]) -> TriedPhone {
        var tried = TriedPhone()
        for (name, state) in states.sorted(by: { $0.key < $1.key }) {
            expect(tried.take(phone(name, state)), is: .counts)
        }
        return tried
    }

    @Test(
        "one phone is chosen, or it is said which there are",
        arguments: [
            ([:], nil, [], nil, nil),
            (["Ann": .ready], nil, [], "Ann", nil),
            (["Ann": .disconnected, "Bob": .ready], nil, [], "Bob", nil),
            (["Ann": .disconnected, "Bob": .disconnected], nil, [], nil, nil),
            (
                ["Ann": .ready, "Bob": .connected], nil, [], nil,
                "several phones are connected: 'Ann', 'Bob'; choose one with --phone NAME"
            ),
            (["Ann": .ready, "Bob": .ready], "Bob", [], "Bob", nil),
            (["Ann": .ready, "Bob": .ready], "bob", [], "Bob", nil),
            (["Ann": .ready], "Cleo's iPhone", ["Cleo's iPhone"], "Cleo's iPhone", nil),
            (
                ["Ann": .ready, "Bob": .ready], "Bobb", [], nil,
                "there is no phone 'Bobb'; did you mean 'Bob'? Known phones: 'Ann', 'Bob'"
            ),
            (
                ["Ann": .ready], "NOBODY", ["Cleo"], nil,
                "there is no phone 'NOBODY'. Known phones: 'Ann', 'Cleo'"
            ),
            (
                [:], "NOBODY", [], nil,
                "there is no phone 'NOBODY': none is paired yet. Omit --phone; the first step pairs one"
            ),
        ] as [([String: PhoneState], String?, [String], String?, String?)])
    func choice(
        states: [String: PhoneState], wanted: String?, paired: [String], name: String?,
        refusal: String?
    ) {
        var tried = Self.phones(states)
        do throws(TriedPhone.Refusal) {
            try tried.choose(wanted, paired: paired)
            expect(refusal, is: nil)
            expect(tried.name, is: name)
        } catch {
            expect(error.sentence, is: refusal)
        }
    }

    @Test func `events of another phone do not count, and its coming is told once`() throws {
        var tried = Self.phones(["Ann": .ready])
        try tried.choose(nil, paired: [])
        expect(tried.take(Self.phone("Bob", .connected)), is: .anotherCame("Bob"))
        expect(tried.take(Self.phone("Bob", .ready)), is: .isOthers)
        expect(tried.take(Self.source(of: "Bob")), is: .isOthers)
        expect(tried.take(Self.source(of: "Ann")), is: .counts)
        expect(tried.take(Self.phone("Ann", .disconnected)), is: .counts)
        expect(tried.state, is: .disconnected)
        expect(tried.take(.radio(.listening, at: Self.time)), is: .counts, "it is about none")
    }

    @Test func `with none here the first one that comes is tried`() throws {
        var tried = Self.phones(["Ann": .disconnected])
        try tried.choose(nil, paired: [])
        expect(tried.take(Self.phone("Bob", .disconnected)), is: .counts)
        expect(tried.name, is: nil)
        expect(tried.take(Self.phone("Bob", .connected)), is: .counts)
        expect(tried.name, is: "Bob")
        expect(tried.take(Self.phone("Ann", .ready)), is: .anotherCame("Ann"))
    }

    @Test func `it is followed by another name, and the one that was paired is tried`() throws {
        var tried = Self.phones(["Ann": .ready])
        try tried.choose(nil, paired: [])
        let called = PhoneName("Ann's iPhone", bond: Self.bonds["Ann"])
        expect(tried.take(.renamed(called, was: "Ann", at: Self.time)), is: .counts)
        expect(tried.name, is: "Ann's iPhone")
        expect(tried.state, is: .ready)
        _ = tried.take(Self.phone("Bob", .connected))
        tried.isPaired("AA:00:00:00:00:02", named: "44-79-08-30-B6-24")
        expect(tried.name, is: "Bob", "by its bond, whatever it was called")
        expect(tried.take(Self.source(of: "Ann's iPhone")), is: .isOthers)
        tried.isPaired("AA:00:00:00:00:03", named: "Cleo")
        expect(tried.name, is: "Cleo")
        tried.forgetStates()
        expect(tried.state, is: nil)
        expect(tried.name, is: "Cleo", "a bridge that comes back knows it again")
    }
}
