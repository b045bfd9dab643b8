/// Reads requests of HTTP/1.1 from bytes as they come, however they are cut.
///
/// It takes only what can be read in one way: lines end with CR LF, names and lengths stand once, and nothing has to be guessed. So
/// no proxy before it can understand a request otherwise.
package struct RequestReader: Sendable {
    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
    private static let headEnd: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]

    private var bytes: [UInt8] = []
    /// Where the end of the head can begin at the earliest.
    private var searched = 0
    /// Whether a line end before the head was left out.
    private var hasSkipped = false
    /// A request whose body has not come whole.
    private var begun: WebRequest?

    /// Nothing has come yet.
    package init() {}

    /// Whether there is part of a request that is not whole.
    package var hasPart: Bool { !bytes.isEmpty || begun != nil }

    /// How many bytes are kept, which is never more than was appended beyond what a request may have.
    package var keptBytes: Int { bytes.count }

    /// Takes bytes that have come.
    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }

    /// The next request that is whole, and nil while more has to come; after a fault nothing can be read any more.
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
        // Some programs end a body with a line end that does not belong to it; a second one is nobody's.
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

    /// What cannot become a request is refused at once: a browser that begins with encryption would wait for an answer until the
    /// time for a head is over, and so would a client that ends lines in another way.
    private func examineBeginning() throws(WebFault) {
        guard let first = bytes.first else { return }
        if first == Self.tlsHandshake {
            throw .bad("encryption is not spoken here: use http://, or a proxy with TLS before it")
        }
        guard first.isTokenByte || first == Self.lineEnd[0] && !hasSkipped else {
            throw .bad("a request begins with a method, a target and a version")
        }
    }

    /// The first byte of a client that begins with encryption.
    private static let tlsHandshake: UInt8 = 0x16

    /// Where the empty line is that ends the head.
    private mutating func headEnd() throws(WebFault) -> Int? {
        var index = searched
        while index + Self.headEnd.count <= bytes.count {
            if bytes[index...].starts(with: Self.headEnd) { return index }
            if bytes[index] == 0x0A, index == 0 || bytes[index - 1] != 0x0D {
                throw .bad("a request has no control characters, and lines end with CR LF")
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
