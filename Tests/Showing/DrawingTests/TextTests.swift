import Drawing
import Expecting
import Scenes
import Testing

struct TextTests {
    private static func drawn(
        _ words: String, _ size: String = "300x60", sizes: ClosedRange<Int> = 20...20,
        lines: Int = 1, box: SceneBox? = nil, _ colors: DrawingJob.Colors = .mono
    ) throws -> (picture: Picture, unknownGlyphs: Int) {
        let size = try #require(SceneSize(size))
        let box = box ?? SceneBox(x: 0, y: 0, width: size.width, height: size.height)
        let text = SceneText(words, in: box, sizes: sizes, lines: lines)
        return try DrawnScene.picture(DrawnScene.scene(text, size), colors)
    }

    private static func ink(_ picture: Picture) -> Int {
        picture.pixels.count { $0 != 0xFF_FFFF }
    }

    @Test(arguments: [
        "Zoë Müller ßœŁřğ", "Дмитрий Щукин", "Ελληνικά ώρα", "山田太郎 明日の会議", "北京 你好",
        "مرحبا بالعالم", "שלום כהן", "👩‍👩‍👧 🎂🎉 👍🏽 🇩🇪", "½ € → ☎ ♥",
    ])
    func `what a system has fonts for is no boxes`(_ words: String) throws {
        let (picture, unknown) = try Self.drawn(words)
        expect(unknown, is: 0)
        #expect(Self.ink(picture) > 100)
    }

    @Test func `what no font has is counted`() throws {
        try expect(Self.drawn("\u{13000}\u{13001}").unknownGlyphs, is: 2)
    }

    @Test func `Arabic letters are joined, and stand from right to left`() throws {
        // Apart, as zero-width non-joiners keep them, they are wider.
        let joined = try Self.drawn("سسس").picture
        let apart = try Self.drawn("س\u{200C}س\u{200C}س").picture
        #expect(Self.width(joined) < Self.width(apart))
        // What ends a sentence stands on its left, unless the text is said to begin on the left.
        let hebrew = try Self.drawn("שלום!").picture
        #expect(hebrew != (try Self.drawn("\u{200E}שלום!").picture))
        expect(hebrew, is: (try Self.drawn("\u{200F}שלום!").picture))
    }

    private static func width(_ picture: Picture) -> Int {
        let columns = picture.pixels.indices.filter { picture.pixels[$0] != 0xFF_FFFF }
            .map { $0 % picture.width }
        return (columns.max() ?? 0) - (columns.min() ?? 0)
    }

    @Test func `a text is as large as fits, then cut`() throws {
        let small = try Self.drawn("Zoë", sizes: 10...10).picture
        let large = try Self.drawn("Zoë", sizes: 10...200).picture
        #expect(Self.width(large) > 2 * Self.width(small))
        let long = String(repeating: "Donaudampfschifffahrt ", count: 20)
        let cut = try Self.drawn(long, sizes: 10...40).picture
        expect(cut, is: (try Self.drawn(long, sizes: 10...10).picture))
        #expect(Self.width(cut) > 260)
    }

    @Test(arguments: [
        String(repeating: "Z\u{0351}\u{0321}\u{0489}", count: 300), "ﷺ﷽𒐫꧅",
        String(repeating: "W", count: 8_000), "\u{202E}\u{2066}abc\u{0}\u{7}\u{1B}[2J",
        "\u{FFFD}\u{FFFF}\u{10FFFF}", "a\nb\r\nc\u{2028}d\u{2029}e", "",
        String(repeating: "👨‍👩‍👧‍👦", count: 300),
    ])
    func `nothing is drawn outside of its box`(_ words: String) throws {
        let box = SceneBox(x: 50, y: 20, width: 100, height: 20)
        for (sizes, lines) in [(12...12, 1), (8...40, 1), (8...40, 3), (40...40, 64)] {
            let picture = try Self.drawn(words, sizes: sizes, lines: lines, box: box).picture
            for (index, pixel) in picture.pixels.enumerated() where pixel != 0xFF_FFFF {
                let (x, y) = (index % picture.width, index / picture.width)
                guard (50..<150).contains(x), (20..<40).contains(y) else {
                    Issue.record("\(x), \(y)")
                    break
                }
            }
        }
    }

    @Test func `letters of black and white have no shades, whatever their size`() throws {
        for size in [8, 9, 11, 14, 23, 60] {
            let grey = try Self.drawn("Zoë Дм 山", sizes: size...size, .grey).picture
            #expect(grey.pixels.contains { ![0, 0xFF_FFFF].contains($0) })
            let mono = try Self.drawn("Zoë Дм 山", sizes: size...size).picture
            #expect(mono.pixels.allSatisfy { [0, 0xFF_FFFF].contains($0) })
            // Dots strewn by dithering would stand alone.
            let alone = mono.pixels.indices.count { index in
                mono.pixels[index] == 0
                    && [-301, -300, -299, -1, 1, 299, 300, 301].allSatisfy { step in
                        let near = index + step
                        return !mono.pixels.indices.contains(near) || mono.pixels[near] != 0
                    }
            }
            #expect(alone <= 6, "\(size)")
        }
    }

    @Test func `a line stands where it would with other scripts in it`() throws {
        func bottom(_ words: String) throws -> Int? {
            let picture = try Self.drawn(words, "400x40").picture
            return picture.pixels.indices.filter { $0 % 400 < 12 && picture.pixels[$0] == 0 }.max()
                .map { $0 / 400 }
        }
        let alone = try bottom("H")
        #expect(alone != nil)
        try expect(bottom("H 山田 שלום Д"), is: alone)
    }
}
