import Expecting
import Testing

@testable import Wall

/// Whose picture is drawn next, and which are wanted in a form that can be drawn.
struct PictureQueueTests {
    private static let waiting:
        [(adds: [(String?, Int)], refused: [Int], next: [Int], why: String)] =
            [
                ([("a", 1), ("a", 2)], [], [1, 2], "in their order"),
                ([("a", 1), ("a", 2), ("a", 3), ("b", 4)], [], [1, 4, 2, 3], "in turns"),
                (
                    [(nil, 1), (nil, 2), (nil, 3)], [3], [1, 2],
                    "strangers have two places together"
                ),
                (
                    [("a", 1), ("a", 2), ("a", 3), ("a", 4), ("a", 5)], [5], [1, 2, 3, 4],
                    "a token has four"
                ),
                (
                    [
                        ("a", 1), ("a", 2), ("a", 3), ("a", 4), ("b", 5), ("b", 6), ("b", 7),
                        ("b", 8),
                        ("c", 9),
                    ], [8], [1, 5, 9, 2, 6, 3, 7, 4], "whoever has the most gives way"
                ),
                (
                    [
                        ("a", 1), ("a", 2), ("a", 3), ("b", 4), ("b", 5), ("c", 6), (nil, 7),
                        (nil, 8),
                        ("c", 9),
                    ], [3], [1, 4, 6, 7, 2, 5, 9, 8], "the last of theirs"
                ),
            ]

    @Test(arguments: waiting.indices) func `pictures are drawn in turns`(_ index: Int) {
        let (adds, refused, next, why) = Self.waiting[index]
        var queue = PictureQueue<Int>()
        var out: [Int] = []
        for (holder, order) in adds { out += queue.add(order, of: holder) }
        expect(out, is: refused, "\(why)")
        var drawn: [Int] = []
        while let order = queue.next() { drawn.append(order) }
        expect(drawn, is: next, "\(why)")
    }

    @Test func `whoever is gone has no place`() {
        var queue = PictureQueue<Int>()
        for order in 1...4 { _ = queue.add(order, of: "a") }
        queue.remove { $0 % 2 == 0 }
        expect(queue.add(5, of: "a"), is: [])
        expect([queue.next(), queue.next(), queue.next(), queue.next()], is: [1, 3, 5, nil])
    }

    private static let wishes:
        [(query: [String: String], isStranger: Bool, mistake: String?, why: String)] = [
            ([:], false, nil, "the usual size"),
            (["size": "800x480"], true, nil, "that of a small display"),
            (["size": "3840x2160"], false, nil, "the largest"),
            (
                ["size": "3841x2160"], false, "size must be at most that of 3840x2160",
                "one too large"
            ),
            (["size": "99999x1"], false, "each from 16 to 4096", "a side too long"),
            (["size": "800"], false, "such as 800x480", "no size"),
            (["size": "1280x800"], true, nil, "the largest of a stranger"),
            (["size": "1281x800"], true, "1280x800 without a token", "one larger than that"),
            (["size": "1921x1080", "format": "ppm"], false, "unless format is png", "pixels"),
            (["format": "gif"], false, "format must be png", "another format"),
            (["colours": "color"], false, "colours must be mono", "another word"),
        ]

    @Test(arguments: wishes.indices)
    func `a picture that cannot be drawn is refused with its limits`(_ index: Int) {
        let (query, isStranger, mistake, why) = Self.wishes[index]
        do throws(PictureQuery.Mistake) {
            let wish = try PictureQuery(query, into: "/p", isStranger: isStranger)
            expect(mistake, is: nil, "\(why)")
            if query.isEmpty {
                let usual = try PictureQuery(["size": "800x480"], into: "/p", isStranger: false)
                expect(wish, is: usual, "\(why)")
            }
        } catch {
            #expect(mistake.map(error.sentence.contains) ?? false, "\(why): \(error.sentence)")
        }
    }
}
