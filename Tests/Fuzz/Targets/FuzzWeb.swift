import Commands
import Linux
import Notices
import Settings
import Wall
import Web

/// Reads the input as what a stranger sends to a web server, in pieces of the size that its first byte says.
func fuzzWeb(_ bytes: [UInt8]) {
    let size = max(1, Int(bytes.first ?? 1))
    let text = Array(bytes.dropFirst())
    let whole = read(text, inPiecesOf: text.count)
    require(read(text, inPiecesOf: size) == whole, "requests depend on how their bytes are cut")
    for request in whole.requests {
        check(request)
        checkHost(request.host)
        checkAct(request)
    }
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
    _ = request.cookies("wall")
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

/// The names of a wall by the usual configuration.
private let names: HostNames? = {
    let table = SettingsTable([WallKeys.section], variablePrefix: "CALLBOARD")
    var draft = SettingsDraft(table)
    draft.read(Array("[wall]\nhosts = wall.lan\n".utf8), file: "c")
    return (try? draft.finished()).map {
        HostNames(WallSettings($0[WallKeys.section]), machine: "hall")
    }
}()

/// Whoever is let in calls the machine by a name of its own, or by an address.
private func checkHost(_ host: String?) {
    guard let host, let names, names.allows(host) else { return }
    let bare = host.hasPrefix("[") || host.filter { $0 == ":" }.count > 1
    let name = host.prefix { $0 != ":" }.lowercased()
    let known = ["localhost", "hall", "hall.local", "wall.lan"].flatMap { [$0, $0 + "."] }
    let digits = "0123456789abcdefABCDEF.:[]".unicodeScalars
    let isAddress = name.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    require(
        known.contains(name) || name.hasSuffix(".localhost") || name.hasSuffix(".localhost.")
            || isAddress
            || bare && host.prefix { $0 != "%" }.unicodeScalars.allSatisfy(digits.contains),
        "a name that is none of the machine's is let in")
}

/// An act names a notice or none, and what is no act is refused in JSON.
private func checkAct(_ request: WebRequest) {
    do throws(WallAct.Mistake) {
        guard case .act(_, let notice?) = try WallAct(request) else { return }
        require(NoticeID(notice) != nil, "an act is about no notice")
    } catch {
        require(error.response.status == .badRequest, "a wrong act is no bad request")
        require(error.response.body.allSatisfy { $0 >= 0x20 || $0 == 0x0A }, "a control character")
    }
}
