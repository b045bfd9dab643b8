/// How a peer broke the rules of the attribute protocol; never says anything about content.
///
/// What cannot be confused with anything else is counted, reported and otherwise ignored:
///
/// | the peer sends | and the client |
/// |---|---|
/// | an empty PDU | ignores it |
/// | a malformed or too long notification | drops the value |
/// | a malformed or too long indication | drops the value and confirms it, for the peer waits |
/// | a Service Changed value that is no range | confirms it and takes everything as changed |
/// | a response or a confirmation that nobody waits for | ignores it |
/// | several values in one notification, which was never agreed | ignores it |
/// | a malformed Exchange MTU Request | answers Invalid PDU |
///
/// What leaves open where the two sides are ends the bearer, for the next response could be taken
/// for the answer to another request: a wrong, malformed or too long response while one is awaited,
/// a packet too long to be read at all, and handles that go in circles.
package enum Violation: Error, Hashable, Sendable {
    /// A PDU has no byte.
    case emptyPDU
    /// A PDU is longer than the agreed MTU.
    case tooLong(length: Int, mtu: Int)
    /// A PDU is not what its opcode says.
    case malformed(Opcode, PDUError)
    /// A response came that nobody waits for.
    case unexpectedResponse(Opcode)
    /// A confirmation came that nobody waits for.
    case unexpectedConfirmation
    /// Several values came in one notification.
    case multipleValues
    /// The answer to one request came in response to another.
    case wrongResponse(Opcode, to: Opcode)
    /// Discovery was answered with handles that do not advance, or were not asked for.
    case handlesOutOfOrder(Opcode)
    /// Discovery does not come to an end.
    case endlessDiscovery
    /// A Service Changed value is not a range of handles.
    case invalidServiceChanged
}

extension Violation: CustomStringConvertible {
    /// Which rule it is, in words, without what the peer sent.
    package var description: String {
        switch self {
        case .emptyPDU: "an empty PDU"
        case .tooLong(let length, let mtu): "a PDU of \(length) bytes where \(mtu) were agreed"
        case .malformed(let opcode, let error): "PDU \(opcode) \(error)"
        case .unexpectedResponse(let opcode): "response \(opcode) to no request"
        case .unexpectedConfirmation: "a confirmation of nothing"
        case .multipleValues: "several values in one notification"
        case .wrongResponse(let opcode, let request): "response \(opcode) to request \(request)"
        case .handlesOutOfOrder(let opcode): "response \(opcode) with handles out of order"
        case .endlessDiscovery: "discovery without an end"
        case .invalidServiceChanged: "a Service Changed value that is no range"
        }
    }
}

extension AttributePDU {
    /// Reads a whole PDU of the peer.
    init(received bytes: [UInt8]) throws(Violation) {
        do throws(PDUError) {
            try self.init(bytes)
        } catch {
            throw .malformed(Self.opcode, error)
        }
    }
}
