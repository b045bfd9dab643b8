import Linux

/// A lamp of the kernel: a folder with a file for each thing that it can be told.
struct LEDFolder: Sendable {
    /// Bytes of a file that are read; there are some dozens of triggers.
    private static let fileLimit = 1 << 14

    /// How the lamp was before anybody here touched it.
    struct State: Hashable, Sendable {
        /// What switches it, by the kernel's name; nil where nobody could tell.
        let trigger: String?
        let brightness: Int
    }

    let path: String

    /// No lamp is brighter: the kernel has 32 bits for it.
    private static let brightest = Int(Int32.max)

    /// The brightness beyond which it does not go.
    func maximum() throws(Errno) -> Int {
        min(max(1, Int(try read("max_brightness")) ?? 1), Self.brightest)
    }

    /// What tells this lamp from one that comes to have its name; nil where it is gone.
    var number: UInt64? { FileInspection.number(at: path) }

    /// How it is.
    func state() throws(Errno) -> State {
        let triggers = try read("trigger").split(separator: " ")
        // The one that is in use stands in brackets.
        let current = triggers.first { $0.first == "[" && $0.last == "]" }
        return State(
            trigger: current.map { String($0.dropFirst().dropLast()) },
            brightness: Int(try read("brightness")) ?? 0)
    }

    /// Makes it so.
    func set(_ state: State) throws(Errno) {
        try write("trigger", state.trigger ?? "none")
        // A trigger of its own says how bright it is.
        if [nil, "none"].contains(state.trigger) { try write("brightness", "\(state.brightness)") }
    }

    /// Switches it on or off.
    func set(brightness: Int) throws(Errno) {
        try set(State(trigger: nil, brightness: brightness))
    }

    /// Lets the kernel switch it on and off.
    ///
    /// - Parameters:
    ///   - brightness: how bright it is while it is on.
    ///   - pause: how long it is on, and how long off; where the kernel keeps that to itself, half a
    ///     second.
    func blink(brightness: Int, every pause: Duration) throws(Errno) {
        // The trigger takes the brightness that it finds, and the brightness of zero ends a trigger.
        try set(brightness: brightness)
        try write("trigger", "timer")
        let milliseconds = "\(pause.components.attoseconds / 1_000_000_000_000_000)"
        try? write("delay_on", milliseconds)
        try? write("delay_off", milliseconds)
    }

    private func read(_ file: String) throws(Errno) -> String {
        guard let descriptor = try FileDescriptor.open(readingAtOnce: "\(path)/\(file)") else {
            throw .notPermitted
        }
        let text = String(decoding: try descriptor.read(upTo: Self.fileLimit), as: UTF8.self)
        return String(text.prefix { !$0.isNewline })
    }

    private func write(_ file: String, _ text: String) throws(Errno) {
        let place = "\(path)/\(file)"
        // Nothing is made where the kernel has made nothing.
        guard FileDescriptor.exists(place) else { throw .noEntry }
        try FileDescriptor.replace(place).writeAll(Array(text.utf8))
    }
}
