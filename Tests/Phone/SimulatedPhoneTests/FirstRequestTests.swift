import Expecting
import Testing

@testable import SimulatedPhone

/// What phones do with the first request of a host, and ask themselves.
struct FirstRequestTests {
    private static let services = "10 01 00 ff ff 00 28"

    @Test func `an MTU request is not answered, and all else is`() throws {
        var host = try TestHost(behaviour: #"{"mtu_answer": false}"#)
        host.phone.connect()
        host.send("02 0502")
        host.pass(.seconds(60))
        expect(host.packets, is: [])
        host.send("0a 0300")
        expect(host.packets, is: ["0b 41 6e 6e"])
        try host.play(#"{"at": 0, "set": {"mtu_answer": null}}"#)
        host.send("02 0502")
        expect(host.packets.last, is: "03 b9 00")
    }

    @Test(arguments: ["11 06 0100 0500 0018", "01 10 0100 0a"])
    func `a phone that asks first answers once it has been answered`(answer: String) throws {
        var host = try TestHost(behaviour: #"{"asks_first": true}"#)
        host.phone.connect()
        expect(host.packets, is: [], "it waits for the host to begin")
        host.send("1e")
        expect(host.packets, is: [], "a confirmation asks nothing")
        host.send("02 b900")
        expect(host.packets, is: [Self.services])
        host.send("0a 0300")
        host.send("01 08 0100 0a")
        host.pass(.seconds(29))
        expect(host.packets, is: [Self.services], "another answer is none to this")
        host.send(answer)
        expect(host.packets, is: [Self.services, "03 b9 00", "0b 41 6e 6e"])
        host.send("0a 0300")
        expect(host.packets.count, is: 4, "once for each link")
        host.pass(.seconds(60))
        expect(host.phone.drop, is: nil)
    }

    @Test func `a phone that is not answered breaks the link after half a minute`() throws {
        var host = try TestHost(behaviour: #"{"asks_first": true}"#)
        host.phone.connect()
        host.send("02 b900")
        host.pass(.milliseconds(29_999))
        expect(host.phone.drop, is: nil)
        host.pass(.milliseconds(1))
        expect(host.phone.drop, is: .seconds(1))
        expect(host.packets, is: [Self.services])
        host.phone.connect()
        host.send("02 b900")
        expect(host.packets.count, is: 2, "it asks again on the next")
    }
}
