import ANCS
import Board
import Foundation
import Linux
import Notices
import Scenes
import Testing

@testable import Outlets

/// Scenes as they ought to be; the tests of the room that draws have the pictures of them.
@Suite struct ImageLayoutTests {
    /// Displays that people have: tiny OLEDs, e-ink, a 7 inch screen, a television, and some on end.
    static let sizes = [
        "64x32", "128x32", "128x64", "122x250", "250x122", "296x128", "400x300", "640x384",
        "480x800",
        "800x480", "1024x600", "1920x1080",
    ].compactMap { SceneSize($0) }

    private static let longName =
        "Donaudampfschifffahrtsgesellschaftskapitän Maximilian von Hohenfels"

    private static let boards: [(name: String, board: DayBoard)] = [
        ("day", PicturedDay.board()), ("call", PicturedDay.board(ringing: ["Zoë Müller"])),
        ("calls", PicturedDay.board(ringing: ["山田太郎", longName])), ("empty", DayBoard()),
        ("talk", talk()),
        ("counts", PicturedDay.board(BoardOptions(detail: .counts))),
    ]

    /// A call that was taken.
    private static func talk() -> DayBoard {
        var board = PicturedDay.board(ringing: ["Zoë Müller"])
        let taken = PicturedDay.notice(100, .activeCall, "Zoë Müller", call: .answered)
        _ = board.take(.notice(.answered, taken, at: PicturedDay.noon), at: .seconds(4_080))
        return board
    }

    private static func scene(
        _ board: DayBoard, _ size: SceneSize, hasClock: Bool = true, look: SceneLook = .light
    ) -> Scene {
        let since = Duration.seconds(67 * 60 + 12)
        return ImageLayout(size: size, hasClock: hasClock)
            .scene(of: board, at: PicturedDay.noon.advanced(by: since), look: look)
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "DrawingTests/Scenes")

    @Test(arguments: sizes)
    func `scenes are as somebody found them good`(_ size: SceneSize) throws {
        for (name, board) in Self.boards {
            let scene = Self.scene(board, size, look: size.height <= 64 ? .dark : .light)
            let line = scene.line(number: 1)
            let file = Self.folder.appending(path: "\(name)-\(size).json")
            if Environment.value("CALLBOARD_DRAW_PICTURES") != nil {
                try Data(line).write(to: file)
            }
            #expect(try Array(Data(contentsOf: file)) == line, "\(name) \(size)")
        }
    }

    @Test(arguments: sizes)
    func `nothing is left out for lying outside, and no two texts overlap`(
        _ size: SceneSize
    ) throws {
        for (name, board) in Self.boards {
            for hasClock in [true, false] {
                let scene = Self.scene(board, size, hasClock: hasClock)
                #expect(scene.refused == 0, "\(name) \(size)")
                let texts = scene.items.compactMap { item -> SceneText? in
                    if case .text(let text) = item { text } else { nil }
                }
                #expect(!texts.isEmpty, "\(name) \(size)")
                for (index, text) in texts.enumerated() {
                    for other in texts[(index + 1)...] where text.box.overlaps(other.box) {
                        Issue.record("\(name) \(size): \(text) and \(other)")
                    }
                }
            }
        }
    }

    @Test(arguments: sizes)
    func `a call that rings is the largest text`(_ size: SceneSize) throws {
        let scene = Self.scene(PicturedDay.board(ringing: ["Zoë Müller"]), size)
        let texts = scene.items.compactMap { item -> SceneText? in
            if case .text(let text) = item { text } else { nil }
        }
        let largest = try #require(texts.max { $0.sizes.upperBound < $1.sizes.upperBound })
        #expect(largest.string == "Zoë Müller")
        #expect(largest.box.width >= size.width * 9 / 10)
        #expect(largest.box.height * 3 >= size.height)
    }

    @Test func `every size that a picture may have is laid out`() throws {
        for width in [16, 17, 31, 50, 99, 100, 333, 4_096] {
            for height in [16, 17, 31, 50, 99, 100, 333, 4_096] {
                let size = try #require(SceneSize(width: width, height: height))
                for (name, board) in Self.boards {
                    let scene = Self.scene(board, size)
                    #expect(!scene.items.isEmpty, "\(name) \(size)")
                    // What is written can be read.
                    let line = Array(scene.line(number: 7).dropLast())
                    #expect(try Scene.read(line).scene.items == scene.items)
                }
            }
        }
    }

    @Test func `without a clock a minute changes nothing`() throws {
        let size = try #require(SceneSize("296x128"))
        let layout = ImageLayout(size: size, hasClock: false)
        for (name, board) in Self.boards {
            let scenes = [0, 60, 3_600].map {
                layout.scene(
                    of: board, at: PicturedDay.noon.advanced(by: .seconds($0)), look: .light)
            }
            #expect(Set(scenes).count == 1, "\(name)")
        }
    }
}
