import Expecting
import Scenes
import Support
import Testing

struct SceneTests {
    private static func size(_ width: Int, _ height: Int) throws -> SceneSize {
        try #require(SceneSize(width: width, height: height))
    }

    private static func scene() throws -> Scene {
        var scene = Scene(size: try size(320, 240), look: .night)
        let box = SceneBox(x: 1, y: 2, width: 30, height: 40)
        scene.add(.fill(box, .panel))
        scene.add(.rounded(box, radius: 5, .missed))
        for icon in SceneIcon.allCases { scene.add(.icon(icon, box, .voicemail)) }
        scene.add(.text(SceneText("Zoë \"\\\n\u{202E}👩‍👩‍👧", in: box, sizes: 8...20)))
        scene.add(
            .text(
                SceneText(
                    "", in: box, sizes: 9...9, .onPanel, isBold: true, alignment: .right, lines: 3,
                    pitch: 12)))
        return scene
    }

    @Test func `what is written can be read`() throws {
        let scene = try Self.scene()
        let line = scene.line(number: 42)
        #expect(line.last == UInt8(ascii: "\n") && line.filter { $0 == 10 }.count == 1)
        let read = try Scene.read(Array(line.dropLast()))
        expect(read.number, is: 42)
        expect(read.scene, is: scene)
    }

    @Test(
        arguments: [
            ("16x16", 16, 16), ("4096x16", 4_096, 16), ("15x16", nil, nil), ("4097x16", nil, nil),
            ("800", nil, nil), ("800x480x2", nil, nil), ("-800x480", nil, nil), ("x", nil, nil),
            ("", nil, nil), ("9223372036854775808x1", nil, nil),
        ] as [(String, Int?, Int?)])
    func `a size is read, or there is no such size`(_ words: String, _ width: Int?, _ height: Int?)
    {
        let size = SceneSize(words)
        #expect(size?.width == width && size?.height == height)
        if let size { expect("\(size)", is: words) }
    }

    @Test func `what lies outside of a scene is left out`() throws {
        var scene = Scene(size: try Self.size(100, 50), look: .light)
        let boxes = [
            (0, 0, 101, 50), (0, 0, 100, 51), (-1, 0, 10, 10), (0, -1, 10, 10), (95, 0, 6, 10),
            (0, 0, 0, 10), (0, 0, 10, -10), (.max, 0, 10, 10), (0, 0, .max, .max),
            (10, 10, .max, 10),
        ]
        for (x, y, width, height) in boxes {
            scene.add(.fill(SceneBox(x: x, y: y, width: width, height: height), .ink))
        }
        #expect(scene.items.isEmpty && scene.refused == boxes.count)
        for _ in 0..<(Scene.mostItems + 5) {
            scene.add(.fill(SceneBox(x: 0, y: 0, width: 10, height: 5), .ink))
        }
        expect(scene.items.count, is: Scene.mostItems)
    }

    @Test(arguments: [
        (#"{"fill":[0,0,100,50],"color":"ink"}"#, 32, "rectangles"),
        (#"{"rounded":[0,0,100,50],"radius":9,"color":"ink"}"#, 32, "with round corners"),
        (#"{"icon":[0,0,100,50],"shape":"phone","color":"ink"}"#, 32, "shapes"),
        (
            #"{"text":[0,0,100,50],"color":"ink","string":"a","smallest":4,"largest":2048}"#, 4,
            "texts"
        ),
        (
            #"{"text":[9,9,1,1],"color":"ink","string":"a","smallest":50,"largest":50}"#, 8,
            "letters that are larger than their box"
        ),
        (
            #"{"text":[9,9,1,1],"color":"ink","string":"a","smallest":2048,"largest":2048}"#, 0,
            "letters that are larger than the picture"
        ),
        (#"{"fill":[9,9,1,1],"color":"ink"}"#, 1_024, "what is small"),
    ])
    func `items cover a picture so often and no oftener`(
        _ item: String, _ most: Int, _ why: String
    ) throws {
        func line(_ count: Int) -> [UInt8] {
            let items = Array(repeating: item, count: count).joined(separator: ",")
            return Array(
                #"{"scene":1,"width":100,"height":50,"look":"light","items":[\#(items)]}"#.utf8)
        }
        try expect(Scene.read(line(most)).scene.items.count, is: most, "\(why)")
        #expect(throws: SceneError.outOfBounds, "\(why)") { try Scene.read(line(most + 1)) }
        let one = try? Scene.read(line(1)).scene.items.first
        guard let one else { return }
        var scene = Scene(size: try Self.size(100, 50), look: .light)
        for _ in 0...most { scene.add(one) }
        #expect(scene.items.count == most && scene.refused == 1, "\(why)")
    }

    @Test(arguments: [
        ("", SceneError.malformed, "nothing"), ("{}", .malformed, "no members"),
        ("[1,2", .malformed, "half of something"),
        (
            #"{"scene":1,"width":100,"height":50,"look":"light","items":[{"fill":[0,0,101,50],"color":"ink"}]}"#,
            .outOfBounds, "a box that is too wide"
        ),
        (
            #"{"scene":1,"width":100,"height":50,"look":"light","items":[{"fill":[0,0,10],"color":"ink"}]}"#,
            .malformed, "three numbers"
        ),
        (
            #"{"scene":-1,"width":100,"height":50,"look":"light","items":[]}"#, .malformed,
            "a number below zero"
        ),
        (
            #"{"scene":1,"width":100000,"height":50,"look":"light","items":[]}"#, .malformed,
            "a width that no picture has"
        ),
        (
            #"{"scene":1,"width":100,"height":50,"look":"light","items":[{"text":[0,0,9,9],"color":"ink","string":"a","smallest":9,"largest":8}]}"#,
            .malformed, "sizes the wrong way round"
        ),
        (
            #"{"scene":1,"width":100,"height":50,"look":"light","items":[{"fill":[0,0,9,9],"icon":[0,0,9,9],"color":"ink"}]}"#,
            .malformed, "two kinds at once"
        ),
    ])
    func `another line is no scene`(_ line: String, _ error: SceneError, _ why: String) {
        #expect(throws: error, "\(why)") { try Scene.read(Array(line.utf8)) }
    }

    @Test func `a line that is too long is not even read`() {
        let line = [UInt8](repeating: UInt8(ascii: " "), count: Scene.longestLine + 1)
        #expect(throws: SceneError.tooLong) { try Scene.read(line) }
    }

    @Test func `a text that is too long is no scene`() throws {
        let text = String(repeating: "a", count: SceneText.longest + 1)
        let line =
            #"{"scene":1,"width":100,"height":50,"look":"light","items":[{"text":[0,0,9,9],"color":"ink","string":""#
            + text + #"","smallest":8,"largest":8}]}"#
        #expect(throws: SceneError.outOfBounds) { try Scene.read(Array(line.utf8)) }
    }

    @Test func `cut anywhere a scene is malformed, and damaged nothing crashes`() throws {
        let line = Array(try Self.scene().line(number: 1).dropLast())
        for count in line.indices {
            #expect(throws: SceneError.malformed) { try Scene.read(Array(line[..<count])) }
        }
        var random = RepeatableRandom(seed: 7)
        for _ in 0..<20_000 {
            var damaged = line
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let index = Int.random(in: damaged.indices, using: &random)
                damaged[index] = UInt8.random(in: 0...255, using: &random)
            }
            guard let scene = try? Scene.read(damaged).scene else { continue }
            #expect(scene.items.allSatisfy { $0.box.isInside(scene.size) })
        }
    }
}
