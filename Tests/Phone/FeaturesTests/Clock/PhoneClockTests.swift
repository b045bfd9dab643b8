import Expecting
import Linux
import Testing

@testable import Features

/// Values of a phone's clock, and their comparison with the host's.
struct PhoneClockTests {
    /// 30 June 2018, 21:30:16, as an iPhone 7 Plus sent it.
    private static let june: [UInt8] = [
        0xE2, 0x07, 0x06, 0x1E, 0x15, 0x1E, 0x10, 0x06, 0xEF, 0x02,
    ]

    /// A value of `june` with one byte changed.
    private static func june(_ index: Int, _ byte: UInt8) -> [UInt8] {
        var value = june
        value[index] = byte
        return value
    }

    @Test func `a time has a date, a time of day and milliseconds`() throws {
        let moment = try #require(LocalMoment(Self.june))
        expect([moment.year, moment.month, moment.day], is: [2018, 6, 30])
        expect([moment.hour, moment.minute, moment.second], is: [21, 30, 16])
        expect(moment.milliseconds, is: 933)
    }

    @Test func `what is no time is refused`() {
        for (value, why) in [
            (Self.june(2, 13), "month 13"), (Self.june(2, 0), "an unknown month"),
            (Self.june(3, 0), "an unknown day"), (Self.june(3, 32), "day 32"),
            (Self.june(3, 31), "31 June"),
            (Self.june(4, 24), "hour 24"), (Self.june(5, 60), "minute 60"),
            (Self.june(6, 61), "second 61"), (Self.june(1, 0), "an unknown year"),
            (Self.june + [0], "too long"),
        ] {
            #expect(LocalMoment(value) == nil, "\(why)")
        }
        for length in 0..<Self.june.count {
            #expect(LocalMoment(Array(Self.june.prefix(length))) == nil, "cut at \(length)")
        }
        for reason in UInt8.min...UInt8.max {
            #expect(LocalMoment(Self.june(9, reason)) != nil, "any reason of an adjustment")
        }
    }

    @Test func `a zone has an offset and daylight saving time`() {
        for (value, expected, why) in [
            ([0x20, 0x00], [480], "China"), ([0x04, 0x04], [120, 60], "Berlin in summer"),
            ([0x04, 0x00], [60], "Berlin in winter"), ([0xEC, 0x04], [-240, -300], "New York"),
            ([0x2A, 0x02], [660, 630], "Lord Howe Island, half an hour"),
            ([0x17, 0xFF], [345], "Nepal, with unknown daylight saving time"),
            ([0x04, 0x03], [60], "a number that means nothing"),
            ([0x80, 0x00], nil, "unknown"), ([0x39, 0x00], nil, "further east than any"),
            ([0x04], nil, "cut"), ([], nil, "nothing"),
            ([0x04, 0x00, 0x01], [60], "a later version may add bytes"),
        ] as [([UInt8], [Int]?, String)] {
            expect(PhoneZone(value)?.offsets, is: expected, "\(why)")
        }
    }

    @Test func `the offset is the one with which both clocks agree`() throws {
        // 21:30:16.933 local time.
        let time = try #require(LocalMoment(Self.june))
        func host(_ hour: Int, _ minute: Int, _ second: Int = 16) -> WallTime {
            WallTime(
                LocalDay(year: 2018, month: 6, day: 30), hour: hour, minute: minute,
                second: second, offsetMinutes: 0)
        }
        for (zone, now, offset, lead, why) in [
            ([0x20, 0x00], host(13, 30), 480, 933, "the zone of the phone"),
            ([0x20, 0x00], host(13, 20), 480, 600_933, "a host that is 10 min late"),
            ([0x20, 0x00], host(13, 31), 480, -59_067, "a host that is early"),
            ([0x04, 0x04], host(19, 30), 120, 933, "summer is added"),
            ([0x08, 0x04], host(19, 30), 120, 933, "the zone includes the summer already"),
            (nil, host(13, 30), 480, 933, "no zone: a whole number of quarters"),
            (nil, host(13, 33), 480, -179_067, "no zone, and clocks that differ a little"),
            (nil, host(13, 37, 30), nil, nil, "no zone, and clocks that differ too much"),
        ] as [([UInt8]?, WallTime, Int?, Int?, String)] {
            let reading = ClockReading(
                PhoneClock(time: time, zone: zone.flatMap(PhoneZone.init)), at: now)
            expect(reading.offsetMinutes, is: offset, "\(why)")
            expect(reading.lead, is: lead.map { .milliseconds($0) }, "\(why)")
        }
    }

    @Test func `a clock that is wrong by a day says nothing about dates`() throws {
        let time = try #require(LocalMoment(Self.june))
        let june = WallTime(
            LocalDay(year: 2018, month: 6, day: 30), hour: 13, minute: 30, second: 16,
            offsetMinutes: 0)
        for (moved, expected, why) in [
            (Duration.zero, 480, "both clocks agree"),
            (.seconds(23 * 3600), 480, "less than a day"), (.seconds(25 * 3600), nil, "a day late"),
            (.seconds(-25 * 3600), nil, "a day early"),
        ] as [(Duration, Int?, String)] {
            let reading = ClockReading(
                PhoneClock(time: time, zone: PhoneZone([0x20, 0])), at: june.advanced(by: moved))
            expect(reading.dateOffset, is: expected, "\(why)")
            expect(reading.offsetMinutes, is: 480, "\(why)")
        }
    }

    @Test func `a zone without a time is the zone`() {
        let reading = ClockReading(PhoneClock(zone: PhoneZone([0x04, 0x04])), at: .now)
        expect(reading.offsetMinutes, is: 120)
        expect(reading.lead, is: nil)
    }

    @Test func `no value and no clock of the host causes an overflow`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let value = (0..<10).map { _ in UInt8.random(in: 0...255, using: &random) }
            let zone = PhoneZone([UInt8.random(in: 0...255), UInt8.random(in: 0...255)])
            let clock = PhoneClock(time: LocalMoment(value), zone: zone)
            for milliseconds in [0, -1_000_000_000_000, Int64.min, Int64.max] {
                _ = ClockReading(clock, at: WallTime(milliseconds: milliseconds))
            }
        }
    }
}
