import Image
import Scenes

/// Options of a board image, from the query of a URL.
struct PictureQuery: Hashable, Sendable {
    /// Maximum pixels of an image.
    private static let pixels = 3840 * 2160
    /// Maximum pixels of an uncompressed image.
    private static let rawPixels = 1920 * 1080
    /// Maximum pixels of an image for a client without a token.
    private static let pixelsOfStrangers = 1280 * 800
    private static let usualSize = "800x480"

    /// An error in a query.
    struct Mistake: Error {
        let sentence: String

        init(_ sentence: String) {
            self.sentence = sentence
        }
    }

    let job: DrawingJob
    let look: SceneTheme
    let hasClock: Bool

    /// Parses a query; the error names the valid values.
    init(_ query: [String: String], into path: String, isStranger: Bool) throws(Mistake) {
        let format = query["format"].map(DrawingJob.Format.init(rawValue:)) ?? .png
        guard let format else { throw Mistake("format must be png, pbm, pgm or ppm") }
        let size = try Self.size(query["size"] ?? Self.usualSize, format, isStranger)
        let colours = query["colours"].map(DrawingJob.Colors.init(rawValue:)) ?? .colour
        guard let colours else { throw Mistake("colours must be mono, grey or colour") }
        let rotation =
            query["rotate"].map { Int($0).flatMap(DrawingJob.Rotation.init(rawValue:)) }
            ?? DrawingJob.Rotation.none
        guard let rotation else { throw Mistake("rotate must be 0, 90, 180 or 270") }
        let look = query["look"].map(SceneTheme.init(rawValue:)) ?? .light
        guard let look else { throw Mistake("look must be light, dark or night") }
        guard ["yes", "no", nil].contains(query["clock"]) else {
            throw Mistake("clock must be yes or no")
        }
        job = DrawingJob(
            size: size, format: format, colors: colours, rotation: rotation,
            output: .file(path, mode: 0o600))
        (self.look, hasClock) = (look, query["clock"] == "yes")
    }

    private static func size(
        _ text: String, _ format: DrawingJob.Format, _ isStranger: Bool
    ) throws(Mistake) -> SceneSize {
        guard let size = SceneSize(text) else {
            throw Mistake(
                "size must be WIDTHxHEIGHT in pixels, such as 800x480, each from "
                    + "\(SceneSize.shortestSide) to \(SceneSize.longestSide)")
        }
        let count = size.width * size.height
        guard count <= pixels else {
            throw Mistake("size must be at most that of 3840x2160, which has \(pixels) pixels")
        }
        guard format == .png || count <= rawPixels else {
            throw Mistake("size must be at most that of 1920x1080, unless format is png")
        }
        guard !isStranger || count <= pixelsOfStrangers else {
            throw Mistake("size must be at most that of 1280x800 without a token")
        }
        return size
    }
}

extension DrawingJob {
    /// Size of the scene to draw, before the image is rotated; nil if the job has no size.
    var sceneSize: SceneSize? {
        rotation == .quarter || rotation == .threeQuarters ? size?.turned : size
    }
}

extension DrawingJob.Format {
    /// Media type.
    var type: String {
        switch self {
        case .png: "image/png"
        case .pbm: "image/x-portable-bitmap"
        case .pgm: "image/x-portable-graymap"
        case .ppm: "image/x-portable-pixmap"
        }
    }
}
