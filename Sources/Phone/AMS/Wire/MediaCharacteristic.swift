/// Characteristics of the Apple Media Service.
package enum MediaCharacteristic: Hashable, Sendable, CaseIterable {
    /// Receives commands, and carries the list of those that the player supports.
    case remoteCommand
    /// Receives registrations, and carries the values of registered attributes.
    case entityUpdate
    /// Holds the whole value of an attribute whose update was cut.
    case entityAttribute

    /// UUID of the characteristic.
    package var uuid: UInt128 {
        switch self {
        case .remoteCommand: 0x9B3C_81D8_57B1_4A8A_B8DF_0E56_F7CA_51C2
        case .entityUpdate: 0x2F7C_ABCE_808D_411F_9A0C_BB92_BA96_C102
        case .entityAttribute: 0xC6B2_F38C_23AB_46D8_A6AB_A3A8_70BB_D5D7
        }
    }

    /// UUID of the service.
    package static let serviceUUID: UInt128 = 0x89D3_502B_0F36_433A_8EF4_C502_AD55_F8DC
}
