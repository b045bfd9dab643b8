import DBus
import Expecting
import Testing

@testable import BlueZRadio

/// What a look shows of an adapter.
struct SenderRepeatsTests {
    @Test func `one sender that is told of often is enough, many that are told of once are not`() {
        var repeats = SenderRepeats()
        for number in 0..<1000 {
            repeats.count(ObjectPath("/s").appending("\(number)"))
        }
        expect(repeats.areThere, is: false)
        for _ in 1..<SenderRepeats.enough - 1 { repeats.count("/s/0") }
        expect(repeats.areThere, is: false)
        repeats.count("/s/0")
        expect(repeats.areThere, is: true)
    }

    @Test func `one past the limit says nothing`() {
        var repeats = SenderRepeats()
        for number in 0..<SenderRepeats.limit {
            repeats.count(ObjectPath("/s").appending("\(number)"))
        }
        for _ in 0..<100 { repeats.count("/late") }
        expect(repeats.areThere, is: false)
    }
}
