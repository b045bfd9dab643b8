import Testing

@testable import Outlets

struct KeyGuardTests {
    @Test func `a key does nothing until what it means has been seen for half a second`() {
        var keys = KeyGuard<Int>()
        #expect(!keys.lets(1, at: .seconds(100)))
        keys.show(1, at: .seconds(100))
        #expect(!keys.lets(1, at: .seconds(100) + .milliseconds(499)))
        #expect(keys.lets(1, at: .seconds(100) + .milliseconds(500)))
        keys.show(1, at: .seconds(101))
        #expect(keys.lets(1, at: .seconds(101)), "shown again it is nothing else")
        #expect(!keys.lets(2, at: .seconds(101)), "not before it is shown")
        keys.show(2, at: .seconds(102))
        #expect(!keys.lets(2, at: .seconds(102)))
    }

    @Test func `what somebody chose they need not see first`() {
        var keys = KeyGuard<Int>()
        keys.show(1, at: .seconds(100))
        keys.follow(from: 1, to: 2)
        #expect(keys.lets(2, at: .seconds(101)))
        keys.follow(from: 1, to: 3)
        #expect(!keys.lets(3, at: .seconds(101)), "something else came between")
    }
}
