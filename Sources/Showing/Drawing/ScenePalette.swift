internal import Scenes

/// Colours of a theme, limited to those of the display.
struct ScenePalette {
    private let look: SceneTheme
    private let colors: DrawingJob.Colors

    init(_ look: SceneTheme, _ colors: DrawingJob.Colors) {
        self.look = look
        self.colors = colors
    }

    /// Returns the colour of a role as 0xRRGGBB.
    func rgb(_ color: SceneColor) -> UInt32 {
        switch colors {
        case .mono: mono(color)
        case .grey: grey(color)
        case .colour: full(color)
        }
    }

    /// Returns pure black or white, which dithering leaves unchanged.
    private func mono(_ color: SceneColor) -> UInt32 {
        let isBehind = color == .paper || color == .onPanel
        return isBehind == (look == .light) ? 0xFF_FFFF : 0
    }

    /// Returns shades for the greatest contrast; categories are not distinguished.
    private func grey(_ color: SceneColor) -> UInt32 {
        switch (color, look) {
        case (.faint, .light): 0x66_6666
        case (.faint, .dark): 0x99_9999
        case (.faint, .night): 0x3C_3C3C
        case (.rule, .light): 0xBB_BBBB
        case (.rule, .dark): 0x44_4444
        case (.rule, .night): 0x22_2222
        case (.paper, .light), (.onPanel, .light): 0xFF_FFFF
        case (.paper, _), (.onPanel, _): 0
        case (_, .light): 0
        case (_, .dark): 0xFF_FFFF
        case (_, .night): 0x77_7777
        }
    }

    private func full(_ color: SceneColor) -> UInt32 {
        switch look {
        case .light: Self.light(color)
        case .dark: Self.dark(color)
        case .night: Self.night(color)
        }
    }

    private static func light(_ color: SceneColor) -> UInt32 {
        switch color {
        case .paper: 0xFF_FFFF
        case .ink: 0x15_181E
        case .faint: 0x6A_7180
        case .rule: 0xD3_D7DE
        case .missed: 0xC6_2828
        case .call, .panel: 0x0B_7A3B
        case .voicemail: 0x7B_2D9E
        case .social: 0x0A_6A86
        case .mail: 0x1F_4FA8
        case .schedule: 0x8F_5A00
        case .onPanel: 0xFF_FFFF
        }
    }

    private static func dark(_ color: SceneColor) -> UInt32 {
        switch color {
        case .paper: 0x0B_0D12
        case .ink: 0xF2_F4F8
        case .faint: 0x8B_94A5
        case .rule: 0x2B_313D
        case .missed: 0xFF_6B63
        case .call: 0x4C_D98A
        case .voicemail: 0xC7_92EA
        case .social: 0x5C_CFE6
        case .mail: 0x82_AAFF
        case .schedule: 0xFF_C66D
        case .panel: 0x0C_8A48
        case .onPanel: 0xFF_FFFF
        }
    }

    private static func night(_ color: SceneColor) -> UInt32 {
        switch color {
        case .paper: 0
        case .faint: 0x66_1811
        case .rule: 0x33_0C08
        case .panel: 0x6E_160F
        case .onPanel: 0xFF_7A6A
        case .missed, .call: 0xD8_4034
        default: 0xA8_2C22
        }
    }
}
