import Commands

extension WallSettings {
    /// Whether boards with other settings show the same; access and listening addresses do not matter.
    func shows(as other: WallSettings) -> Bool {
        central == other.central && name == other.name && night == other.night
            && silence == other.silence && codes == other.codes
    }
}
