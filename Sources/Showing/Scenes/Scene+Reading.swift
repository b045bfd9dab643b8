internal import JSON

/// Error of a line that is not a valid scene; contains nothing of the line.
package enum SceneError: Error, Hashable, Sendable {
    /// Longer than any scene.
    case tooLong
    /// Invalid JSON, or JSON of something else.
    case malformed
    /// Beyond the limits of a scene.
    case outOfBounds
}

extension Scene {
    private static let deepest = 4

    /// Reads a scene and its number, which the reply refers to.
    package static func read(
        _ line: [UInt8]
    ) throws(SceneError) -> (number: UInt64, scene: Scene) {
        guard line.count <= longestLine else { throw .tooLong }
        let found: (UInt64, SceneSize, SceneTheme, [SceneItem])
        do throws(JSONError) {
            let value = try JSONValue(parsing: line, depthLimit: deepest)
            found = try parts(of: JSONField(value))
        } catch {
            // The error is dropped because its message may quote the line.
            throw .malformed
        }
        var scene = Scene(size: found.1, look: found.2)
        guard found.3.count <= mostItems else { throw .outOfBounds }
        for item in found.3 {
            scene.add(item)
            guard scene.refused == 0 else { throw .outOfBounds }
        }
        return (found.0, scene)
    }

    private static func parts(
        of field: JSONField
    ) throws(JSONError) -> (UInt64, SceneSize, SceneTheme, [SceneItem]) {
        let fields = try JSONFields(
            of: field, allowed: ["scene", "width", "height", "look", "items"])
        let number = try fields.required("scene").integer(in: 0...Int.max)
        let side = SceneSize.shortestSide...SceneSize.longestSide
        let width = try fields.required("width").integer(in: side)
        let height = try fields.required("height").integer(in: side)
        let look = try fields.required("look").choice(
            of: "a look", among: SceneTheme.allCases.map { ($0.rawValue, $0) })
        guard let size = SceneSize(width: width, height: height) else {
            throw fields.error("no picture has this size")
        }
        var items: [SceneItem] = []
        for element in try fields.required("items").elements() {
            items.append(try element.sceneItem())
        }
        return (UInt64(number), size, look, items)
    }
}

extension JSONField {
    private static let kinds = ["fill", "rounded", "icon", "text"]

    fileprivate func sceneItem() throws(JSONError) -> SceneItem {
        let fields = try JSONFields(
            of: self,
            allowed: Self.kinds + [
                "color", "radius", "shape", "string", "smallest", "largest", "bold", "align",
                "lines", "pitch",
            ])
        let found = fields.present(of: Self.kinds)
        guard found.count == 1, let kind = found.first else {
            throw error("must be one of \(Self.kinds.joined(separator: ", "))")
        }
        let box = try fields.required(kind).sceneBox()
        let color = try fields.required("color").choice(
            of: "a colour", among: SceneColor.allCases.map { ($0.rawValue, $0) })
        switch kind {
        case "fill": return .fill(box, color)
        case "rounded":
            let radius = try fields.required("radius").integer(in: 0...SceneSize.longestSide)
            return .rounded(box, radius: radius, color)
        case "icon":
            let icon = try fields.required("shape").choice(
                of: "a shape", among: SceneIcon.allCases.map { ($0.rawValue, $0) })
            return .icon(icon, box, color)
        default: return .text(try Self.sceneText(fields, box, color))
        }
    }

    private static func sceneText(
        _ fields: JSONFields, _ box: SceneBox, _ color: SceneColor
    ) throws(JSONError) -> SceneText {
        let smallest = try fields.required("smallest").integer(in: SceneText.possibleSizes)
        let largest = try fields.required("largest").integer(
            in: smallest...SceneText.possibleSizes.upperBound)
        return SceneText(
            try fields.required("string").string(), in: box, sizes: smallest...largest, color,
            isBold: try fields["bold"]?.bool() ?? false,
            alignment: try fields["align"]?.choice(
                of: "an alignment",
                among: SceneText.Alignment.allCases.map { ($0.rawValue, $0) }) ?? .left,
            lines: try fields["lines"]?.integer(in: 1...SceneText.mostLines) ?? 1,
            pitch: try fields["pitch"]?.integer(in: SceneText.possiblePitches))
    }

    private func sceneBox() throws(JSONError) -> SceneBox {
        var numbers: [Int] = []
        for element in try elements().prefix(5) {
            numbers.append(try element.integer(in: 0...SceneSize.longestSide))
        }
        guard numbers.count == 4 else { throw error("must be four numbers") }
        return SceneBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
