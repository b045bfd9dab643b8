import ANCS
import Board
import Expecting
import Image
import Linux
import Notices
import Outlets
import Scenes
import Screen
import Settings
import Testing

@testable import Configuration
@testable import Doctor
@testable import LCD

/// The sections of displays.
struct DisplaySettingsTests {
    @Test func `a header is all that has to be said`() throws {
        let displays = try BridgeSettings(parsing: "[console]\n[lcd]\n").outlets
        expect(displays.of(ScreenConfiguration.self).map(\.title), is: ["console (/dev/tty1)"])
        expect(displays.of(ScreenConfiguration.self).map(\.options), is: [ScreenOptions()])
        expect(displays.of(LCDConfiguration.self).map(\.title), is: ["lcd (127.0.0.1:13666)"])
        expect(displays.of(LCDConfiguration.self).map(\.options), is: [LCDOptions()])
        try expect(BridgeSettings(parsing: "").outlets.all.count, is: 0)
    }

    private static let board = BoardOptions(
        detail: .names, quietHours: Hours(from: 22 * 60, to: 7 * 60, days: [.saturday]),
        quietCalls: true, categories: [Category(.incomingCall)], grouping: .app,
        silence: .hide)
    private static let shown = """
        detail = names
        group = app
        quiet-hours = 22:00-07:00
        quiet-days = sat
        quiet-calls = yes
        silent = hide
        categories = call
        """

    @Test func `every key reaches the terminal`() throws {
        let display = try #require(
            try BridgeSettings(
                parsing:
                    """
                    [console hall]
                    device = /dev/tty2
                    charset = ascii
                    colours = no
                    night = 21:00-06:00
                    blank-after = 30m
                    \(Self.shown)
                    """
            ).outlets.of(ScreenConfiguration.self).first)
        expect(display.header, is: "console hall")
        expect(display.device, is: "/dev/tty2")
        expect(
            display.options,
            is: ScreenOptions(
                board: Self.board, isUTF8: false, isColored: false,
                nightHours: Hours(from: 21 * 60, to: 6 * 60), blankAfter: .seconds(1800)))
    }

    @Test func `every key reaches the character display`() throws {
        let display = try #require(
            try BridgeSettings(
                parsing:
                    """
                    [lcd]
                    host = sign.local
                    port = 99
                    name = Hall
                    charset = ascii
                    backlight = news
                    keys = answer Enter, decline Escape, clear Enter
                    media-keys = toggle Escape, next Right
                    \(Self.shown)
                    """
            ).outlets.of(LCDConfiguration.self).first)
        expect(display.title, is: "lcd (sign.local:99)")
        expect(
            display.options,
            is: LCDOptions(
                name: "Hall", characters: .ascii, backlight: .news,
                keys: [.answer: "Enter", .decline: "Escape", .clear: "Enter"],
                mediaKeys: [.toggle: "Escape", .next: "Right"], board: Self.board))
    }

    @Test func `every key reaches the display of pixels`() throws {
        let display = try #require(
            try BridgeSettings(
                parsing:
                    """
                    [image hall]
                    size = 250x122
                    command = epaper
                    limit = 90s
                    format = pgm
                    colours = grey
                    rotate = 270
                    font = Noto Sans
                    look = dark
                    night = 21:00-06:00
                    min-interval = 30s
                    clock = yes
                    \(Self.shown)
                    """
            ).outlets.of(ImageConfiguration.self).first)
        expect(display.title, is: "image hall (a command)")
        expect(
            display.options,
            is: ImageOptions(
                board: Self.board,
                job: DrawingJob(
                    size: SceneSize(width: 250, height: 122), format: .pgm, colors: .grey,
                    rotation: .threeQuarters, font: "Noto Sans",
                    output: .command("epaper", limit: .seconds(90))),
                look: .dark, nightHours: Hours(from: 21 * 60, to: 6 * 60),
                minInterval: .seconds(30), hasClock: true))
    }

    @Test(arguments: [
        ("size = 80x60\nfile = /a", DrawingJob.Output.file("/a", mode: 0o600), SceneTheme.light),
        ("size = 80x60\nfile = /a\nmode = 640", .file("/a", mode: 0o640), .light),
        ("size = 80x60\nstream = x", .stream("x", limit: .seconds(60)), .light),
        ("framebuffer = /dev/fb0", .framebuffer("/dev/fb0"), .dark),
        ("framebuffer = /dev/fb0\nlook = light", .framebuffer("/dev/fb0"), .light),
    ])
    func `pictures go to one place`(text: String, output: DrawingJob.Output, look: SceneTheme)
        throws
    {
        let displays = try BridgeSettings(parsing: "[image]\n" + text).outlets.of(
            ImageConfiguration.self)
        expect(displays.map(\.options.job.output), is: [output])
        expect(displays.map(\.options.look), is: [look])
    }

    @Test(arguments: [
        (
            "[console]\n[console b]\ndevice = /dev/../dev/tty1",
            "test.conf:3: [console b] device is also used by [console]",
            "two displays would draw over each other"
        ),
        (
            "[console]\n[console b]\n", "test.conf:2: [console b] device is also used by [console]",
            "the same device by default"
        ),
        (
            "[serial x]\ndevice = /dev/ttyS9\n[console]\ndevice = /dev/../dev/ttyS9",
            "test.conf:4: [console] device is also used by [serial x]", "only one can have it"
        ),
        (
            "[output x]\nfile = /a\n[image]\nsize = 80x60\nfile = /./a",
            "test.conf:5: [image] file is also used by an output", "pictures would replace notices"
        ),
        (
            "[lcd]\n[lcd]", "test.conf:2: [lcd] stands here and in line 1",
            "without a name there is one"
        ),
        (
            "[lcd]\nport = 65536",
            "test.conf:2: [lcd] port must be a whole number from 1 to 65535, not '65536'", "no port"
        ),
        (
            "[lcd]\nkeys = Enter",
            "test.conf:2: [lcd] keys must be answer, decline or clear, followed by the name of a "
                + "key, "
                + "such as answer Enter, not 'Enter'", "no meaning"
        ),
        (
            "[lcd]\nkeys = answer Enter, answer Up",
            "test.conf:2: [lcd] keys has more than one key for answer", "only one would hold"
        ),
        (
            "[lcd]\nkeys = answer Enter, decline Enter",
            "test.conf:2: [lcd] keys has the same key for answer and decline", "which is it?"
        ),
        (
            "[lcd]\nmedia-keys = volume Up",
            "test.conf:2: [lcd] media-keys must be one of play, pause, toggle, next, previous, "
                + "louder, softer, repeat, shuffle, skip, back, like, dislike, bookmark, followed "
                + "by the name of a key, such as toggle Up, not 'volume Up'", "no command"
        ),
        (
            "[lcd]\nmedia-keys = toggle",
            "test.conf:2: [lcd] media-keys must be one of play, pause, toggle, next, previous, "
                + "louder, softer, repeat, shuffle, skip, back, like, dislike, bookmark, followed "
                + "by the name of a key, such as toggle Up, not 'toggle'", "no key"
        ),
        (
            "[lcd]\nmedia-keys = next Up, next Right",
            "test.conf:2: [lcd] media-keys has more than one key for next", "only one would hold"
        ),
        (
            "[lcd]\nmedia-keys = next Up, toggle Up",
            "test.conf:2: [lcd] media-keys has the same key for next and toggle", "which is it?"
        ),
        (
            "[lcd]\nkeys = clear Up\nmedia-keys = next Up",
            "test.conf:3: [lcd] media-keys has the same key for next as keys for clear",
            "both have an effect at the same time"
        ),
        (
            "[image]",
            "test.conf:1: [image] file is missing: one of file, command, stream and "
                + "framebuffer is required", "nobody would see them"
        ),
        (
            "[image]\nfile = /a",
            "test.conf:1: [image] size is missing: the size of the display in pixels, such as "
                + "800x480",
            "only a framebuffer says"
        ),
        (
            "[image]\nsize = 80x60\nfile = /a\nstream = x",
            "test.conf:4: [image] stream cannot be combined with file", "which is it?"
        ),
        (
            "[image]\nframebuffer = /dev/fb0\nsize = 80x60",
            "test.conf:3: [image] size cannot be set: a framebuffer has its own",
            "it would not hold"
        ),
        (
            "[image]\nsize = 80x60\nfile = /a\n[image b]\nsize = 80x60\nfile = /./a",
            "test.conf:6: [image b] file is also used by [image]", "they would replace each other"
        ),
        (
            "[image]\nsize = 80x60\nfile = /a\nmode = 648",
            "test.conf:4: [image] mode must be three digits as chmod has them, such as 644, not "
                + "'648'",
            "eight is none"
        ),
        (
            "[image]\nsize = 15x60\nfile = /a",
            "test.conf:2: [image] size must be columns x rows of pixels from 16 to 4096, such as "
                + "800x480, "
                + "not '15x60'", "no letter has room"
        ),
        (
            "[console]\nblank-after = 0s",
            "test.conf:2: [console] blank-after must be a time from 1s to 7d, such as 10s, 5m or "
                + "2h, not '0s'",
            "it would never show anything"
        ),
    ])
    func `mistakes are told with what would be right`(text: String, problem: String, why: String) {
        expect(BridgeSettings.problems(in: text), is: [problem], "\(why)")
    }

    @Test func `displays are meant by their sections`() throws {
        let outlets = try BridgeSettings(parsing: "[console]\n[lcd]\n[lcd hall]").outlets
        try expect(
            outlets.meant(by: .displays(nil)).map(\.header), is: ["console", "lcd", "lcd hall"])
        try expect(outlets.meant(by: .displays("lcd hall")).map(\.header), is: ["lcd hall"])
        for (name, sentence) in [
            ("lcd wall", "no display is called lcd wall; there is console, lcd, lcd hall"),
            ("hall", "no display is called hall; there is console, lcd, lcd hall"),
        ] {
            #expect(throws: OutletAbsence(sentence: sentence)) {
                try outlets.meant(by: .displays(name))
            }
        }
        #expect(throws: OutletAbsence.self) { try OutletConfigurations().meant(by: .displays(nil)) }
    }

    @Test(
        "any outlet is meant by its section, or by its name where that is enough",
        arguments: [
            ("lcd", "lcd", "a section without a name"), ("lcd hall", "lcd hall", "the header"),
            ("sign", "serial sign", "the name alone"), ("serial sign", "serial sign", "the header"),
            (
                "hall", "no outlet is called hall; there is serial sign, lcd, lcd hall, image hall",
                "two have that name"
            ),
        ])
    func named(words: String, found: String, why: String) throws {
        let outlets = try BridgeSettings(
            parsing: """
                [image hall]
                framebuffer = /dev/fb0
                [lcd]
                [lcd hall]
                [serial sign]
                device = /dev/null
                """
        ).outlets
        do throws(OutletAbsence) {
            try expect(outlets.meant(by: .named(words)).map(\.header), is: [found], "\(why)")
        } catch {
            expect(error.sentence, is: found, "\(why)")
        }
        let none =
            "there is no outlet; the configuration needs a section [serial NAME], [console], [lcd], "
            + "[image] or [led]"
        #expect(throws: OutletAbsence(sentence: none)) {
            try OutletConfigurations().meant(by: .named(words))
        }
    }
}
