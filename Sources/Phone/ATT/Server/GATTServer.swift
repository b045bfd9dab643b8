/// The server's side of one bearer: services that peers may look at, and an answer to every request.
///
/// PDUs come in, PDUs go out; it never speaks of itself. What a peer sets (which values it wants,
/// what it can do) is kept for this link alone.
package struct GATTServer: Sendable {
    let table: AttributeTable
    /// What the peer has set, and how that was before it did.
    var kept: [Handle: [UInt8]] = [:]

    /// A server of these services, which nobody has asked anything yet.
    package init(_ services: [ServerService]) {
        table = AttributeTable(services)
    }

    /// The hash over all services, as peers may read it.
    package var databaseHash: [UInt8] { table.hash }

    /// Whether a PDU is for a server: a request or a command, known or not, but for the exchange of
    /// MTUs, which belongs to both sides.
    static func takes(_ opcode: Opcode) -> Bool {
        switch opcode {
        case .exchangeMTURequest, .handleValueNotification, .handleValueIndication,
            .handleValueConfirmation, .multipleHandleValueNotification:
            false
        default:
            !opcode.isResponse
        }
    }

    /// Takes a request or a command; the answer is one PDU to a request, and none to a command.
    ///
    /// - Parameter isSecure: whether the link is encrypted with a key as long as keys can be.
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

    /// What the answer depends on beside the request.
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

/// A refusal stops the work on a request, and is its answer.
extension ErrorResponse: Error {}

extension AttributePDU {
    /// Reads a whole request of the peer.
    fileprivate init(asked bytes: [UInt8]) throws(ErrorResponse) {
        do throws(PDUError) {
            try self.init(bytes)
        } catch {
            throw ErrorResponse(to: Self.opcode, .invalidPDU)
        }
    }
}
