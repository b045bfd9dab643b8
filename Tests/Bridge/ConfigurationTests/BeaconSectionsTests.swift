import BeaconMonitoring
import Beacons
import Expecting
import Notices
import Settings
import Testing

@testable import Configuration

/// The sections about beacons.
struct BeaconSectionsTests {
    private static let uuid = "uuid = 6a3f0c52-9b1e-4d07-8c66-2f9d51e4a7b0"
    private static let number: UInt128 = 0x6A3F_0C52_9B1E_4D07_8C66_2F9D_51E4_A7B0

    @Test func `every key reaches the desk`() throws {
        let settings = try BridgeSettings(
            parsing: """
                [radio]
                adapter = hci0
                [beacons]
                scan = continuous
                [beacon keys]
                \(Self.uuid)
                major = 1
                minor = 7
                format = altbeacon
                power = -65
                left = 2m
                touch = yes
                tap = -35
                hold = 2s
                [beacon any]
                \(Self.uuid.uppercased().replacing("UUID", with: "uuid"))
                [item Keys]
                beacon = keys
                picture = keys
                words = "Your keys!"
                remind = 10m
                [presence Mara]
                phone = Mara's iPhone
                away = 5m
                power = -50
                [broadcast hall]
                \(Self.uuid)
                major = 3
                minor = 65535
                power = -57
                interval = 250
                adapter = hci0
                """
        ).beacons
        expect(settings.scan, is: .continuous)
        expect(
            settings.regions,
            is: [
                Region(
                    "keys", format: .altBeacon, uuid: Self.number, major: 1, minor: 7, power: -65,
                    patience: .seconds(120), touch: .init(power: -35, hold: .seconds(2))),
                Region("any", uuid: Self.number),
            ])
        expect(
            settings.items,
            is: [
                .init(
                    item: BeaconItem("Keys", picture: "🔑", words: "Your keys!"), region: "keys",
                    remind: .seconds(600))
            ])
        expect(
            settings.people,
            is: [
                .init(name: "Mara", phone: "Mara's iPhone", patience: .seconds(300), power: -50)
            ])
        let id = BeaconID(.iBeacon, uuid: Self.number, major: 3, minor: 65_535)
        expect(
            settings.broadcasts,
            is: [
                .init(
                    name: "hall", frame: BeaconFrame(id, power: -57), interval: .milliseconds(250))
            ])
    }

    @Test func `without sections the radio never listens, and the usual cycle is a fifth`() throws {
        let settings = try BridgeSettings(parsing: "").beacons
        #expect(settings.isEmpty && !settings.listens && settings.notes.isEmpty)
        expect(settings.scan, is: .cycle(listen: 3, every: 15))
        #expect(try BridgeSettings(parsing: "[beacon a]\n\(Self.uuid)").beacons.listens)
        #expect(!(try BridgeSettings(parsing: "[broadcast a]\n\(Self.uuid)").beacons.listens))
    }

    @Test(arguments: [
        ("1s every 2s", ScanCycle.cycle(listen: 1, every: 2)),
        ("5m every 1h", nil), ("5m every 60m", .cycle(listen: 300, every: 3600)),
        ("off", .off), ("continuous", .continuous), ("15s every 15s", nil), ("0s every 5s", nil),
        ("3s", nil), ("3s of 15s", nil), ("always", nil), ("3 every 15", nil),
        ("1s every 61m", nil),
        ("-3s every 15s", nil), ("99999999999999999999s every 15s", nil),
    ])
    func `times of listening are as people write them`(text: String, expected: ScanCycle?) {
        let settings = try? BridgeSettings(parsing: "[beacons]\nscan = \(text)")
        expect(settings?.beacons.scan, is: expected)
    }

    private static let mistakes: [(text: String, expected: String)] = [
        (
            "[beacons]\nscan = 20s every 15s",
            "2: [beacons] scan must be when to listen: continuous, off, or a time and a period such as "
                + "3s every 15s: must listen for less than the period of 15s, not for 20s; to "
                + "listen all the time, write continuous"
        ),
        (
            "[beacon a]\nuuid = 6a3f0c52",
            "2: [beacon a] uuid must be a UUID such as fda50693-a4e2-4fb1-afcf-c6eb07647825, "
                + "not '6a3f0c52'"
        ),
        ("[beacon a]\nmajor = 1", "1: [beacon a] lacks the key uuid"),
        (
            "[beacon a]\n\(uuid)\nmajor = 65536",
            "3: [beacon a] major must be a whole number from 0 to 65535, not '65536'"
        ),
        (
            "[beacon a]\n\(uuid)\nmajor = 1\nminor = -1",
            "4: [beacon a] minor must be a whole number from 0 to 65535, not '-1'"
        ),
        (
            "[beacon a]\n\(uuid)\nminor = 7",
            "3: [beacon a] minor requires major, the number of the group"
        ),
        (
            "[beacon a]\n\(uuid)\nformat = eddystone\nmajor = 1",
            "4: [beacon a] major is not allowed for an Eddystone beacon; remove it"
        ),
        (
            "[beacon a]\n\(uuid)\nformat = ibeacons",
            "3: [beacon a] format must be ibeacon, altbeacon or eddystone, not 'ibeacons'; did you mean "
                + "ibeacon?"
        ),
        (
            "[beacon a]\n\(uuid)\npower = 21",
            "3: [beacon a] power must be a whole number from -127 to 20, not '21'"
        ),
        (
            "[beacon a]\n\(uuid)\nleft = 2s",
            "3: [beacon a] left must be a time from 5s to 1d, such as 10s, 5m or 2h, not '2s'"
        ),
        ("[item Keys]\npicture = keys", "1: [item Keys] lacks the key beacon"),
        (
            "[beacon keys]\n\(uuid)\n[item Keys]\nbeacon = kesy",
            "4: [item Keys] beacon must be the name of a section [beacon NAME], not 'kesy'; did "
                + "you mean keys?"
        ),
        (
            "[item Keys]\nbeacon = keys",
            "2: [item Keys] beacon must be the name of a section [beacon NAME], not 'keys'; there "
                + "is none yet"
        ),
        ("[presence Mara]\naway = 1m", "1: [presence Mara] lacks the key phone"),
        (
            "[presence Mara]\nphone = x\naway = 5s",
            "3: [presence Mara] away must be a time from 30s to 1d, such as 5m or 2h, not "
                + "'5s'"
        ),
        (
            "[broadcast a]\n\(uuid)\ninterval = 19",
            "3: [broadcast a] interval must be a whole number from 20 to 10240, not '19'"
        ),
        (
            "[broadcast a]\n\(uuid)\npower = -128",
            "3: [broadcast a] power must be a whole number from -127 to 20, not '-128'"
        ),
        (
            "[radio]\nadapter = hci0\n[broadcast a]\n\(uuid)\nadapter = hci1",
            "5: [broadcast a] adapter is not the adapter of [radio], which is hci0: a bridge uses one "
                + "adapter for everything"
        ),
        ("[beacon]\n\(uuid)", "1: [beacon] needs a name, as in [beacon NAME]"),
        ("[becon a]\n\(uuid)", "1: unknown section [becon a]; did you mean [beacon NAME]?"),
    ]

    @Test func `a mistake is told with its line and what is right`() {
        for (text, expected) in Self.mistakes {
            expect(BridgeSettings.problems(in: text), is: ["test.conf:" + expected], "\(text)")
        }
    }

    @Test(arguments: ["keys", "🔑", "☂️", "👨‍👩‍👧", "🇩🇪"])
    func `a picture is an icon's name or one emoji`(picture: String) {
        let text = "[beacon a]\n\(Self.uuid)\n[item A]\nbeacon = a\npicture = \(picture)"
        expect(BridgeSettings.problems(in: text), is: [])
    }

    @Test(arguments: ["kyes", "k", "🔑🔑", "1", "\u{202E}"])
    func `anything else is no picture`(picture: String) {
        let text = "[beacon a]\n\(Self.uuid)\n[item A]\nbeacon = a\npicture = \(picture)"
        let problems = BridgeSettings.problems(in: text)
        expect(problems.count, is: 1)
        expect(
            problems.first?.hasPrefix(
                "test.conf:5: [item A] picture must be one emoji, or the name of"),
            is: true, "\(problems)")
    }

    @Test func `there are no more sections than anybody looks after`() {
        func sections(_ kind: String, _ keys: String, _ count: Int) -> String {
            (0..<count).map { "[\(kind) n\($0)]\n\(keys)\n" }.joined()
        }
        let beacon = "[beacon a]\n\(Self.uuid)\n"
        for (kind, keys, limit, key) in [
            ("beacon", Self.uuid, 64, "uuid"), ("item", "beacon = a", 64, "beacon"),
            ("presence", "phone = x", 16, "phone"), ("broadcast", Self.uuid, 4, "uuid"),
        ] {
            let start = kind == "item" ? beacon : ""
            expect(BridgeSettings.problems(in: start + sections(kind, keys, limit)), is: [])
            let line = (kind == "item" ? 2 : 0) + limit * 2 + 2
            expect(
                BridgeSettings.problems(in: start + sections(kind, keys, limit + 3)),
                is: [
                    "test.conf:\(line): [\(kind) n\(limit)] \(key) is in one section too many: at "
                        + "most \(limit) of this kind are allowed"
                ])
            let name = String(repeating: "ä", count: 32)
            expect(BridgeSettings.problems(in: start + "[\(kind) \(name)]\n\(keys)"), is: [])
            let tooLong = BridgeSettings.problems(in: start + "[\(kind) \(name)x]\n\(keys)")
            expect(tooLong.count, is: 1)
            expect(
                tooLong.first?.hasSuffix(
                    "is in a section whose name is longer than the limit of 64 bytes"),
                is: true)
        }
    }

    @Test(arguments: [
        (
            "[beacon a]\nU\n[beacon b]\nU\nmajor = 1",
            ["[beacon a] and [beacon b] may be the same beacon; both report it"]
        ),
        (
            "[beacon a]\nU\nmajor = 1\n[beacon b]\nU\nmajor = 1",
            ["[beacon a] and [beacon b] are the same beacon; both report it"]
        ),
        ("[beacon a]\nU\nmajor = 1\n[beacon b]\nU\nmajor = 2", []),
        ("[beacon a]\nU\n[beacon b]\nU\nformat = altbeacon", []),
        (
            "[beacon a]\nU\ntouch = yes",
            [
                "[beacon a] has touch = yes without effect while [beacons] scan is 3s every 15s; "
                    + "set scan = continuous"
            ]
        ),
        ("[beacons]\nscan = continuous\n[beacon a]\nU\ntouch = yes", []),
        ("[beacons]\nscan = continuous\n[beacon a]\nU\ntouch = yes\nhold = 2s\ntap = -40", []),
        ("[beacon a]\nU\ntouch = no\nhold = 2s", []),
        (
            "[beacon a]\nU\nhold = 2s\ntap = -40",
            [
                "[beacon a] tap has no effect without touch = yes",
                "[beacon a] hold has no effect without touch = yes",
            ]
        ),
        (
            "[beacons]\nscan = off\n[beacon a]\nU",
            ["[beacons] scan is off, so no [beacon NAME] is ever near"]
        ),
        ("[beacons]\nscan = off\n[broadcast a]\nU", []),
        ("[beacon a]\nU\n[item Keys]\nbeacon = a\n[rule r]\nitem = keys\naction = drop", []),
        ("[beacon a]\nU\n[rule r]\nitem = A\naction = drop", []),
        ("[presence Mara]\nphone = p\n[rule r]\nitem = Mara\naction = drop", []),
        (
            "[beacon a]\nU\n[item Keys]\nbeacon = a\n[rule r]\nitem = Keyz, a\naction = drop",
            [
                "[rule r] item matches no configured item, beacon or resident: 'Keyz'; did you "
                    + "mean Keys?",
                "[rule r] item matches no configured item, beacon or resident: 'a'",
            ]
        ),
        (
            "[beacon a]\nU\n[rule r]\nitem = a\ncategory = call\naction = drop",
            [
                "[rule r] matches nothing: item is about items, beacons and residents, another "
                    + "key only about notifications"
            ]
        ),
    ])
    func `what may be meant otherwise is allowed, and said`(
        text: String, expected: [String]
    ) throws {
        let settings = try BridgeSettings(parsing: text.replacing("\nU", with: "\n" + Self.uuid))
        expect(settings.notes, is: expected)
    }

    @Test func `sixty-four regions that overlap are not two thousand notes`() throws {
        let text = (0..<64).map { "[beacon n\($0)]\n\(Self.uuid)\n" }.joined()
        try expect(BridgeSettings(parsing: text).beacons.notes.count, is: 63)
    }
}
