import Commands
import Expecting
import Foundation
import History
import Linux
import Testing

@testable import HistoryCommands

struct HistoryPlaceTests {
    @Test(arguments: [
        (HistoryError.missing, Int32(69), "there is no history in /nowhere; a bridge"),
        (.foreign, 65, "/nowhere: history.db is not a history of Callboard"),
        (.otherKind(.real), 65, "/nowhere: history.db was not made for simulated phones"),
        (.otherKind(.simulated), 65, "/nowhere: history.db was made for simulated phones"),
        (.newer(found: 9, known: 1), 65, "made by a newer Callboard"),
        (
            .folder(.accessDenied), 77,
            "there is no folder /nowhere, and this user may not create it; name another one "
                + "with --history DIR"
        ),
        (.folder(.notAFolder), 66, "/nowhere: its folder: "),
    ])
    func `what is wrong with a history is told with what to do`(
        _ error: HistoryError, _ status: Int32, _ words: String
    ) {
        let explanation = HistoryPlace(folder: "/nowhere").explanation(
            of: error, isRoot: false)
        expect(explanation.status.rawValue, is: status)
        #expect(explanation.sentence.contains(words), "\(explanation.sentence)")
    }

    @Test func `the history of simulated phones beside it is named`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "h-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appending(path: "simulated")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data().write(to: inner.appending(path: "history.db"))
        let sentence = HistoryPlace(folder: folder.path).explanation(of: .missing).sentence
        expect(
            sentence,
            is:
                "there is no history in \(folder.path) itself, the folder for real phones; "
                + "the history of simulated phones is in \(inner.path): add --history \(inner.path)"
        )
    }

    @Test func `a file in the place of a history's folder is told as one`() {
        let place = HistoryPlace(folder: "/etc/passwd")
        for error: HistoryError in [.missing, .folder(.notAFolder)] {
            let (status, sentence) = place.explanation(of: error, isRoot: false)
            expect(status, is: .badData)
            #expect(
                sentence == "/etc/passwd is a file; a history is a folder with history.db in it")
        }
    }

    @Test(arguments: [Errno.accessDenied, .notPermitted])
    func `a folder that is there is for its owner, and root is not sent to root`(error: Errno) {
        let place = HistoryPlace(folder: "/")
        let sentence = "the history in / is private to the user root"
        expect(
            place.explanation(of: .folder(error), isRoot: false).sentence,
            is: sentence + "; type sudo callboard history --history /")
        expect(place.explanation(of: .folder(error), isRoot: true).sentence, is: sentence)
    }

    @Test(arguments: [
        ("callboard:x:0:0::/:/bin/sh\n", "the user callboard"),
        ("", "the user with the number 0"), ("a:b\n:::\nx\n", "the user with the number 0"),
        ("me\u{1B}:x:0:\n", "the user me\u{FFFD}"),
    ])
    func `the owner of a history has a name`(_ accounts: String, _ words: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "callboard-owner-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "etc"), withIntermediateDirectories: true)
        try accounts.write(
            to: folder.appending(path: "etc/passwd"), atomically: true, encoding: .utf8)
        expect(FolderOwner(of: "/", files: HostFiles(root: folder.path)).words, is: words)
    }
}
