import Commands

extension WallSettings {
    /// Whether a board with the other settings would look the same; access and listening addresses do not matter.
    func shows(as other: WallSettings) -> Bool {
        central == other.central && name == other.name && night == other.night
            && silence == other.silence && codes == other.codes
    }
}
