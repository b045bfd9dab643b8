import Scenes

/// Reads the input as a scene's line, as an answer of the program that draws, and as that program's arguments.
func fuzzScenes(_ bytes: [UInt8]) {
    fuzzScene(bytes)
    if let reply = DrawingReply(line: bytes) {
        let line = Array(reply.line.dropLast())
        require(reply.line.last == UInt8(ascii: "\n"), "an answer is no line")
        require(!line.contains(UInt8(ascii: "\n")), "an answer is more than one line")
        require(DrawingReply(line: line) != nil, "an answer that is written cannot be read")
    }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    if let job = DrawingJob(arguments: words) {
        require(DrawingJob(arguments: job.arguments) == job, "a job is another one once written")
    }
}

private func fuzzScene(_ bytes: [UInt8]) {
    let number: UInt64
    let scene: Scene
    do throws(SceneError) {
        (number, scene) = try Scene.read(bytes)
    } catch {
        return
    }
    require(scene.items.count <= Scene.mostItems, "a scene has too many items")
    require(scene.refused == 0, "a scene that was read lacks an item")
    for item in scene.items {
        require(item.box.isInside(scene.size), "an item lies outside of its scene")
    }
    let line = Array(scene.line(number: number).dropLast())
    require(!line.contains(UInt8(ascii: "\n")), "a scene is more than one line")
    do throws(SceneError) {
        let again = try Scene.read(line)
        require(
            again.number == number && again.scene == scene, "a scene is another one once written")
    } catch .tooLong {
        // Characters that are escaped take more bytes than they had.
    } catch {
        fatalError("a scene that was written cannot be read: \(error)")
    }
}
