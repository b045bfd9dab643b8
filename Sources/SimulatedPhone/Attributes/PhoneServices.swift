extension AttributeTable {
    /// The handles of the notification service while it is there.
    static let notificationServiceRange: ClosedRange<UInt16> = 0x0020...0x0028

    /// What an iPhone of this name shows to a host; the notification service comes and goes.
    init(phoneNamed name: String, hasNotificationService: Bool) {
        var services = [
            Self.access(name: name), Self.attributes, Self.deviceInformation, Self.battery,
        ]
        if hasNotificationService { services.append(Self.notifications) }
        self.init(services)
    }

    private static func access(name: String) -> ServiceDefinition {
        ServiceDefinition(
            type: AttributeType(0x1800), firstHandle: 0x0001,
            characteristics: [
                .init(type: AttributeType(0x2A00), properties: .read, value: Array(name.utf8)),
                // Appearance: a phone of no particular kind.
                .init(type: AttributeType(0x2A01), properties: .read, value: [0x40, 0x00]),
            ])
    }

    private static let attributes = ServiceDefinition(
        type: AttributeType(0x1801), firstHandle: 0x0006,
        characteristics: [
            .init(type: AttributeType(0x2A05), properties: .indicate, live: .serviceChanged)
        ])

    private static let deviceInformation = ServiceDefinition(
        type: AttributeType(0x180A), firstHandle: 0x000A,
        characteristics: [
            .init(
                type: AttributeType(0x2A29), properties: .read, value: Array("Apple Inc.".utf8)),
            .init(
                type: AttributeType(0x2A24), properties: .read, value: Array("iPhone15,2".utf8)),
        ])

    private static let battery = ServiceDefinition(
        type: AttributeType(0x180F), firstHandle: 0x000F,
        characteristics: [
            .init(
                type: AttributeType(0x2A19), properties: [.read, .notify], value: [83],
                live: .batteryLevel, isProtected: true)
        ])

    private static let notifications = ServiceDefinition(
        type: AttributeType(long: 0x7905_F431_B5CE_4E99_A40F_4B1E_122D_00D0),
        firstHandle: notificationServiceRange.lowerBound,
        characteristics: [
            .init(
                type: AttributeType(long: 0x9FBF_120D_6301_42D9_8C58_25E6_99A2_1DBD),
                properties: .notify, live: .notificationSource, isProtected: true),
            .init(
                type: AttributeType(long: 0x69D1_D8F3_45E1_49A8_9821_9BBD_FDAA_D9D9),
                properties: .write, live: .controlPoint, isProtected: true),
            .init(
                type: AttributeType(long: 0x22EA_C6E9_24D6_4BB5_BE44_B36A_CE7C_7BFB),
                properties: .notify, live: .dataSource, isProtected: true),
        ])
}
