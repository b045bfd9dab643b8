import Expecting
import Foundation
import Linux
import Testing

/// A server's socket in the file system, and what may be in its place.
final class ListeningSocketTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID())").path
    private var folder: String { root + "/run" }
    private var path: String { folder + "/control.sock" }
    private var place: SocketPlace { SocketPlace(path: path, mode: 0o660) }

    init() throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    private func attributes(_ path: String) throws -> [FileAttributeKey: Any] {
        try FileManager.default.attributesOfItem(atPath: path)
    }

    private func mode(_ path: String) throws -> Int? {
        try attributes(path)[.posixPermissions] as? Int
    }

    /// Why no socket can be opened at a place; nil where one can.
    private func refusal(_ place: SocketPlace) -> SocketError? {
        do throws(SocketError) {
            _ = try ListeningSocket(at: place)
            return nil
        } catch {
            return error
        }
    }

    /// Leaves a socket behind that nobody listens on, as a killed process does.
    private func leaveStaleSocket() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let listener = try ListeningSocket(at: SocketPlace(path: path + ".made"))
        #expect(unsafe rename(path + ".made", path) == 0)
        _ = listener.rawValue
    }

    /// Accepts a connection and says whether there was one.
    private func takes(_ listener: borrowing ListeningSocket) throws -> Bool {
        guard let connection = try listener.accept() else { return false }
        return connection.rawValue >= 0
    }

    @Test func `the folder and the socket are made with their modes, whatever the umask`() throws {
        let listener = try ListeningSocket(
            at: SocketPlace(path: path, mode: 0o666, folderMode: 0o751))
        #expect(listener.rawValue >= 0)
        try expect(mode(folder), is: 0o751)
        try expect(mode(path), is: 0o666)
    }

    @Test func `a folder that is there keeps its mode`() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o711])
        expect(refusal(place), is: nil)
        try expect(mode(folder), is: 0o711)
    }

    @Test func `the socket is given the group`() throws {
        var place = place
        // Its own group is the only one that every user may give a file.
        place.group = UserGroup(name: "own", number: getegid())
        let listener = try ListeningSocket(at: place)
        #expect(listener.rawValue >= 0)
        #expect(
            try attributes(path)[.groupOwnerAccountID] as? UInt32 == getegid())
        try expect(mode(path), is: 0o660)
    }

    @Test func `the socket goes with its owner`() throws {
        expect(refusal(place), is: nil)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a socket that was put in its place stays`() throws {
        let listener = try ListeningSocket(at: place)
        #expect(unsafe unlink(path) == 0)
        let other = try ListeningSocket(at: SocketPlace(path: folder + "/other.sock"))
        #expect(unsafe rename(folder + "/other.sock", path) == 0)
        drop(listener)
        #expect(SocketPlace.isTaken(path))
        drop(other)
    }

    private func drop(_ listener: consuming ListeningSocket) {
        _ = consume listener
    }

    @Test func `a dead process's socket is replaced`() throws {
        try leaveStaleSocket()
        #expect(SocketPlace.isTaken(path))
        let listener = try ListeningSocket(at: place)
        _ = try StreamSocket.connect(to: path)
        #expect(try takes(listener))
    }

    @Test func `a living process's socket is refused and goes on`() throws {
        let first = try ListeningSocket(at: place)
        expect(refusal(place), is: .inUse(path))
        #expect("\(SocketError.inUse(path))".hasSuffix("another process listens there already"))
        _ = try StreamSocket.connect(to: path)
        #expect(try takes(first))
        #expect(try !takes(first))
    }

    @Test func `a living socket without a lock beside it is refused too`() throws {
        let other = try ListeningSocket(at: SocketPlace(path: folder + "/other.sock"))
        #expect(unsafe rename(folder + "/other.sock", path) == 0)
        expect(refusal(place), is: .inUse(path))
        #expect(SocketPlace.isTaken(path))
        #expect(try takes(other))
    }

    @Test func `anything but a socket is refused and left alone`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let precious = root + "/precious"
        try Data("text".utf8).write(to: URL(filePath: precious))
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: precious)
        expect(refusal(place), is: .notASocket(path))
        try expect(Data(contentsOf: URL(filePath: precious)), is: Data("text".utf8))
        try expect(FileManager.default.destinationOfSymbolicLink(atPath: path), is: precious)
        try FileManager.default.removeItem(atPath: path)
        try Data().write(to: URL(filePath: path))
        expect(refusal(place), is: .notASocket(path))
        #expect(SocketPlace.isTaken(path))
    }

    @Test func `a link to a dead socket is neither followed nor removed`() throws {
        try leaveStaleSocket()
        let link = folder + "/link.sock"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        expect(refusal(SocketPlace(path: link)), is: .notASocket(link))
        #expect(SocketPlace.isTaken(path) && SocketPlace.isTaken(link))
    }

    @Test func `paths that name no file or are too long are refused`() {
        let long = root + "/" + String(repeating: "x", count: 108)
        for path in ["", "/", root + "/", root + "/..", root + "/.", root + "/a\0b", long] {
            expect(refusal(SocketPlace(path: path)), is: .unusablePath(path))
        }
        expect(
            refusal(SocketPlace(path: root + "/a/b/c.sock")),
            is: .failed(root + "/a/b/c.sock", .noEntry))
    }

    @Test func `bytes go both ways, and one side may end before the other`() throws {
        let listener = try ListeningSocket(at: place)
        let client = try StreamSocket.connect(to: path)
        guard let server = try listener.accept() else {
            Issue.record("nobody came")
            return
        }
        try expect(client.send(Array("question".utf8)[...]), is: 8)
        try client.endSending()
        try expect(server.receive(upTo: 100), is: Array("question".utf8))
        try expect(server.receive(upTo: 100), is: [])
        try expect(server.send(Array("answer".utf8)[...]), is: 6)
        try expect(client.receive(upTo: 100), is: Array("answer".utf8))
        let peer = try server.peer()
        #expect(peer.process == getpid() && peer.user == geteuid() && peer.group == getegid())
        #expect(peer.isMember(of: getegid()))
        #expect(!peer.isMember(of: 4_000_000_000))
    }

    @Test func `a socket that was passed must be listening`() throws {
        let listener = try ListeningSocket(at: place)
        let passed = try ListeningSocket(passed: .duplicate(of: listener.rawValue))
        _ = try StreamSocket.connect(to: path)
        #expect(try takes(passed))
        drop(passed)
        #expect(SocketPlace.isTaken(path))
        let client = try StreamSocket.connect(to: path)
        var error: SocketError?
        do throws(SocketError) {
            guard let copy = try? FileDescriptor.duplicate(of: client.rawValue) else { return }
            _ = try ListeningSocket(passed: copy)
        } catch let thrown {
            error = thrown
        }
        expect(error, is: .notListening)
    }
}
