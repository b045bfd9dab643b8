/// What a notice that was written outlives.
package enum Durability: String, CaseIterable, Sendable {
    /// The end of the program, however it comes; after a power cut the last moments may be missing,
    /// and the file is sound.
    case normal
    /// A power cut as well, at the cost of waiting for the disk with each write.
    case full
}
