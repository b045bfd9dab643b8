/// Moves lines that a terminal shows already to where they belong, instead of saying them again.
struct VTScroll: Hashable {
    /// The lines that move, the first of which has the number zero.
    let region: ClosedRange<Int>
    /// By how many lines they move down; up, where it is negative.
    let distance: Int

    /// The list; above it is the bar, and below it the other one.
    private static let list = 2...(VTScreen.height - 2)

    /// What saves the most lines, where something does.
    ///
    /// - Parameters:
    ///   - old: what the terminal shows; nil for a line of which that is not known.
    ///   - new: what it is to show.
    static func best(from old: [VTScreen.Line?], to new: [VTScreen.Line]) -> VTScroll? {
        let changed = list.filter { old[$0] != new[$0] }
        guard let first = changed.first, let last = changed.last, first < last else { return nil }
        let region = first...last
        let scrolls = (1..<region.count).flatMap { [$0, -$0] }
            .map { VTScroll(region: region, distance: $0) }
        var best: (scroll: VTScroll, count: Int)?
        for scroll in scrolls {
            let moved = scroll.moved(old)
            let count = region.count { moved[$0] != new[$0] }
            if count < best?.count ?? (changed.count - 1) { best = (scroll, count) }
        }
        return best?.scroll
    }

    /// What the terminal shows after it.
    ///
    /// Letters of double size are not relied on, for terminals differ about whether they move along.
    func moved(_ lines: [VTScreen.Line?]) -> [VTScreen.Line?] {
        var moved = lines
        for row in region {
            let from = row - distance
            moved[row] = region.contains(from) ? lines[from] : VTScreen.Line()
            if moved[row]?.isLarge == true || lines[row]?.isLarge == true { moved[row] = nil }
        }
        return moved
    }

    /// The bytes that do it: a region for scrolling, and lines that leave it at one end.
    var bytes: [UInt8] {
        let step = VTScreen.sequence(distance > 0 ? "M" : "D")
        let edge = (distance > 0 ? region.lowerBound : region.upperBound) + 1
        return VTScreen.sequence("[\(region.lowerBound + 1);\(region.upperBound + 1)r")
            + VTScreen.sequence("[0m") + VTScreen.sequence("[\(edge);1H")
            + (0..<abs(distance)).flatMap { _ in step } + VTScreen.sequence("[r")
            + VTScreen.sequence("[2;1H")
    }
}
