/// A violation of the attribute protocol by the peer, without data from the peer.
///
/// Unambiguous violations are counted, reported and otherwise ignored:
///
/// | violation | reaction |
/// |---|---|
/// | an empty PDU | ignored |
/// | a malformed or too long notification | the value is dropped |
/// | a malformed or too long indication | the value is dropped, and confirmed for the peer |
/// | a Service Changed value that is not a range | confirmed; all services count as changed |
/// | an unexpected response or confirmation | ignored |
/// | several values in one notification, without negotiation | ignored |
/// | a malformed Exchange MTU Request | answered with Invalid PDU |
///
/// A violation that desynchronizes the two sides ends the bearer, because the next response could
/// be taken as the answer to another request. Examples are a wrong, malformed or too long response
/// to a request, an unreadably long packet, and handles that do not advance.
package enum Violation: Error, Hashable, Sendable {
    case emptyPDU
    /// The PDU is longer than the agreed MTU.
    case tooLong(length: Int, mtu: Int)
    /// The PDU does not match the format of its opcode.
    case malformed(Opcode, PDUError)
    /// A response without a request.
    case unexpectedResponse(Opcode)
    /// A confirmation without an indication.
    case unexpectedConfirmation
    /// Several values in one notification.
    case multipleValues
    /// A response to another request than the outstanding one.
    case wrongResponse(Opcode, to: Opcode)
    /// Handles in a discovery response that do not advance, or were not requested.
    case handlesOutOfOrder(Opcode)
    /// Discovery does not end.
    case endlessDiscovery
    /// The Service Changed value is not a range of handles.
    case invalidServiceChanged
}

extension Violation: CustomStringConvertible {
    /// Name of the violated rule, without data from the peer.
    package var description: String {
        switch self {
        case .emptyPDU: "an empty PDU"
        case .tooLong(let length, let mtu): "a PDU of \(length) bytes with an MTU of \(mtu)"
        case .malformed(let opcode, let error): "PDU \(opcode) \(error)"
        case .unexpectedResponse(let opcode): "response \(opcode) without a request"
        case .unexpectedConfirmation: "a confirmation without an indication"
        case .multipleValues: "several values in one notification"
        case .wrongResponse(let opcode, let request): "response \(opcode) to request \(request)"
        case .handlesOutOfOrder(let opcode): "response \(opcode) with handles out of order"
        case .endlessDiscovery: "endless discovery"
        case .invalidServiceChanged: "a Service Changed value that is not a range"
        }
    }
}

extension AttributePDU {
    /// Parses a whole PDU of the peer.
    init(received bytes: [UInt8]) throws(Violation) {
        do throws(PDUError) {
            try self.init(bytes)
        } catch {
            throw .malformed(Self.opcode, error)
        }
    }
}
