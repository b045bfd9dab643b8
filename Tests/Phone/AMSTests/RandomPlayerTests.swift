import Expecting
import Support
import Testing

@testable import AMS

/// Phones that do anything, in any order.
struct RandomPlayerTests {
    private static let values = [
        "", "Music", "Spotify", "com.apple.Music", "1,1.0,12.5", "0,0,99", "2,-9,5", "3,9,5",
        "1,1,0,12,5", "-1", "0,5", "nan", "1e400", "337.5", "7", "\u{FFFD}\u{1F3B5}",
    ]

    @Test("requests, reports and memory stay within their bounds", arguments: 0..<100)
    func anything(seed: Int) {
        var random = RepeatableRandom(seed: UInt64(seed))
        var phone = TestPlayer()
        var (asked, start) = (0, phone.now)
        for step in 0..<500 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: phone.begin()
            case 1, 2: if phone.open != nil { phone.accept(Self.value(&random)) }
            case 3:
                if phone.open != nil {
                    let codes: [UInt8] = [0x05, 0x0A, 0x0E, 0xA0, 0xA1, 0xA2]
                    let code = codes[Int.random(in: 0..<codes.count, using: &random)]
                    phone.refuse(MediaError(rawValue: code))
                }
            case 4, 5, 6:
                let attribute = MediaAttribute(
                    MediaEntity(rawValue: .random(in: 0...3, using: &random)),
                    .random(in: 0...4, using: &random))
                phone.update(attribute, Self.value(&random), isCut: .random(using: &random))
            case 7:
                let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                let target = MediaCharacteristic.allCases[Int.random(in: 0..<3, using: &random)]
                phone.take(phone.session.received(bytes, from: target, at: phone.now))
            case 8:
                asked += 1
                phone.perform(MediaCommandID(rawValue: .random(in: 0...15, using: &random)))
            case 9, 10: phone.wait(.milliseconds(Int.random(in: 0...400, using: &random)))
            default:
                if Int.random(in: 0..<20, using: &random) == 0 { phone.end() }
            }
            // The phone answers before the session gives up; see other tests for that.
            if step % 20 == 19, phone.open != nil { phone.accept(Self.value(&random)) }
        }
        phone.end()
        expect(phone.session.nextDeadline, is: nil)
        expect(phone.session.state, is: MediaState())
        let performed = phone.reports.count {
            if case .performed = $0 { true } else { false }
        }
        expect(performed, is: asked, "each command has one outcome")
        let elapsed = (phone.now - start).components.seconds
        #expect(phone.reports.count - performed <= 2 * (4 * Int(elapsed) + 5))
        start = phone.now
        phone.wait(.seconds(1_000_000))
        expect(phone.now - start, is: .seconds(1_000_000), "and it sleeps")
    }

    @Test("a settled session stays silent", arguments: 0..<50)
    func settled(seed: Int) {
        var random = RepeatableRandom(seed: UInt64(seed))
        var phone = TestPlayer.registered()
        for _ in 0..<200 {
            let attribute = MediaAttribute(
                MediaEntity(rawValue: .random(in: 0...2, using: &random)),
                .random(in: 0...3, using: &random))
            phone.update(attribute, Self.value(&random), isCut: .random(using: &random))
            if Bool.random(using: &random) { phone.acceptAll() }
        }
        for _ in 0..<10 {
            phone.acceptAll()
            phone.wait(.seconds(6))
        }
        expect(phone.session.nextDeadline, is: nil)
        expect(phone.open, is: nil)
        guard case .state(let last, _) = phone.reports.last else { return }
        expect(last, is: phone.session.state, "the last report is the state")
    }

    private static func value(_ random: inout RepeatableRandom) -> String {
        let value = values[Int.random(in: 0..<values.count, using: &random)]
        return Int.random(in: 0..<30, using: &random) == 0
            ? String(repeating: value, count: 200) : value
    }
}
