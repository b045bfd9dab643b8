import Drawing
import Expecting
import Foundation
import Linux
import Scenes
import Support
import Testing

/// Pictures as somebody looked at them and found them good.
struct PictureTests {
    /// How much of a picture may differ; see `DrawnScene.difference`.
    private static let tolerance = 0.0005

    private static let pictures: [(name: String, colors: DrawingJob.Colors)] = [
        ("media-250x122", .mono), ("media-800x480", .colour), ("day-64x32", .mono),
        ("call-64x32", .mono), ("day-128x32", .mono), ("day-128x64", .mono),
        ("calls-128x64", .mono), ("empty-128x64", .mono), ("day-122x250", .mono),
        ("call-122x250", .mono), ("day-250x122", .mono), ("talk-250x122", .mono),
        ("day-296x128", .mono), ("call-296x128", .mono), ("day-400x300", .grey),
        ("calls-400x300", .mono), ("day-640x384", .mono), ("day-800x480", .colour),
        ("call-800x480", .colour), ("day-480x800", .colour), ("calls-480x800", .grey),
        ("counts-250x122", .mono),
        ("counts-480x800", .colour), ("things-800x480", .colour), ("things-296x128", .mono),
    ]

    @Test(arguments: pictures)
    func `pictures are as somebody found them good`(
        _ name: String, _ colors: DrawingJob.Colors
    ) throws {
        let drawn = try DrawnScene.picture(try DrawnScene.laidOut(name), colors)
        expect(drawn.unknownGlyphs, is: 0)
        let path = DrawnScene.folder.appending(path: "Pictures/\(name).png").path
        if Environment.value("CALLBOARD_DRAW_PICTURES") != nil {
            let bytes = try #require(PictureEncoding.bytes(of: drawn.picture, .png, colors))
            try Data(bytes).write(to: URL(filePath: path))
        }
        let expected = try DrawnScene.png(path)
        #expect(DrawnScene.difference(drawn.picture, expected) <= Self.tolerance)
    }

    @Test(arguments: [
        ("day", DrawingJob.Colors.colour, 1), ("call", .colour, 1), ("epaper", .mono, 2),
        ("oled", .mono, 3), ("things", .colour, 1), ("things-epaper", .mono, 2),
    ])
    func `the documents show what is drawn`(
        _ name: String, _ colors: DrawingJob.Colors, _ factor: Int
    ) throws {
        let scene = try DrawnScene.laidOut("document-\(name)")
        let drawn = try DrawnScene.picture(scene, colors).picture.enlarged(factor)
        let path = Checkout.root
            .appending(path: "Docs/pictures/\(name).png").path
        if Environment.value("CALLBOARD_DRAW_PICTURES") != nil {
            let bytes = try #require(PictureEncoding.bytes(of: drawn, .png, colors))
            try Data(bytes).write(to: URL(filePath: path))
        }
        #expect(DrawnScene.difference(drawn, try DrawnScene.png(path)) <= Self.tolerance)
    }

    @Test func `the tolerance does not forgive another letter or another place`() throws {
        let size = try #require(SceneSize("296x128"))
        func picture(_ words: String, x: Int = 0) throws -> Picture {
            let box = SceneBox(x: x, y: 0, width: 280, height: 128)
            return try DrawnScene.picture(
                DrawnScene.scene(SceneText(words, in: box, sizes: 40...40), size), .mono
            ).picture
        }
        let one = try picture("Zoë Müller")
        expect(DrawnScene.difference(one, try picture("Zoë Müller")), is: 0)
        #expect(DrawnScene.difference(one, try picture("Zoe Müller")) > Self.tolerance)
        #expect(DrawnScene.difference(one, try picture("Zoë Müller", x: 1)) > Self.tolerance)
    }

    @Test func `at night even emoji are dark red`() throws {
        var scene = try DrawnScene.laidOut("day-800x480")
        scene.look = .night
        let picture = try DrawnScene.picture(scene).picture
        #expect(
            picture.pixels.allSatisfy { pixel in
                let (red, green, blue) = (pixel >> 16, pixel >> 8 & 0xFF, pixel & 0xFF)
                return green <= red / 2 + 1 && blue <= red / 2 + 1
            })
    }

    @Test(arguments: SceneTheme.allCases, DrawingJob.Colors.allCases)
    func `everything stands out from what is behind it`(
        _ look: SceneTheme, _ colors: DrawingJob.Colors
    ) throws {
        let size = try #require(SceneSize("16x16"))
        func brightness(_ color: SceneColor) throws -> Int {
            var scene = Scene(size: size, look: look)
            scene.add(.fill(SceneBox(x: 0, y: 0, width: 16, height: 16), color))
            return Int(try #require(DrawnScene.picture(scene, colors).picture.brightness.first))
        }
        let paper = try brightness(.paper)
        for color in SceneColor.allCases
        where ![.paper, .rule, .onPanel, .panel].contains(color) {
            #expect(abs(try brightness(color) - paper) >= 30, "\(color)")
        }
        #expect(abs(try brightness(.panel) - brightness(.onPanel)) >= 90)
    }
}
