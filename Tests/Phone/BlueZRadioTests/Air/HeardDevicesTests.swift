import DBus
import Expecting
import Radio
import Testing

@testable import BlueZRadio

struct HeardDevicesTests {
    private static func said(_ signal: Int16, _ bytes: [UInt8]) -> [String: BusValue] {
        [
            "RSSI": .int16(signal),
            "ManufacturerData": .map(
                key: "q", value: "v",
                [BusEntry(key: .uint16(0x004C), value: .variant(.bytes(bytes)))]),
        ]
    }

    @Test func `of more devices than fit the one not heard for longest must tell all anew`() {
        var heard = HeardDevices()
        func path(_ number: Int) -> ObjectPath { ObjectPath(rawValue: "/dev\(number)") }
        for number in 0...HeardDevices.limit {
            let message = heard.take(
                Self.said(-50, [2, 0x15]), of: path(number), address: "\(number)", bond: nil)
            #expect(message != nil)
        }
        let again: [String: BusValue] = ["RSSI": .int16(-51)]
        expect(heard.take(again, of: path(0), address: "0", bond: nil), is: nil)
        expect(heard.take(again, of: path(1), address: "1", bond: nil)?.signal, is: -51)
    }

    static let wrong: [([String: BusValue], String)] = [
        (["ManufacturerData": .string("4C")], "a text"),
        (["ManufacturerData": .map(key: "q", value: "v", [])], "nothing"),
        (["ManufacturerData": .dictionary(["76": .bytes([2, 0x15])])], "a maker by a text"),
        (
            [
                "ManufacturerData": .map(
                    key: "q", value: "v", [BusEntry(key: .uint16(76), value: .variant(.bool(true)))]
                )
            ], "a maker without bytes"
        ),
        (["ServiceData": .dictionary(["feaa": .bytes([0])])], "a short number"),
        (
            ["ServiceData": .dictionary(["0000feaa-0000-1000-8000-00805f9b34fc": .bytes([0])])],
            "another number"
        ),
        (["RSSI": .string("-50")], "a signal that is a text"), ([:], "nothing at all"),
    ]

    @Test(arguments: wrong)
    func `what is no beacon is nothing`(properties: [String: BusValue], why: String) {
        var heard = HeardDevices()
        expect(heard.take(properties, of: "/dev", address: "", bond: nil), is: nil, "\(why)")
    }
}
