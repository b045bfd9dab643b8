import Commands

extension WallSettings {
    /// Whether boards by these settings are those by others: who comes in, and from where, is no matter of theirs.
    func shows(as other: WallSettings) -> Bool {
        centre == other.centre && name == other.name && night == other.night
            && silence == other.silence && codes == other.codes
    }
}
