internal import JSON

extension Scene {
    /// The scene as a line for the program that draws it.
    ///
    /// - Parameter number: by which the answer names it.
    package func line(number: UInt64) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("scene", number)
        writer.member("width", size.width)
        writer.member("height", size.height)
        writer.member("look", look.rawValue)
        writer.key("items")
        writer.beginArray()
        for item in items { writer.write(item) }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ item: SceneItem) {
        beginObject()
        switch item {
        case .fill(let box, let color): write("fill", box, color)
        case .rounded(let box, let radius, let color):
            write("rounded", box, color)
            member("radius", radius)
        case .icon(let icon, let box, let color):
            write("icon", box, color)
            member("shape", icon.rawValue)
        case .text(let text):
            write("text", text.box, text.color)
            member("string", text.string)
            member("smallest", text.sizes.lowerBound)
            member("largest", text.sizes.upperBound)
            if text.isBold { member("bold", true) }
            if text.alignment != .left { member("align", text.alignment.rawValue) }
            if text.lines != 1 { member("lines", text.lines) }
            if let pitch = text.pitch { member("pitch", pitch) }
        }
        endObject()
    }

    private mutating func write(_ kind: String, _ box: SceneBox, _ color: SceneColor) {
        key(kind)
        beginArray()
        for number in [box.x, box.y, box.width, box.height] { value(number) }
        endArray()
        member("color", color.rawValue)
    }
}
