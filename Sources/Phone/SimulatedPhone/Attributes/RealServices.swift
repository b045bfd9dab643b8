/// Services of real phones; their handles are assigned later.
extension ServiceDefinition {
    /// Appearances of a generic phone and of a media player.
    static let phone: [UInt8] = [0x40, 0x00]
    static let mediaPlayer: [UInt8] = [0x80, 0x02]

    private typealias Uses = Properties

    /// Properties of a characteristic that takes commands, also as reliable writes, and sends
    /// notifications.
    private static let talks: Uses = [.write, .notify, .extended]

    static let continuity = ServiceDefinition(
        type: AttributeType(long: 0xD061_1E78_BBB4_4591_A5F8_4879_10AE_4366), firstHandle: 0,
        characteristics: [
            .init(
                type: AttributeType(long: 0x8667_556C_9A37_4C91_84ED_54EE_27D9_0049),
                properties: talks, isProtected: true, showsSubscription: true)
        ])

    static let nearby = ServiceDefinition(
        type: AttributeType(long: 0x9FA4_80E0_4967_4542_9390_D343_DC5D_04AE), firstHandle: 0,
        characteristics: [
            .init(
                type: AttributeType(long: 0xAF0B_ADB1_5B99_43CD_917A_A77B_C549_E3CC),
                properties: talks, isProtected: true, showsSubscription: true)
        ])

    static let realBattery = ServiceDefinition(
        type: AttributeType(0x180F), firstHandle: 0,
        characteristics: [
            .init(
                type: AttributeType(0x2A19), properties: [.read, .notify], value: [0x52],
                isProtected: true, showsSubscription: true)
        ])

    /// Saturday, 30 June 2018, 21:30:16 and 239/256.
    ///
    /// The reason of the change is an external reference, which the phone never names according to
    /// Apple's guidelines. The zone is eight hours east of Greenwich without daylight saving.
    static let currentTime = ServiceDefinition(
        type: AttributeType(0x1805), firstHandle: 0,
        characteristics: [
            .init(
                type: AttributeType(0x2A2B), properties: [.read, .notify],
                value: [0xE2, 0x07, 0x06, 0x1E, 0x15, 0x1E, 0x10, 0x06, 0xEF, 0x02],
                isProtected: true, showsSubscription: true),
            .init(
                type: AttributeType(0x2A0F), properties: .read, value: [0x20, 0x00],
                isProtected: true),
        ])

    static func information(model: String) -> ServiceDefinition {
        ServiceDefinition(
            type: AttributeType(0x180A), firstHandle: 0,
            characteristics: [
                .init(
                    type: AttributeType(0x2A29), properties: .read, value: Array("Apple Inc.".utf8)),
                .init(type: AttributeType(0x2A24), properties: .read, value: Array(model.utf8)),
            ])
    }

    static let realNotifications = ServiceDefinition(
        type: notifications.type, firstHandle: 0,
        characteristics: [
            .init(
                type: AttributeType(long: 0x69D1_D8F3_45E1_49A8_9821_9BBD_FDAA_D9D9),
                properties: [.write, .extended], live: .controlPoint, isProtected: true),
            .init(
                type: AttributeType(long: 0x9FBF_120D_6301_42D9_8C58_25E6_99A2_1DBD),
                properties: .notify, live: .notificationSource, isProtected: true,
                showsSubscription: true),
            .init(
                type: AttributeType(long: 0x22EA_C6E9_24D6_4BB5_BE44_B36A_CE7C_7BFB),
                properties: .notify, live: .dataSource, isProtected: true, showsSubscription: true),
        ])

    /// Media service: Remote Command, Entity Update and Entity Attribute.
    static let media = ServiceDefinition(
        type: AttributeType(long: 0x89D3_502B_0F36_433A_8EF4_C502_AD55_F8DC), firstHandle: 0,
        characteristics: [
            .init(
                type: AttributeType(long: 0x9B3C_81D8_57B1_4A8A_B8DF_0E56_F7CA_51C2),
                properties: talks, isProtected: true, showsSubscription: true),
            .init(
                type: AttributeType(long: 0x2F7C_ABCE_808D_411F_9A0C_BB92_BA96_C102),
                properties: talks, isProtected: true, showsSubscription: true),
            .init(
                type: AttributeType(long: 0xC6B2_F38C_23AB_46D8_A6AB_A3A8_70BB_D5D7),
                properties: [.read, .write, .extended], isProtected: true),
        ])
}
