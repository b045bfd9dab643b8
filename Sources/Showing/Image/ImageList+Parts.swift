internal import Board
internal import Scenes

extension ImageList {
    /// Draws the category label; that of a missed call or voicemail stands out.
    func putLabel(_ row: BoardRow, in box: SceneBox, on scene: inout Scene) {
        let small = measures.smallText
        let color = row.isGone ? .faint : SceneColor(row.look)
        var place = box
        if row.isMissed, !row.isGone {
            let height = min(box.height, small * 3 / 2)
            place.y += (box.height - height) / 2
            place.height = height
            scene.add(.rounded(place, radius: height / 4, color))
            scene.write(
                row.label, in: place, sizes: 4...small, .paper, isBold: true, alignment: .center)
        } else {
            scene.write(row.label, in: place, sizes: 4...small, color, isBold: true)
        }
    }

    /// Draws an icon before the name of a missed call or voicemail; returns the box that is left
    /// for the name.
    func putIcon(
        _ row: BoardRow, _ box: SceneBox, on scene: inout Scene
    ) -> SceneBox {
        guard let icon = row.look.icon else { return box }
        let side = measures.text
        guard box.width >= 4 * side else { return box }
        let place = SceneBox(
            x: box.x, y: box.y + (box.height - side) / 2, width: side, height: side)
        scene.add(.icon(icon, place, row.isGone ? .faint : SceneColor(row.look)))
        var rest = box
        rest.x = place.right + max(2, side / 4)
        rest.width = box.right - rest.x
        return rest
    }

    /// Draws the icon, the name, and at the right edge the number of notifications if there are
    /// several.
    func putWho(_ row: BoardRow, in box: SceneBox, hasIcon: Bool, on scene: inout Scene) {
        let text = measures.text
        var who = hasIcon ? putIcon(row, box, on: &scene) : box
        let number = row.count > 1 ? "×\(row.count)" : ""
        let width = number.isEmpty ? 0 : number.widthNeeded(text)
        if width > 0, who.width >= width + 4 * text {
            let place = SceneBox(
                x: who.right - width, y: who.y, width: width, height: who.height)
            scene.write(number, in: place, sizes: 4...text, .faint, alignment: .right)
            who.width -= width + max(1, text / 4)
        }
        scene.write(
            row.who.held(by: 1, width: who.width, size: text), in: who, sizes: text...text,
            row.isGone ? .faint : .ink, isBold: measures.hasBold && !row.isGone)
    }

    /// Returns the width of the whole name, with its icon and number.
    func whoNeeded(_ row: BoardRow, hasIcon: Bool) -> Int {
        let text = measures.text
        let icon = hasIcon && row.look.icon != nil ? text + max(2, text / 4) : 0
        let number = row.count > 1 ? "×\(row.count)".widthNeeded(text) + max(1, text / 4) : 0
        return icon + row.who.widthNeeded(text) + number
    }
}

extension NoticeStyle {
    /// Icon of missed calls and voicemail.
    fileprivate var icon: SceneIcon? {
        switch self {
        case .missed: .missed
        case .voicemail: .voicemail
        case .call, .social, .mail, .schedule, .plain: nil
        }
    }
}
