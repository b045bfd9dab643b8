import Expecting
import Testing

@testable import KernelRadio

struct SecretTests {
    static var holders: [any Sendable] {
        guard let long = KernelSample.longTermKey, let identity = KernelSample.identityKey else {
            return []
        }
        let event = ManagementEvent.newLongTermKey(storeHint: true, long)
        let other = ManagementEvent.newIdentityResolvingKey(
            storeHint: true, resolvable: .zero, identity)
        return [
            long, identity, [long], [identity], [Optional(long)], event, other,
            ManagementCommand.loadLongTermKeys([long]),
            ManagementCommand.loadIdentityResolvingKeys([identity]),
            ManagementCommand.setPrivacy(key: KernelSample.secret),
            ManagementMessage.event(event), ManagementAction.report(.none, other),
        ]
    }

    @Test func `no description tells a key`() {
        expect(Self.holders.count, is: 12)
        for holder in Self.holders {
            var dumped = ""
            dump(holder, to: &dumped)
            for text in ["\(holder)", String(reflecting: holder), dumped] {
                let lower = text.lowercased()
                for byte in [0xA0, 0xA7, 0xAF, 0xE4] {
                    #expect(!lower.contains(" \(byte)") && !lower.contains("[\(byte)"))
                }
                #expect(!lower.contains("a0a1") && !lower.contains("a0 a1"))
            }
        }
    }

    @Test func `a description tells whose key it is`() throws {
        #expect("\(try #require(KernelSample.longTermKey))".contains("C6:05:04:03:02:01"))
        #expect("\(try #require(KernelSample.identityKey))".contains("C6:05:04:03:02:01"))
    }
}
