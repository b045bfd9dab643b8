import Expecting
import Notices
import Testing

@testable import Desktop

/// Which phones other programs show, by the names of their players.
struct OtherPlayersTests {
    private static let short = PhoneName("iPhone", id: PhoneID("00000001"))
    private static let long = PhoneName("iPhone 2", id: PhoneID("00000002"))
    private static let digit = PhoneName("2nd phone", id: PhoneID("00000003"))
    private static let phones = [SampleMedia.phone, short, long, digit]
    private static let addresses = [
        SampleMedia.phone.key: "F8:4D:89:11:22:33", short.key: "mara", long.key: "",
    ]

    static let rows: [(busName: String, identity: String?, shown: [PhoneName], why: Comment)] = [
        ("vlc", "VLC media player", [], "no phone"),
        ("vlc", nil, [], "no phone, and no identity"),
        ("Mara_s_iPhone_Music", "Mara's iPhone Music", [SampleMedia.phone], "mpris-proxy of BlueZ"),
        ("Mara_s_iPhone_Music", nil, [SampleMedia.phone], "the same without an identity"),
        ("Mara_s_iPhone", nil, [SampleMedia.phone], "the same without an app"),
        ("bt_2nd_phone_Music", nil, [digit], "names that begin with a digit"),
        ("kdeconnect.mpris_0001", "Podcasts - Mara's iPhone", [SampleMedia.phone], "KDE Connect"),
        ("elsewhere", "Mara's iPhone", [SampleMedia.phone], "a player with just this name"),
        ("elsewhere", "Mara's iPhone\u{0}\n", [SampleMedia.phone], "the same with odd characters"),
        ("elsewhere", "iPhone", [short], "a short name"),
        ("elsewhere", "iPhone 2", [long], "the longer name counts"),
        ("elsewhere", "iPhone 2 Music", [long], "also before that of an app"),
        ("elsewhere", "My iPhone", [], "another phone"),
        ("elsewhere", "iPhones", [], "another name"),
        ("bluez.dev_F8_4D_89_11_22_33", "x", [SampleMedia.phone], "an address"),
        ("bluez.dev_f8_4d_89_11_22_33.p0", nil, [SampleMedia.phone], "in small letters"),
        ("bluez.dev_F8_4D_89_11_22_34", "x", [], "another address"),
        ("mara", "x", [], "the bond of a simulated phone is no address"),
    ]

    @Test(arguments: rows.indices)
    func `a phone that another program shows is recognised`(_ index: Int) {
        let (busName, identity, shown, why) = Self.rows[index]
        var others = OtherPlayers()
        expect(others.put("org.mpris.MediaPlayer2.\(busName)", identity: identity))
        expect(
            others.shown(of: Self.phones, addresses: Self.addresses), is: Set(shown.map(\.key)), why
        )
        others.remove("org.mpris.MediaPlayer2.\(busName)")
        expect(others.shown(of: Self.phones, addresses: Self.addresses), is: [])
    }

    @Test func `our own players, and programs that repeat players, do not count`() {
        for (name, isOther) in [
            ("org.mpris.MediaPlayer2.vlc", true), ("org.mpris.MediaPlayer2", false),
            ("org.mpris.MediaPlayer2.callboard.phone_5a0c93e1", false),
            ("org.mpris.MediaPlayer2.callboardish", true),
            ("org.mpris.MediaPlayer2.playerctld", false), ("org.mpris.MediaPlayer22.x", false),
            (":1.5", false),
        ] { expect(OtherPlayers.isOther(name), is: isOther, "\(name)") }
    }

    @Test func `a phone without a name is never taken for another player`() {
        var others = OtherPlayers()
        _ = others.put("org.mpris.MediaPlayer2.x", identity: "")
        _ = others.put("org.mpris.MediaPlayer2.y", identity: " ")
        expect(others.shown(of: [PhoneName("")], addresses: [:]), is: [])
    }

    @Test func `players beyond the limit are ignored`() {
        var others = OtherPlayers()
        for number in 0..<DesktopLimits.others {
            expect(others.put("org.mpris.MediaPlayer2.p\(number)", identity: nil))
        }
        expect(!others.put("org.mpris.MediaPlayer2.more", identity: "iPhone"))
        expect(others.put("org.mpris.MediaPlayer2.p0", identity: "iPhone"), "a known one is not")
        expect(others.shown(of: [Self.short], addresses: [:]), is: [Self.short.key])
    }
}
