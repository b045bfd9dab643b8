import ANCS
import Expecting
import Linux
import Notices
import Support
import Testing

@testable import Board
@testable import Wall

/// What turns one list of rows into another.
struct RowChangesTests {
    private static func row(_ id: Int, _ text: String = "") -> WallPicture.Row {
        WallPicture.Row(
            row: BoardRow(
                id: NoticeID(rawValue: UInt64(id)), time: WallTime(milliseconds: 0),
                kind: Category(.social), who: "w\(id)", text: text), day: nil)
    }

    /// Does what a page does.
    private static func applied(
        _ changes: RowChanges, to old: [WallPicture.Row]
    ) -> [WallPicture.Row]? {
        var rows = old.filter { !changes.gone.contains($0.row.id) }
        for put in changes.put {
            rows.removeAll { $0.row.id == put.row.row.id }
            guard let before = put.before else {
                rows.append(put.row)
                continue
            }
            guard let place = rows.firstIndex(where: { $0.row.id == before }) else { return nil }
            rows.insert(put.row, at: place)
        }
        return rows
    }

    /// How long the longest part is that rises, found the slow way.
    private static func longestRise(_ places: [Int]) -> Int {
        var lengths: [Int] = []
        for (index, place) in places.enumerated() {
            let before = (0..<index).filter { places[$0] < place }.map { lengths[$0] }
            lengths.append((before.max() ?? 0) + 1)
        }
        return lengths.max() ?? 0
    }

    private static let changes:
        [(old: [Int], new: [Int], changed: [Int], gone: Int, put: Int, why: String)] = [
            ([], [], [], 0, 0, "nothing"),
            ([1, 2, 3], [1, 2, 3], [], 0, 0, "the same"),
            ([1, 2, 3], [4, 1, 2, 3], [], 0, 1, "a new one"),
            ([1, 2, 3], [1, 2], [], 1, 0, "the last goes"),
            ([1, 2, 3], [], [], 3, 0, "all go"),
            ([], [1, 2, 3], [], 0, 3, "all come"),
            ([1, 2, 3], [1, 2, 3], [2], 0, 1, "one has other words"),
            ([1, 2, 3, 4, 5], [5, 1, 2, 3, 4], [], 0, 1, "the last comes first"),
            ([1, 2, 3, 4, 5], [2, 3, 4, 5, 1], [], 0, 1, "the first comes last"),
            ([1, 2, 3, 4], [4, 3, 2, 1], [], 0, 3, "the other way round"),
            ([1, 2, 3], [4, 5, 6], [], 3, 3, "others in their place"),
            ([1, 2, 3, 4], [9, 3, 1, 4], [1], 1, 3, "some of everything"),
        ]

    @Test(arguments: changes.indices) func `few rows are put, and none in vain`(_ index: Int) {
        let (before, after, changed, gone, put, why) = Self.changes[index]
        let old = before.map { Self.row($0) }
        let new = after.map { Self.row($0, changed.contains($0) ? "other" : "") }
        let changes = RowChanges(from: old, to: new)
        expect(changes.gone.count, is: gone, "\(why)")
        expect(changes.put.count, is: put, "\(why)")
        expect(changes.isEmpty, is: gone + put == 0, "\(why)")
        expect(Self.applied(changes, to: old), is: new, "\(why)")
    }

    @Test func `whatever the lists are, the changes lead from one to the other`() {
        var random = RepeatableRandom(seed: 7)
        for round in 0..<3_000 {
            let ids = Array(0..<Int.random(in: 0...40, using: &random))
            func list() -> [WallPicture.Row] {
                let chosen = ids.filter { _ in Bool.random(using: &random) }
                let isSorted = Bool.random(using: &random)
                return (isSorted ? chosen : chosen.shuffled(using: &random)).map {
                    Self.row($0, Int.random(in: 0..<8, using: &random) == 0 ? "other" : "")
                }
            }
            let (old, new) = (list(), list())
            let changes = RowChanges(from: old, to: new)
            expect(Self.applied(changes, to: old), is: new, "\(round)")
            let places = new.compactMap { row in
                old.firstIndex { $0.row.id == row.row.id }
            }
            let changed = new.count { row in
                old.contains { $0.row.id == row.row.id && $0 != row }
            }
            let fewest = new.count - Self.longestRise(places)
            #expect(fewest...(fewest + changed) ~= changes.put.count, "\(round)")
        }
    }
}
