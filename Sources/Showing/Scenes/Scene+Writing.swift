internal import JSON

extension Scene {
    /// Returns the scene as a line for the drawing program.
    ///
    /// - Parameter number: the number that the reply refers to.
    package func line(number: UInt64) -> [UInt8] {
        JSONWriter.line { writer in
            writer.member("scene", number)
            writer.member("width", size.width)
            writer.member("height", size.height)
            writer.member("look", look.rawValue)
            writer.array("items") { writer in
                for item in items { writer.write(item) }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ item: SceneItem) {
        object { writer in
            switch item {
            case .fill(let box, let color): writer.write("fill", box, color)
            case .rounded(let box, let radius, let color):
                writer.write("rounded", box, color)
                writer.member("radius", radius)
            case .icon(let icon, let box, let color):
                writer.write("icon", box, color)
                writer.member("shape", icon.rawValue)
            case .text(let text):
                writer.write("text", text.box, text.color)
                writer.member("string", text.string)
                writer.member("smallest", text.sizes.lowerBound)
                writer.member("largest", text.sizes.upperBound)
                if text.isBold { writer.member("bold", true) }
                if text.alignment != .left { writer.member("align", text.alignment.rawValue) }
                if text.lines != 1 { writer.member("lines", text.lines) }
                if let pitch = text.pitch { writer.member("pitch", pitch) }
            }
        }
    }

    private mutating func write(_ kind: String, _ box: SceneBox, _ color: SceneColor) {
        array(kind) { writer in
            for number in [box.x, box.y, box.width, box.height] { writer.value(number) }
        }
        member("color", color.rawValue)
    }
}
