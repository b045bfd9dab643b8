import Linux

/// Kernel folder of an LED, with one file for each setting.
struct LEDFolder: Sendable {
    /// Byte limit for reading a file, which may list some dozens of triggers.
    private static let fileLimit = 1 << 14

    /// State of the LED before this program changed it.
    struct State: Hashable, Sendable {
        /// Name of the kernel trigger; nil if it could not be determined.
        let trigger: String?
        let brightness: Int
    }

    let path: String

    /// Upper limit of the brightness: the kernel uses 32 bits.
    private static let brightest = Int(Int32.max)

    /// Returns the maximum brightness of this LED.
    func maximum() throws(Errno) -> Int {
        min(max(1, Int(try read("max_brightness")) ?? 1), Self.brightest)
    }

    /// Inode number, which distinguishes this LED from a later one of the same name; nil if it is
    /// gone.
    var number: UInt64? { FileInspection.number(at: path) }

    /// Reads the present state.
    func state() throws(Errno) -> State {
        let triggers = try read("trigger").split(separator: " ")
        // The active trigger stands in brackets.
        let current = triggers.first { $0.first == "[" && $0.last == "]" }
        return State(
            trigger: current.map { String($0.dropFirst().dropLast()) },
            brightness: Int(try read("brightness")) ?? 0)
    }

    /// Restores a state.
    func set(_ state: State) throws(Errno) {
        try write("trigger", state.trigger ?? "none")
        // An active trigger sets the brightness itself.
        if [nil, "none"].contains(state.trigger) { try write("brightness", "\(state.brightness)") }
    }

    /// Sets the brightness and removes the trigger.
    func set(brightness: Int) throws(Errno) {
        try set(State(trigger: nil, brightness: brightness))
    }

    /// Has the kernel blink the LED.
    ///
    /// - Parameters:
    ///   - brightness: the brightness while it is on.
    ///   - pause: the length of the on and off phases; half a second if the kernel does not offer
    ///     the setting.
    func blink(brightness: Int, every pause: Duration) throws(Errno) {
        // The timer trigger uses the present brightness; writing a brightness of zero removes a
        // trigger.
        try set(brightness: brightness)
        try write("trigger", "timer")
        let milliseconds = "\(pause.milliseconds)"
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
        // No file is created that the kernel does not provide.
        guard FileDescriptor.exists(place) else { throw .noEntry }
        try FileDescriptor.replace(place).writeAll(Array(text.utf8))
    }
}
