import Board
import Notices

/// Difference between two lists of rows: removed rows, and rows inserted at their positions.
struct RowChanges: Hashable, Sendable {
    /// A row and the row before which it is inserted; nil for the end.
    struct Put: Hashable, Sendable {
        let row: WallPicture.Row
        let before: NoticeID?
    }

    private(set) var gone: [NoticeID]
    /// Rows from last to first, so that the row before which one is inserted exists already.
    private(set) var put: [Put] = []

    var isEmpty: Bool { gone.isEmpty && put.isEmpty }

    init(from old: [WallPicture.Row], to new: [WallPicture.Row]) {
        let present = Set(new.map(\.row.id))
        gone = old.map(\.row.id).filter { !present.contains($0) }
        var places: [NoticeID: Int] = [:]
        for (index, row) in old.enumerated() { places[row.row.id] = index }
        let resting = Self.longestRise(new.map { places[$0.row.id] })
        var before: NoticeID?
        for (index, row) in new.enumerated().reversed() {
            let isSame = places[row.row.id].map { old[$0] == row } ?? false
            if !resting[index] || !isSame { put.append(Put(row: row, before: before)) }
            before = row.row.id
        }
    }

    /// Marks rows that can stay, so that as few as possible are moved: a longest increasing subsequence.
    private static func longestRise(_ places: [Int?]) -> [Bool] {
        // For each length, the index of the subsequence with the lowest end.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: places.count)
        for (index, place) in places.enumerated() {
            guard let place else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if places[ends[middle]] ?? 0 < place { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var stays = [Bool](repeating: false, count: places.count)
        var next = ends.last
        while let index = next {
            stays[index] = true
            next = previous[index]
        }
        return stays
    }
}
