import Expecting
import Testing

@testable import ATT
@testable import FuzzTargets

/// A PDU type without its name, for tables.
struct AnyCodec: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Parses bytes and serializes what was found.
    let roundTrip: @Sendable ([UInt8]) throws -> [UInt8]

    init<PDU: AttributePDU>(_ type: PDU.Type) {
        testDescription = "\(type)"
        roundTrip = { try PDU($0).bytes }
    }
}

struct PDUTests {
    static let samples: [(AnyCodec, String)] = [
        // opcode · refused opcode · handle · code
        (AnyCodec(ErrorResponse.self), "01 08 1000 0A"),
        // opcode · MTU
        (AnyCodec(ExchangeMTURequest.self), "02 0502"),
        (AnyCodec(ExchangeMTUResponse.self), "03 B900"),
        // opcode · first · last
        (AnyCodec(FindInformationRequest.self), "04 1300 1400"),
        // opcode · format · (handle · type)…
        (AnyCodec(FindInformationResponse.self), "05 01 1300 0229 1400 0328"),
        (AnyCodec(FindInformationResponse.self), "05 02 1200 \(TestService.sourceHex)"),
        // opcode · first · last · type · value
        (AnyCodec(FindByTypeValueRequest.self), "06 0100 FFFF 0028 \(TestService.uuidHex)"),
        // opcode · (found · group end)…
        (AnyCodec(FindByTypeValueResponse.self), "07 1000 1800 2000 FFFF"),
        // opcode · first · last · type
        (AnyCodec(ReadByTypeRequest.self), "08 1000 1800 0328"),
        (AnyCodec(ReadByTypeRequest.self), "08 1000 1800 \(TestService.dataHex)"),
        // opcode · entry length · (handle · properties · value handle · UUID)…
        (AnyCodec(ReadByTypeResponse.self), "09 07 0200 20 0300 052A 0500 02 0600 3A2B"),
        // opcode · handle
        (AnyCodec(ReadRequest.self), "0A 1200"),
        (AnyCodec(ReadResponse.self), "0B 64657669636500"),
        // opcode · first · last · type
        (AnyCodec(ReadByGroupTypeRequest.self), "10 0100 FFFF 0028"),
        // opcode · entry length · (handle · group end · UUID)…
        (AnyCodec(ReadByGroupTypeResponse.self), "11 06 0100 0400 0118 0500 0B00 0018"),
        // opcode · handle · value
        (AnyCodec(WriteRequest.self), "12 1300 0100"),
        (AnyCodec(WriteResponse.self), "13"),
        (AnyCodec(WriteCommand.self), "52 1500 00"),
        // opcode · handle · offset · part
        (AnyCodec(PrepareWriteRequest.self), "16 1500 1200 616263"),
        (AnyCodec(PrepareWriteResponse.self), "17 1500 1200 616263"),
        // opcode · flags
        (AnyCodec(ExecuteWriteRequest.self), "18 01"),
        (AnyCodec(ExecuteWriteResponse.self), "19"),
        // opcode · handle · value
        (AnyCodec(HandleValueNotification.self), "1B 1200 00 10 04 09 37000000"),
        (AnyCodec(HandleValueIndication.self), "1D 0300 1000 FFFF"),
        (AnyCodec(HandleValueConfirmation.self), "1E"),
    ]

    @Test(arguments: samples)
    func `a PDU survives reading and writing`(codec: AnyCodec, sample: String) throws {
        try expect(codec.roundTrip(hex(sample)), is: hex(sample))
    }

    @Test(arguments: samples)
    func `a PDU cut anywhere is refused or is the shorter PDU`(
        codec: AnyCodec, sample: String
    ) {
        let whole = hex(sample)
        for length in 0..<whole.count {
            let cut = Array(whole.prefix(length))
            do {
                try expect(codec.roundTrip(cut), is: cut, "cut after \(length)")
            } catch {
                #expect(error is PDUError, "cut after \(length)")
            }
        }
    }

    @Test(arguments: samples)
    func `another opcode is refused`(codec: AnyCodec, sample: String) {
        let bytes = [hex(sample)[0] ^ 0x80] + hex(sample).dropFirst()
        #expect(throws: PDUError.wrongOpcode) { try codec.roundTrip(bytes) }
    }

    @Test(arguments: [
        (AnyCodec(ErrorResponse.self), "", PDUError.truncated, "no opcode"),
        (AnyCodec(ErrorResponse.self), "01 08 1000", .truncated, "no code"),
        (AnyCodec(ErrorResponse.self), "01 08 1000 0A 00", .trailingBytes, "one more byte"),
        (AnyCodec(ExchangeMTUResponse.self), "03 B9", .truncated, "half an MTU"),
        (AnyCodec(FindInformationResponse.self), "05 01", .emptyList, "no entry"),
        (AnyCodec(FindInformationResponse.self), "05 00 1300 0229", .invalidFormat(0), "format 0"),
        (AnyCodec(FindInformationResponse.self), "05 03 1300 0229", .invalidFormat(3), "format 3"),
        (AnyCodec(FindInformationResponse.self), "05 01 1300 02", .unevenList, "half a type"),
        (AnyCodec(FindInformationResponse.self), "05 02 1300 0229", .unevenList, "a short type"),
        (AnyCodec(FindByTypeValueResponse.self), "07", .emptyList, "no entry"),
        (AnyCodec(FindByTypeValueResponse.self), "07 1000 18", .unevenList, "half a group end"),
        (AnyCodec(ReadByTypeRequest.self), "08 1000 1800 03", .invalidUUIDLength(1), "half a type"),
        (AnyCodec(ReadByTypeResponse.self), "09 00 0200", .invalidEntryLength(0), "length 0"),
        (AnyCodec(ReadByTypeResponse.self), "09 01 02", .invalidEntryLength(1), "half a handle"),
        (AnyCodec(ReadByTypeResponse.self), "09 07", .emptyList, "no entry"),
        (AnyCodec(ReadByTypeResponse.self), "09 07 0200 20 0300 05", .unevenList, "a cut entry"),
        (AnyCodec(ReadByGroupTypeResponse.self), "11 03 0100 04", .invalidEntryLength(3), "short"),
        (AnyCodec(WriteResponse.self), "13 00", .trailingBytes, "a byte too many"),
        (AnyCodec(HandleValueNotification.self), "1B 12", .truncated, "half a handle"),
    ])
    func `what is wrong with a PDU is told`(
        codec: AnyCodec, bytes: String, error: PDUError, why: String
    ) {
        #expect(throws: error, "\(why)") { try codec.roundTrip(hex(bytes)) }
    }

    @Test func `fields are read lowest byte first`() throws {
        let refusal = try ErrorResponse(hex("01 08 3412 0A"))
        expect(refusal.handle.rawValue, is: 0x1234)
        expect(refusal.request, is: .readByTypeRequest)
        expect(refusal.code, is: .attributeNotFound)
        let part = try PrepareWriteRequest(hex("16 1500 0201 61"))
        expect(part.offset, is: 0x0102)
        let entries = try FindByTypeValueResponse(hex("07 1000 1800")).entries
        #expect(entries.map(\.found.rawValue) == [0x10] && entries[0].groupEnd.rawValue == 0x18)
    }

    @Test func `types of both forms go out in the long one`() {
        let response = FindInformationResponse([
            .init(handle: .first, type: .clientCharacteristicConfiguration),
            .init(handle: .last, type: TestService.source),
        ])
        let long = "FB349B5F8000 0080 0010 0000 02290000"
        expect(response.bytes, is: hex("05 02 0100 \(long) FFFF \(TestService.sourceHex)"))
    }
}
