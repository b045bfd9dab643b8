import Board
import EventSupport
import Foundation
import Linux

@testable import Outlets
@testable import Screen

extension PicturedDay {
    /// The screen twelve seconds after seven past one.
    static func canvas(
        _ board: DayBoard, _ columns: Int, _ rows: Int, isUTF8: Bool = true, seconds: Int64 = 12
    ) -> ScreenCanvas {
        let since = Duration.seconds(67 * 60 + seconds)
        return BoardScreen(isUTF8: isUTF8).canvas(
            of: board, columns: columns, rows: rows, at: noon.advanced(by: since), now: since)
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Pictures")

    /// The screen as it ought to look.
    ///
    /// With `CALLBOARD_DRAW_PICTURES` set it is drawn anew, and somebody has to look at it.
    static func picture(_ name: String, drawn: String) throws -> String {
        let file = folder.appending(path: name + ".txt")
        if Environment.value("CALLBOARD_DRAW_PICTURES") != nil {
            try drawn.write(to: file, atomically: true, encoding: .utf8)
        }
        return try String(contentsOf: file, encoding: .utf8)
    }
}
