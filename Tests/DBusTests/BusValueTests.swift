import DBus
import Testing

@Suite struct BusValueTests {
    @Test func `a variant is looked into`() {
        #expect(BusValue.variant(.variant(.string("a"))).asString == "a")
    }
}
