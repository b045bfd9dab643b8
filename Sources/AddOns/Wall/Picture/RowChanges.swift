import Board
import Notices

/// What turns one list of rows into another: rows that go, and rows that are put where they belong.
struct RowChanges: Hashable, Sendable {
    /// A row and the one before which it stands; nil at the end.
    struct Put: Hashable, Sendable {
        let row: WallPicture.Row
        let before: NoticeID?
    }

    private(set) var gone: [NoticeID]
    /// The last of the list first, so that the row before which one is put is there already.
    private(set) var put: [Put] = []

    /// Whether there is nothing to do.
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

    /// Which of some places can stay, so that as few as possible have to be moved: a longest part that rises.
    private static func longestRise(_ places: [Int?]) -> [Bool] {
        // For each length of a rise, where the one is that ends lowest.
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
