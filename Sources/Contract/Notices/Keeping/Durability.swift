/// Events that a written notification survives.
package enum Durability: String, CaseIterable, Sendable {
    /// The end of the program in any form; a power cut may lose the last moments but leaves the file intact.
    case normal
    /// Also a power cut, at the cost of waiting for the disk at each write.
    case full
}
