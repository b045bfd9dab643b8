import Expecting
import Testing

@testable import Mosquitto

/// How what comes over TLS is cut into records.
struct SecureRecordsTests {
    private static let record: [UInt8] = [0x17, 3, 3, 0, 4, 1, 2, 3, 4]

    /// Records whose beginning is known, since one was read to its end.
    private static func aligned() -> SecureRecords {
        var records = SecureRecords()
        records.append([9])
        expect(records.next(), is: [9])
        records.isRead(isInBody: true)
        records.isRead(isInBody: false)
        return records
    }

    @Test func `until a record ends the library gets one byte after the other`() {
        var records = SecureRecords()
        records.append(Self.record)
        for byte in Self.record {
            expect(records.next(), is: [byte])
            records.isRead(isInBody: false)
        }
        expect(records.next(), is: nil)
    }

    @Test func `then it gets one record after the other, wherever they were split`() {
        let input = Self.record + Self.record
        for place in 0...input.count {
            var records = Self.aligned()
            var given: [[UInt8]] = []
            for piece in [input[..<place], input[place...]] {
                records.append(Array(piece))
                while let next = records.next() { given.append(next) }
            }
            expect(given, is: [Self.record, Self.record], "split at \(place)")
        }
    }

    @Test func `of a record that is longer than any OpenSSL gets what it needs to refuse it`() {
        var records = Self.aligned()
        records.append([0x17, 3, 3, 0xFF, 0xFF, 1])
        expect(records.next(), is: [0x17, 3, 3, 0xFF, 0xFF])
    }

    @Test func `at the end what is left goes as it is`() {
        var records = Self.aligned()
        records.append(Array(Self.record.dropLast()))
        expect(records.next(), is: nil)
        records.end()
        expect(records.next(), is: Array(Self.record.dropLast()))
    }
}
