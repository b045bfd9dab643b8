import Foundation
import JSON
import Linux
import ServingSupport
import Support
import Waiting

/// The real `callboard-wall`, showing a test's own centre, and a browser's requests to it.
@LoopActor
final class RealWall {
    /// What a request came to.
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var value: JSONValue? { try? JSONValue(parsing: body) }
    }

    private static let token = String(repeating: "k", count: 32)
    /// The token of one who sees numbers alone.
    private static let counting = String(repeating: "c", count: 32)

    /// Its configuration goes with this.
    private let command: CentralCommand
    private let program: BackgroundProgram
    private let socket: String

    /// - Parameter lines: further lines of its section.
    init(_ command: CentralCommand, _ lines: [String] = []) throws {
        self.command = command
        socket = command.file("wall")
        let tokens = command.file("tokens")
        try "kiosk full act \(Self.token)\nguest counts \(Self.counting)\n".write(
            toFile: tokens, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: tokens)
        let conf = command.file("conf")
        let central = try String(contentsOfFile: conf, encoding: .utf8)
        let section = [
            "[wall]", "centre = yes", "listen = unix:\(socket)", "tokens = file:\(tokens)",
        ]
        try (central + (section + lines).joined(separator: "\n") + "\n")
            .write(toFile: conf, atomically: true, encoding: .utf8)
        program = try BackgroundProgram(
            [
                CentralCommand.path(of: "callboard-wall"), "run", "--config", conf, "--state",
                command.file("state"), "--socket", command.file("nobody"),
            ], saying: command.file("wall-said"))
    }

    /// Asks it to end, and says with which status it did.
    func finish() -> Int32 { program.finish() }

    /// Ends it at once.
    func kill() { program.kill() }

    /// Has it read another configuration, in which a line has been added to its section.
    func reload(_ line: String) throws {
        let conf = command.file("conf")
        let text = try String(contentsOfFile: conf, encoding: .utf8)
        try (text + line + "\n").write(toFile: conf, atomically: true, encoding: .utf8)
        Foundation.kill(program.process, SIGHUP)
    }

    /// The programs that it has started and that run.
    var children: [Int32] {
        let path = "/proc/\(program.process)/task/\(program.process)/children"
        let list = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return list.split(separator: " ").compactMap { Int32($0) }
    }

    /// The board as JSON.
    func board() async -> JSONValue? {
        await get("/board")?.value
    }

    /// Waits until the board is so.
    func becomes(_ isRight: (JSONValue) -> Bool) async -> Bool {
        await board(that: isRight) != nil
    }

    /// The first board that is so; nil if it never is.
    func board(that isRight: (JSONValue) -> Bool) async -> JSONValue? {
        var found: JSONValue?
        _ = await answersEventually({
            if let board = await board(), isRight(board) { found = board }
            return found != nil
        })
        return found
    }

    /// Asks until the central database has answered in time, as a browser does; nil where it never has.
    func answer(to target: String) async -> Answer? {
        var found: Answer?
        _ = await answersEventually({
            found = await get(target)
            return found?.status != 503
        })
        return found
    }

    /// Asks for something; nil where nobody answers.
    ///
    /// - Parameter isGuest: whether whoever asks sees numbers alone.
    func get(_ target: String, isGuest: Bool = false) async -> Answer? {
        let token = isGuest ? Self.counting : Self.token
        return await Self.ask(socket, "GET \(target) HTTP/1.1\r\n\(Self.fields(token))\r\n")
    }

    /// Wants something done.
    func act(_ body: String) async -> Answer? {
        await Self.ask(
            socket,
            "POST /act HTTP/1.1\r\n\(Self.fields(Self.token))Content-Type: application/json\r\nX-Callboard: 1\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    private static func fields(_ token: String) -> String {
        "Host: localhost\r\nAuthorization: Bearer \(token)\r\nConnection: close\r\n"
    }

    /// Waits on a thread of its own, since the bridges of a test are served by the loop.
    @concurrent
    private static func ask(_ path: String, _ request: String) async -> Answer? {
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var time = timeval(tv_sec: Patience.seconds, tv_usec: 0)
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            unsafe room.copyBytes(from: path.utf8)
        }
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        let bytes = Array(request.utf8)
        guard isConnected,
            unsafe send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        else { return nil }
        var answer: [UInt8] = []
        var portion = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(descriptor, &portion, portion.count)
            guard count > 0 else { break }
            answer += portion.prefix(count)
        }
        let end = Array("\r\n\r\n".utf8)
        guard let head = answer.firstRange(of: end),
            let status = Int(String(decoding: answer.dropFirst(9).prefix(3), as: UTF8.self))
        else { return nil }
        return Answer(status: status, body: Array(answer[head.upperBound...]))
    }
}
