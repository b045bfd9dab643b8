/// Parser of HTTP/1.1 requests from arbitrarily fragmented bytes.
///
/// Only unambiguous requests are accepted: lines end with CR LF, names and lengths occur once, and
/// nothing is guessed. So no proxy in front of it can interpret a request differently.
package struct RequestReader: Sendable {
    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
    private static let headEnd: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]

    private var bytes: [UInt8] = []
    /// Earliest possible position of the end of the head.
    private var searched = 0
    /// Whether a line end before the head was skipped.
    private var hasSkipped = false
    /// A request whose body is incomplete.
    private var begun: WebRequest?

    package init() {}

    /// Whether there is an incomplete request.
    package var hasPart: Bool { !bytes.isEmpty || begun != nil }

    /// Number of buffered bytes.
    ///
    /// After `next` has returned nil, it is within the limits of a request.
    package var keptBytes: Int { bytes.count }

    /// Appends received bytes.
    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// Returns the next complete request, or nil if more bytes are needed.
    ///
    /// No request can be read after an error.
    package mutating func next() throws(WebFault) -> WebRequest? {
        var request = begun
        if request == nil { request = try head() }
        guard var request else { return nil }
        guard bytes.count >= request.bodyLength else {
            begun = request
            return nil
        }
        begun = nil
        request.body = Array(bytes.prefix(request.bodyLength))
        bytes.removeFirst(request.bodyLength)
        return request
    }

    private mutating func head() throws(WebFault) -> WebRequest? {
        // Some programs send a line end after a body that does not belong to it; a second one is an
        // error.
        if !hasSkipped, bytes.starts(with: Self.lineEnd) {
            bytes.removeFirst(Self.lineEnd.count)
            (searched, hasSkipped) = (0, true)
        }
        try examineBeginning()
        guard let end = try headEnd() else {
            guard bytes.count < WebLimits.head else { throw tooLong }
            return nil
        }
        guard end <= WebLimits.head else { throw tooLong }
        let request = try RequestHead(bytes[..<end]).request
        bytes.removeFirst(end + Self.headEnd.count)
        (searched, hasSkipped) = (0, false)
        return request
    }

    /// Rejects invalid beginnings at once.
    ///
    /// A browser that starts TLS, or a client with other line ends, would otherwise wait until the
    /// time limit of a request.
    private func examineBeginning() throws(WebFault) {
        guard let first = bytes.first else { return }
        if first == Self.tlsHandshake {
            throw .bad("TLS is not supported here: use http://, or a TLS proxy in front of it")
        }
        guard first.isTokenByte || first == Self.lineEnd[0] && !hasSkipped else {
            throw .bad("a request begins with a method, a target and a version")
        }
    }

    /// The first byte of a TLS connection.
    private static let tlsHandshake: UInt8 = 0x16

    /// Returns the position of the empty line that ends the head.
    private mutating func headEnd() throws(WebFault) -> Int? {
        var index = searched
        while index + Self.headEnd.count <= bytes.count {
            if bytes[index...].starts(with: Self.headEnd) { return index }
            if bytes[index] == 0x0A, index == 0 || bytes[index - 1] != 0x0D {
                throw .bad(
                    "the request has a control character, or a line that does not end with CR LF")
            }
            index += 1
        }
        searched = index
        return nil
    }

    private var tooLong: WebFault {
        bytes.prefix(WebLimits.head).contains(0x0A)
            ? WebFault(
                .headTooLarge, "a request has at most \(WebLimits.head) bytes before its body")
            : WebFault(.targetTooLong, "the first line of a request is too long")
    }
}
