import Expecting
import Support
import Testing

@testable import KernelRadio

/// The layouts are those of BlueZ's description of the management interface (doc/mgmt-api.txt).
struct EventTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let code: UInt8
        let parameters: String
        let event: ManagementEvent?
        var testDescription: String { "0x\(code.hexadecimal)" }

        var message: [UInt8] {
            let parameters = hex(parameters)
            return [code, 0, 1, 0] + [UInt8(parameters.count), 0] + parameters
        }
    }

    private static let peer = KernelSample.peer
    private static let peerBytes = KernelSample.peerBytes

    static let cases: [Case] = [
        Case(code: 0x04, parameters: "", event: .indexAdded),
        Case(code: 0x05, parameters: "", event: .indexRemoved),
        Case(
            code: 0x06, parameters: "010A0000",
            event: .newSettings([.powered, .lowEnergy, .secureConnections])),
        Case(
            code: 0x0A, parameters: "01 \(KernelSample.longTermKeyBytes)",
            event: KernelSample.longTermKey.map { .newLongTermKey(storeHint: true, $0) }),
        Case(
            code: 0x0B, parameters: "\(peerBytes) 0A000000 0000",
            event: .deviceConnected(peer, flags: [.legacyPairing, .initiatedHere])),
        Case(
            code: 0x0C, parameters: "\(peerBytes) 03",
            event: .deviceDisconnected(peer, reason: .endedByPeer)),
        Case(
            code: 0x0F, parameters: "\(peerBytes) 00 40E20100",
            event: .confirmationRequest(peer, hint: false, value: 123_456)),
        Case(
            code: 0x0F, parameters: "\(peerBytes) 01 00000000",
            event: .confirmationRequest(peer, hint: true, value: 0)),
        Case(code: 0x10, parameters: peerBytes, event: .passkeyRequest(peer)),
        Case(
            code: 0x11, parameters: "\(peerBytes) 05",
            event: .authenticationFailed(peer, .authenticationFailed)),
        Case(
            code: 0x17, parameters: "\(peerBytes) 40E20100 06",
            event: .passkeyNotify(peer, passkey: 123_456, entered: 6)),
        Case(
            code: 0x18, parameters: "00 111213141516 \(peerBytes) \(KernelSample.secretBytes)",
            event: KernelSample.identityKey.map {
                .newIdentityResolvingKey(
                    storeHint: false,
                    resolvable: BluetoothAddress(bytes: [0x11, 0x12, 0x13, 0x14, 0x15, 0x16]), $0)
            }),
        Case(code: 0x24, parameters: "01", event: .advertisingRemoved(1)),
        Case(
            code: 0x12, parameters: "\(peerBytes) C5 04000000 0500 0201060100",
            event: .deviceFound(
                FoundDevice(peer, signal: -59, data: [0x02, 0x01, 0x06, 0x01, 0x00]))),
        Case(
            code: 0x12, parameters: "\(peerBytes) 7F 00000000 0000",
            event: .deviceFound(FoundDevice(peer, signal: nil, data: []))),
        Case(
            code: 0x2F, parameters: "0000 \(peerBytes) 80 04000000 0200 01FF",
            event: .deviceFound(FoundDevice(peer, signal: -128, data: [0x01, 0xFF]))),
        Case(
            code: 0x13, parameters: "00FF",
            event: .unknown(ManagementEventCode(rawValue: 0x13))),
    ]

    @Test(arguments: cases)
    func `an event is read as the kernel writes it`(one: Case) throws {
        let (index, message) = try ManagementMessage.parse(one.message)
        expect(index, is: ControllerIndex(rawValue: 1))
        expect(message, is: .event(try #require(one.event)))
    }

    @Test(arguments: cases)
    func `fields that a later kernel adds are passed over`(one: Case) throws {
        let more = Case(code: one.code, parameters: one.parameters + "AABBCC", event: one.event)
        try expect(ManagementMessage.parse(more.message).message, is: .event(#require(one.event)))
    }

    @Test(arguments: cases)
    func `a message that is cut anywhere is refused`(one: Case) {
        let whole = one.message
        for length in whole.indices {
            #expect(throws: ManagementFormatError.self) {
                try ManagementMessage.parse(Array(whole.prefix(length)))
            }
        }
        let told = Int(whole[4])
        #expect(throws: ManagementFormatError.wrongLength(told: told, found: told + 1)) {
            try ManagementMessage.parse(whole + [0])
        }
    }

    @Test(arguments: cases)
    func `an event that ends within its fields is refused`(one: Case) {
        let parameters = hex(one.parameters)
        // What kind of data a peer advertised is not read.
        let needed = one.code == 0x0B ? parameters.count - 2 : parameters.count
        guard one.code != 0x13 else { return }
        for length in 0..<needed {
            let cut = [one.code, 0, 1, 0, UInt8(length), 0] + parameters.prefix(length)
            #expect(throws: ManagementFormatError.truncated) {
                try ManagementMessage.parse(cut)
            }
        }
    }

    @Test(arguments: [
        ("0100 0100", ManagementMessage?.none, "without a length"),
        (
            "0100 0100 0700 0500 00 81020000",
            .answer(ManagementOpcode(rawValue: 5), .success, [0x81, 2, 0, 0]), "complete"
        ),
        (
            "0100 0100 0300 0500 12",
            .answer(ManagementOpcode(rawValue: 5), .blockedByRFKill, []), "without values"
        ),
        ("0200 0100 0300 0500 0A", .status(ManagementOpcode(rawValue: 5), .busy), "status"),
        ("0200 0100 0200 0500", nil, "without a status"),
        ("0100 0100 0100 05", nil, "half a command"),
    ])
    func `answers are told from events`(
        bytes: String, message: ManagementMessage?, why: String
    ) {
        expect((try? ManagementMessage.parse(hex(bytes)).message), is: message, "\(why)")
    }

    @Test func `random bytes are an event or refused`() {
        var random = RepeatableRandom(seed: 8)
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...60, using: &random)
            let parameters = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let code = UInt8.random(in: 0...0x30, using: &random)
            let message = [code, 0, 0, 0, UInt8(length), 0] + parameters
            guard let (_, read) = try? ManagementMessage.parse(message) else { continue }
            #expect(!"\(read)".isEmpty)
        }
    }

    @Test(arguments: [
        (ManagementStatus.busy, "busy"), (.notSupported, "not supported"),
        (.permissionDenied, "permission denied"), (.blockedByRFKill, "blocked by rfkill"),
        (ManagementStatus(rawValue: 0x7F), "status 0x7F"),
    ])
    func `a status has words`(status: ManagementStatus, words: String) {
        expect(status.description, is: words)
        expect(ManagementFailure.status(status).description, is: words)
    }
}
