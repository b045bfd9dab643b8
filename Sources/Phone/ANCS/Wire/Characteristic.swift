/// Characteristics of the Apple Notification Center Service.
package enum Characteristic: Hashable, Sendable, CaseIterable {
    /// Announces added, modified and removed notifications, in eight bytes each.
    case notificationSource
    /// Receives the host's requests.
    case controlPoint
    /// Carries the answers to requests, in as many fragments as the link needs.
    case dataSource

    /// UUID of the characteristic.
    package var uuid: UInt128 {
        switch self {
        case .notificationSource: 0x9FBF_120D_6301_42D9_8C58_25E6_99A2_1DBD
        case .controlPoint: 0x69D1_D8F3_45E1_49A8_9821_9BBD_FDAA_D9D9
        case .dataSource: 0x22EA_C6E9_24D6_4BB5_BE44_B36A_CE7C_7BFB
        }
    }

    /// UUID of the service, which the host also solicits.
    package static let serviceUUID: UInt128 = 0x7905_F431_B5CE_4E99_A40F_4B1E_122D_00D0
}
