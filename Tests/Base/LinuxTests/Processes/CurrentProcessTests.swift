import Expecting
import Foundation
import Linux
import Testing

struct CurrentProcessTests {
    @Test func `the right to manage adapters is what the kernel says of it`() throws {
        let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("CapEff:") })
        let set = try #require(UInt64(line.dropFirst("CapEff:\t".count), radix: 16))
        // CAP_NET_ADMIN is 12.
        expect(CurrentProcess.managesNetworks, is: (set >> 12 & 1 == 1))
    }
}
