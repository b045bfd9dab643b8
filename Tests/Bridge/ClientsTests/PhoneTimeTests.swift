import Control
import Expecting
import Linux
import Testing

@testable import Clients

/// Lines of `time`.
struct PhoneTimeTests {
    private static let noon = WallTime(milliseconds: 1_803_902_400_000)

    private static func phone(_ lead: Int?) -> StatusPhone {
        var phone = StatusPhone()
        (phone.name, phone.phoneID, phone.zone, phone.clockLead) = ("Ann", "a1", "+01:00", lead)
        phone.clockRead = noon.advanced(by: .seconds(-300))
        return phone
    }

    private static func setting(by phone: String?) -> StatusClock {
        var clock = StatusClock()
        (clock.phoneID, clock.moved) = (phone, 86_400_000)
        clock.set = noon.advanced(by: .seconds(-360))
        return clock
    }

    @Test(
        "a line has the time of the phone, and whether it set the clock of the host",
        arguments: [
            (300, nil, "0.3 s ahead of this host  read 5 min ago", "the clock is never set"),
            (
                0, setting(by: "a1"), "as this host  read 5 min ago  set this host 6 min ago",
                "set by this phone"
            ),
            (0, setting(by: "b2"), "as this host  read 5 min ago", "set by another phone"),
            (0, StatusClock(), "as this host  read 5 min ago", "not set yet"),
        ] as [(Int, StatusClock?, String, String)])
    func sentence(lead: Int, setting: StatusClock?, end: String, why: String) throws {
        let time = try #require(PhoneTime(Self.phone(lead), setting: setting, at: Self.noon))
        expect(time.sentence, is: "Ann  2027-03-01T13:00:00 +01:00  \(end)\n", "\(why)")
        let isByThisPhone = setting?.phoneID == "a1"
        #expect(time.line.contains(#","moved_ms":86400000"#) == isByThisPhone, "\(why)")
        #expect(time.line.contains(#","set_host":"2027-03-01T"#) == isByThisPhone, "\(why)")
    }

    @Test func `a phone whose time is unknown or impossible gets no time of the host`() throws {
        let time = try #require(PhoneTime(Self.phone(nil), setting: nil, at: Self.noon))
        expect(time.sentence, is: "Ann  no valid time +01:00  read 5 min ago\n")
        #expect(!time.line.contains("2027-03-01T13"))
    }
}
