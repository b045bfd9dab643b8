import CPango
import Drawing
import Foundation
import Linux
import Scenes
import Testing

/// Scenes drawn with the fonts of the tests.
enum DrawnScene {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Sees to it that no other fonts are found: before the first letter is drawn, for the libraries look
    /// only once.
    static let hasFonts: Bool = {
        Environment.setDefault(
            "FONTCONFIG_FILE", to: folder.appending(path: "Support/fonts.conf").path)
        return true
    }()

    static func picture(
        _ scene: Scene, _ colors: DrawingJob.Colors = .colour
    ) throws -> (picture: Picture, unknownGlyphs: Int) {
        precondition(hasFonts)
        return try SceneDrawing.draw(scene, colors)
    }

    /// A scene with one text.
    static func scene(_ text: SceneText, _ size: SceneSize, _ look: SceneTheme = .light) -> Scene {
        var scene = Scene(size: size, look: look)
        scene.add(.text(text))
        return scene
    }

    /// A scene that the tests of the layout wrote down.
    static func laidOut(_ name: String) throws -> Scene {
        let file = folder.appending(path: "Scenes/\(name).json")
        return try Scene.read(Array(try Data(contentsOf: file).dropLast())).scene
    }

    /// Reads a picture as libpng does.
    static func png(_ path: String) throws -> Picture {
        let surface = unsafe cairo_image_surface_create_from_png(path)
        defer { unsafe cairo_surface_destroy(surface) }
        let size = unsafe (
            Int(cairo_image_surface_get_width(surface)),
            Int(cairo_image_surface_get_height(surface))
        )
        let stride = unsafe Int(cairo_image_surface_get_stride(surface))
        guard let data = unsafe cairo_image_surface_get_data(surface) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        var pixels: [UInt32] = []
        for row in 0..<size.1 {
            let line = unsafe UnsafeRawPointer(data + row * stride)
            for column in 0..<size.0 {
                let pixel = unsafe line.load(fromByteOffset: column * 4, as: UInt32.self)
                pixels.append(pixel & 0xFF_FFFF)
            }
        }
        return Picture(width: size.0, height: size.1, pixels: pixels)
    }

    /// The share of pixels that differ by more than a quarter in a colour.
    ///
    /// Another version of FreeType may shade an edge a little differently; a letter that is another
    /// one, or stands a pixel further, differs in many pixels by almost everything.
    static func difference(_ one: Picture, _ other: Picture) -> Double {
        guard one.width == other.width, one.height == other.height else { return 1 }
        let count = zip(one.pixels, other.pixels).count { one, other in
            [16, 8, 0].contains { shift in
                let (a, b) = (Int(one >> shift & 0xFF), Int(other >> shift & 0xFF))
                return abs(a - b) > 64
            }
        }
        return Double(count) / Double(one.pixels.count)
    }
}

/// A folder that is gone with the test.
final class TemporaryFolder {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appending(path: "callboard-draw-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}

extension Picture {
    /// The picture with squares in the place of pixels.
    func enlarged(_ factor: Int) -> Picture {
        var pixels: [UInt32] = []
        for row in 0..<(height * factor) {
            for column in 0..<(width * factor) {
                pixels.append(self.pixels[row / factor * width + column / factor])
            }
        }
        return Picture(width: width * factor, height: height * factor, pixels: pixels)
    }
}
