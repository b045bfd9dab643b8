import Linux
import Notices
import Outlets
import Scenes
import Settings

/// Configuration keys of image displays.
enum ImageKeys {
    static let size = Key<SceneSize?>.optional(
        "size", .imageSize, example: "800x480",
        summary: "How many pixels the display has; a framebuffer has its own size")
    static let file = Key<String?>.optional(
        "file", .file, example: "/run/callboard/day.png",
        summary: "A file that is replaced with each picture")
    static let mode = Key<FileMode>(
        "mode", .fileMode, default: .closed,
        summary: "The permissions of that file, as chmod takes them")
    static let command = Key<String?>.optional(
        "command", .word, example: "/usr/local/bin/epaper",
        summary: "A shell command that is run for each picture, on standard input")
    static let stream = Key<String?>.optional(
        "stream", .word, example: "/usr/local/bin/oled",
        summary: "A shell command that is run once, with all pictures on standard input")
    static let framebuffer = Key<String?>.optional(
        "framebuffer", .file, example: "/dev/fb0",
        summary: "A framebuffer of the kernel; set exactly one of file, command, stream and "
            + "framebuffer"
    )
    static let limit = Key<Duration>(
        "limit", .duration(.seconds(1)...(.seconds(3_600))), default: .seconds(60),
        summary: "How long a command may take for a picture before it is ended")
    static let format = Key<DrawingJob.Format>(
        "format", .choice, default: .png,
        summary: "The file format of pictures: PNG, or the plain ones of Netpbm")
    static let colors = Key<DrawingJob.Colors>(
        "colours", .choice, default: .colour,
        summary: "The colours a pixel can have; pbm is always mono, and pgm never colour")
    static let rotation = Key<DrawingJob.Rotation>(
        "rotate", .oneOf(DrawingJob.Rotation.allCases), default: .none,
        summary: "By how many degrees pictures are turned clockwise")
    static let font = Key<String?>.optional(
        "font", .word, example: "Noto Sans",
        summary: "The font family; the sans-serif font of the system by default")
    static let look = Key<ImageTheme?>.optional(
        "look", .choice, example: "dark",
        summary: "Dark letters on light, or light on dark; a framebuffer is dark by default")
    static let minInterval = Key<Duration?>.optional(
        "min-interval", .duration(.seconds(1)...(.seconds(86_400))), example: "30s",
        summary: "The minimum time between two pictures, except for calls; 1s by default, less "
            + "on a framebuffer"
    )
    static let hasClock = Key<Bool?>.optional(
        "clock", .yesOrNo, example: "no",
        summary: "Whether there is a clock; yes by default, unless min-interval is above 10s"
    )

    static let section = Section(
        "image", placeholder: "NAME", isNameOptional: true,
        summary: "A graphic display: pictures for a file, a command or a framebuffer",
        details: [
            "For electronic paper, an OLED or a panel. A separate program, callboard-draw, "
                + "draws the pictures. Further displays have names, as in [image NAME]."
        ],
        keys: [
            size.entry, file.entry, mode.entry,
            command.entry, stream.entry,
            framebuffer.entry, limit.entry,
            format.entry, colors.entry,
            rotation.entry, font.entry, look.entry,
            DisplayKeys.night.entry, minInterval.entry, hasClock.entry,
        ] + DisplayKeys.shown)
}

/// Theme of an image, as configured.
enum ImageTheme: String, CaseIterable {
    case light
    case dark
}

/// Permissions of a file.
struct FileMode: Hashable, Sendable {
    let bits: UInt32

    /// Access for the owner only.
    static let closed = FileMode(bits: 0o600)
}

extension ValueSyntax<FileMode> {
    /// Syntax of permissions, as in `chmod`.
    fileprivate static let fileMode = ValueSyntax(
        wants: "three digits as chmod has them, such as 644", kind: "three digits",
        read: { (text) throws(ValueRefusal) in
            guard text.utf8.count == 3, let bits = UInt32(text, radix: 8),
                bits <= DrawingJob.permissions
            else { throw .otherKind }
            return FileMode(bits: bits)
        }, write: { String($0.bits, radix: 8) })
}

extension ValueSyntax<SceneSize> {
    fileprivate static let imageSize = ValueSyntax(
        wants:
            "columns x rows of pixels from \(SceneSize.shortestSide) to \(SceneSize.longestSide), "
            + "such as 800x480",
        kind: "columns x rows, \(SceneSize.shortestSide) to \(SceneSize.longestSide)",
        read: { (text) throws(ValueRefusal) in
            guard let size = SceneSize(text) else { throw .otherKind }
            return size
        }, write: { $0.description })
}
