import ANCS
import Beacons
import Board
import Expecting
import Linux
import Notices
import Testing

@testable import MQTT

/// A day of a house, in all combinations of what somebody may choose: Home Assistant finds no mistake in anything that is told.
struct ToldTests {
    private static let names = [
        "Anna's iPhone", "", "👩‍👩‍👧‍👦", String(repeating: "👩‍👩‍👧‍👦", count: 300),
        "נועה לוי \u{202E}evil\u{2066}",
        "نورة\nالعلي", String(repeating: "ä", count: 2_000), "Z\u{301}\u{301}\u{301}\u{301}\u{301}",
        "{{ states }}", "a/b+c#d",
        "None", "unknown", "\u{0}\u{1B}[31m",
    ]

    private static let all: [HomeOptions] = BoardOptions.Detail.allCases.flatMap { detail in
        (0..<8).map { bits in
            var options = HomeStateTests.options(detail)
            options.discoveryPrefix = "homeassistant"
            options.takesActs = bits & 1 != 0
            options.takesTexts = bits & 2 != 0
            options.tellsBeacons = bits & 4 != 0
            return options
        }
    }

    /// In how many choices two differ.
    private static func differ(_ one: HomeOptions, _ other: HomeOptions) -> Int {
        [
            one.detail != other.detail, one.takesActs != other.takesActs,
            one.takesTexts != other.takesTexts, one.tellsBeacons != other.tellsBeacons,
        ].count(where: \.self)
    }

    /// All that is told goes to a home.
    private struct Day {
        var state: HomeState
        var home = RuledHome()
        var mistakes: [String] = []
        var number: UInt64 = 0
        let at = HomeStateTests.at

        init(_ options: HomeOptions) { state = HomeState(options) }

        mutating func tell(_ messages: [HomeMessage]) {
            mistakes += home.take(state.held())
            mistakes += home.take(messages)
            mistakes += home.take(state.held())
        }

        mutating func happen(_ event: BridgeEvent) {
            tell(state.take(event, news: event, at: at))
        }

        mutating func happen(_ change: NoticeChange, _ notice: Notice) {
            happen(.notice(change, notice, at: at))
        }

        /// The bridge is there, and a phone.
        mutating func begin(_ name: String, hasBattery: Bool) {
            let phone = PhoneName(name, id: PhoneID("5a0c93e1"))
            state.begin()
            happen(.phone(.ready, phone, at: at))
            state.catchUp()
            if let id = phone.id {
                tell(state.know(paired: [(id, name, hasBattery ? 83 : nil)]))
            }
        }

        /// Everything that may happen happens.
        mutating func play(_ name: String, hasBattery: Bool) {
            begin(name, hasBattery: hasBattery)
            let phone = PhoneName(name, id: PhoneID("5a0c93e1"))
            for condition in RadioCondition.allCases { happen(.radio(condition, at: at)) }
            for state in PhoneState.allCases { happen(.phone(state, phone, at: at)) }
            happen(.phone(.ready, phone, at: at))
            for category in UInt8(0)...14 { notice(CategoryID(rawValue: category), name) }
            notice(CategoryID(rawValue: 200), name)
            calls(name)
            beacons(name)
            state.lose()
            tell([])
            state.begin()
            state.catchUp()
            tell([])
        }

        private mutating func notice(_ category: CategoryID, _ name: String) {
            number += 1
            var notice = HomeStateTests.notice(number, category, title: name, message: name)
            notice.phone = name
            notice.appName = number % 2 == 0 ? Text(name) : nil
            for change in [NoticeChange.added, .modified, .removed] { happen(change, notice) }
        }

        private mutating func calls(_ name: String) {
            for ending in [Call.State.missed, .ended, .answered] {
                number += 1
                var call = HomeStateTests.call(number)
                call.phone = name
                call.title = Text(name)
                happen(.ringing, call)
                call.call = Call(state: ending)
                happen(ending == .missed ? .missed : ending == .ended ? .ended : .answered, call)
            }
        }

        mutating func beacons(_ name: String) {
            let phone = PhoneName(name, id: PhoneID("5a0c93e1"))
            let subjects: [BeaconSubject] = [
                .region("hall"), .item(BeaconItem(name, picture: "keys"), region: "keys"),
                .person(name, phone: phone, isHome: true),
                .person("Mara", phone: phone, isHome: false),
            ]
            for subject in subjects {
                for change in BeaconChange.allCases {
                    happen(.beacon(BeaconNews(change, of: subject, zone: .near), at: at))
                }
            }
        }
    }

    @Test(arguments: Array(all.enumerated()))
    func `nothing that is told in a day has a mistake`(_ place: Int, _ options: HomeOptions) {
        // Some of the names with each combination; each name meets each choice.
        for (index, name) in Self.names.enumerated() where (place + index) % 6 == 0 {
            var day = Day(options)
            day.play(name, hasBattery: index % 2 == 0)
            expect(day.mistakes, is: [], "\(name.prefix(20))")
            expect(day.home.left, is: [], "\(name.prefix(20))")
            expect(day.home.devices.count, is: 2, "the bridge and the phone")
        }
    }

    @Test(arguments: all)
    func `with other choices what is no more is taken back`(_ options: HomeOptions) {
        for other in Self.all where Self.differ(options, other) % 3 == 1 {
            var day = Day(options)
            day.begin("Anna's iPhone", hasBattery: true)
            day.beacons("Keys")
            // The program tells what holds first, then what is no more, then what the broker had kept.
            let kept = Set(day.home.kept.keys)
            day.tell(day.state.apply(other))
            day.tell(day.state.takeBack(keptTopics: kept))
            expect(day.mistakes, is: [])
            expect(day.home.left, is: [])
            // Nor does anything stay if the program did not run meanwhile.
            day = Day(options)
            day.begin("Anna's iPhone", hasBattery: true)
            day.beacons("Keys")
            let info = day.home.kept["callboard/hall/info"]
            day.state = HomeState(other)
            day.begin("Anna's iPhone", hasBattery: true)
            if other.tellsBeacons { day.beacons("Keys") }
            day.tell(day.state.takeBack(keptTopics: Set(day.home.kept.keys), info: info))
            expect(day.mistakes, is: [])
            expect(day.home.left, is: [], "after a restart")
        }
    }

    @Test func `bridges of any name are devices that Home Assistant reads`() {
        for name in Self.names {
            var options = Self.all[0]
            options.bridge = Slug.of(name)
            var day = Day(options)
            day.begin("Anna's iPhone", hasBattery: false)
            expect(day.mistakes, is: [], "\(name.prefix(20))")
        }
    }
}
