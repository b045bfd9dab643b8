/// Scroll that moves displayed lines to their new place instead of sending them again.
struct VTScroll: Hashable {
    /// Lines that move, counted from zero.
    let region: ClosedRange<Int>
    /// Distance that the lines move down; negative for up.
    let distance: Int

    /// Rows of the list, between the two bars.
    private static let list = 2...(VTScreen.height - 2)

    /// Returns the scroll that saves the most lines; nil if none does.
    ///
    /// - Parameters:
    ///   - old: the present screen; nil for an unknown line.
    ///   - new: the screen to be shown.
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

    /// Returns the lines after the scroll.
    ///
    /// Double-size lines become unknown, because terminals differ about whether the size moves
    /// along.
    func moved(_ lines: [VTScreen.Line?]) -> [VTScreen.Line?] {
        var moved = lines
        for row in region {
            let from = row - distance
            moved[row] = region.contains(from) ? lines[from] : VTScreen.Line()
            if moved[row]?.isLarge == true || lines[row]?.isLarge == true { moved[row] = nil }
        }
        return moved
    }

    /// Sequences that set the scroll region, move its lines step by step, and reset the region.
    var bytes: [UInt8] {
        let step = VTScreen.sequence(distance > 0 ? "M" : "D")
        let edge = (distance > 0 ? region.lowerBound : region.upperBound) + 1
        return VTScreen.sequence("[\(region.lowerBound + 1);\(region.upperBound + 1)r")
            + VTScreen.sequence("[0m") + VTScreen.sequence("[\(edge);1H")
            + (0..<abs(distance)).flatMap { _ in step } + VTScreen.sequence("[r")
            + VTScreen.sequence("[2;1H")
    }
}
