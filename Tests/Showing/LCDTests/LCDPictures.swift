import Foundation
import Linux

/// Displays as they ought to look, in files.
enum LCDPictures {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Pictures")

    /// With `CALLBOARD_DRAW_PICTURES` set they are drawn anew, and somebody has to look at them.
    static func picture(_ name: String, drawn: String) throws -> String {
        let file = folder.appending(path: name + ".txt")
        if Environment.value("CALLBOARD_DRAW_PICTURES") != nil {
            try drawn.write(to: file, atomically: true, encoding: .utf8)
        }
        return try String(contentsOf: file, encoding: .utf8)
    }
}
