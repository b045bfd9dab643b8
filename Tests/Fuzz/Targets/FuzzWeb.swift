import Linux
import Web

/// Reads the input as what a stranger sends to a web server, in pieces of the size that its first byte says.
func fuzzWeb(_ bytes: [UInt8]) {
    let size = max(1, Int(bytes.first ?? 1))
    let text = Array(bytes.dropFirst())
    let whole = read(text, inPiecesOf: text.count)
    require(read(text, inPiecesOf: size) == whole, "requests depend on how their bytes are cut")
    for request in whole.requests { check(request) }
    if let fault = whole.fault { check(fault) }
    stream(text)
}

private struct Found: Equatable {
    var requests: [WebRequest] = []
    var fault: WebFault?
}

private func read(_ text: [UInt8], inPiecesOf size: Int) -> Found {
    var reader = RequestReader()
    var found = Found()
    var start = 0
    while start < text.count {
        let end = min(start + max(1, size), text.count)
        reader.append(text[start..<end])
        start = end
        do throws(WebFault) {
            while let request = try reader.next() { found.requests.append(request) }
        } catch {
            found.fault = error
            return found
        }
        require(
            reader.keptBytes <= WebLimits.head + WebLimits.body + 4,
            "more is kept than a request has")
    }
    return found
}

private func check(_ request: WebRequest) {
    require(request.path.hasPrefix("/"), "a path begins elsewhere")
    require(
        request.path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3F },
        "a path has a character that it cannot have")
    require(request.body.count <= WebLimits.body, "a body is too long")
    require(
        request.body.isEmpty || request.method == .post, "something else than a POST has a body")
    require(request.fields.count <= WebLimits.fields, "there are too many fields")
    require(
        request.fields.values.allSatisfy { !$0.contains("\r") && !$0.contains("\n") },
        "a field has more than a line")
    _ = request.cookie("wall")
}

private func check(_ fault: WebFault) {
    let answer = WebResponse(fault).bytes(at: WallTime(milliseconds: 0), keepsConnection: false)
    require(answer.allSatisfy { $0 < 0x80 }, "an answer to a fault has a word of what came")
    require((400...505).contains(fault.status.number), "a fault is no failure")
}

/// Whatever an event tells, its block has one empty line, at its end.
private func stream(_ data: [UInt8]) {
    let bytes = StreamedEvent(id: "1", name: "event", data: data).bytes
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    require(lines.count >= 5 && lines.suffix(2).allSatisfy(\.isEmpty), "an event does not end")
    require(
        lines.dropLast(2).dropFirst(2).allSatisfy { $0.starts(with: "data: ".utf8) },
        "an event has a line that is no data")
    require(!bytes.contains(0x0D), "an event has an end of a line within it")
}
