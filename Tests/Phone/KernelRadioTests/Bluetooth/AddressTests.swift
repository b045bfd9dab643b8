import Expecting
import Testing

@testable import KernelRadio

struct AddressTests {
    @Test(arguments: [
        ("00:11:22:33:44:55", [0x55, 0x44, 0x33, 0x22, 0x11, 0x00]),
        ("aa:Bb:cC:DD:ee:FF", [0xFF, 0xEE, 0xDD, 0xCC, 0xBB, 0xAA]),
        ("00:00:00:00:00:00", [0, 0, 0, 0, 0, 0]),
    ])
    func `a text is read, and written in upper case`(text: String, bytes: [UInt8]) throws {
        let address = try #require(BluetoothAddress(text))
        expect(address.bytes, is: bytes)
        expect(address.description, is: text.uppercased())
        expect(address, is: BluetoothAddress(bytes: bytes + [9]))
        expect(address.isZero, is: bytes.allSatisfy { $0 == 0 })
    }

    @Test(arguments: [
        ("", "nothing"), ("00:11:22:33:44", "five parts"), ("00:11:22:33:44:55:66", "seven"),
        ("00:11:22:33:44:", "an empty part"), ("0:011:22:33:44:55", "parts of other lengths"),
        ("+0:11:22:33:44:55", "a sign"), ("0g:11:22:33:44:55", "no hex digit"),
        ("00-11-22-33-44-55", "dashes"), (" 00:11:22:33:44:55", "a space"),
        ("٠٠:11:22:33:44:55", "digits of another script"), ("é:11:22:33:44:55", "two bytes"),
    ])
    func `other texts are no address`(text: String, why: String) {
        expect(BluetoothAddress(text), is: nil, "\(why)")
    }

    @Test(arguments: [
        ("40:00:00:00:00:00", AddressKind.randomLE, false, "resolvable: 01"),
        ("7F:FF:FF:FF:FF:FF", .randomLE, false, "resolvable: 01"),
        ("C0:00:00:00:00:00", .randomLE, true, "static: 11"),
        ("3F:FF:FF:FF:FF:FF", .randomLE, false, "not resolvable: 00"),
        ("80:00:00:00:00:00", .randomLE, false, "reserved: 10"),
        ("40:00:00:00:00:00", .publicLE, true, "assigned"),
        ("C0:00:00:00:00:00", .bredr, false, "not of LE"),
    ])
    func `the highest bits of a random address say what it is`(
        text: String, kind: AddressKind, isIdentity: Bool, why: String
    ) throws {
        let peer = PeerAddress(try #require(BluetoothAddress(text)), kind)
        expect(peer.isIdentity, is: isIdentity, "\(why)")
    }

    @Test func `missing bytes of an address are zero`() {
        expect(BluetoothAddress(bytes: [1, 2]).bytes, is: [1, 2, 0, 0, 0, 0])
        #expect(BluetoothAddress.zero.isZero)
    }
}
