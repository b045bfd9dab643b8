/// Server side of one bearer: it offers services to peers, and answers every request.
///
/// It takes PDUs and returns PDUs, and sends nothing on its own. Values set by a peer (enabled
/// notifications, its features) are kept for this link only.
package struct GATTServer: Sendable {
    let table: AttributeTable
    /// Values set by the peer.
    var kept: [Handle: [UInt8]] = [:]

    package init(_ services: [ServerService]) {
        table = AttributeTable(services)
    }

    /// Database hash as peers may read it.
    package var databaseHash: [UInt8] { table.hash }

    /// Returns whether a PDU is for the server: any request or command, known or unknown, except
    /// the MTU exchange, which belongs to both sides.
    static func takes(_ opcode: Opcode) -> Bool {
        switch opcode {
        case .exchangeMTURequest, .handleValueNotification, .handleValueIndication,
            .handleValueConfirmation, .multipleHandleValueNotification:
            false
        default:
            !opcode.isResponse
        }
    }

    /// Handles a request or a command, and returns the response to a request.
    ///
    /// - Parameter isSecure: whether the link is encrypted with a key of maximum length.
    package mutating func answer(_ pdu: [UInt8], mtu: Int, isSecure: Bool) -> [UInt8]? {
        guard let opcode = pdu.first.map(Opcode.init(rawValue:)) else { return nil }
        do throws(ErrorResponse) {
            guard pdu.count <= mtu else { throw ErrorResponse(to: opcode, .invalidPDU) }
            let answer = try dispatch(opcode, pdu, Question(mtu: mtu, isSecure: isSecure))
            return opcode.isCommand ? nil : answer
        } catch {
            return opcode.isCommand ? nil : error.bytes
        }
    }

    /// Properties of the link on which the answer depends.
    struct Question {
        let mtu: Int
        let isSecure: Bool
    }

    private mutating func dispatch(
        _ opcode: Opcode, _ pdu: [UInt8], _ question: Question
    ) throws(ErrorResponse) -> [UInt8] {
        switch opcode {
        case .findInformationRequest:
            try findInformation(.init(asked: pdu), question).bytes
        case .findByTypeValueRequest:
            try findByTypeValue(.init(asked: pdu), question).bytes
        case .readByTypeRequest:
            try readByType(.init(asked: pdu), question).bytes
        case .readByGroupTypeRequest:
            try readByGroupType(.init(asked: pdu), question).bytes
        case .readRequest:
            try read(.init(asked: pdu), question).bytes
        case .readBlobRequest:
            try readBlob(.init(asked: pdu), question).bytes
        case .readMultipleRequest:
            try readMultiple(.init(asked: pdu), question).bytes
        case .readMultipleVariableRequest:
            try readMultipleVariable(.init(asked: pdu), question).bytes
        case .writeRequest:
            try write(.init(asked: pdu), question).bytes
        case .writeCommand:
            try write(WriteCommand(asked: pdu), question)
        case .prepareWriteRequest:
            try prepareWrite(.init(asked: pdu), question).bytes
        case .executeWriteRequest:
            try executeWrite(.init(asked: pdu)).bytes
        default:
            throw ErrorResponse(to: opcode, .requestNotSupported)
        }
    }
}

/// A refusal ends the work on a request, and is its response.
extension ErrorResponse: Error {}

extension AttributePDU {
    /// Parses a whole request of the peer.
    fileprivate init(asked bytes: [UInt8]) throws(ErrorResponse) {
        do throws(PDUError) {
            try self.init(bytes)
        } catch {
            throw ErrorResponse(to: Self.opcode, .invalidPDU)
        }
    }
}
