extension SimulatedAttributes {
    /// Creates the attributes of a plain phone with this name.
    init(phoneNamed name: String, hasNotificationService: Bool) {
        self.init(
            PhoneModel.plain.services(
                ofPhoneNamed: name, hasNotifications: hasNotificationService,
                further: ServiceDefinition.further))
    }
}

extension ServiceDefinition {
    /// Further services of a plain phone, which a scenario may change or replace.
    static let further = [deviceInformation, battery]
    /// Services of every iPhone, in all scenarios.
    static let fixed = [AttributeType(0x1800), attributes.type, notifications.type]
    /// First handle of the services of a scenario on a plain phone.
    static let firstFreeHandle: UInt16 = 0x0030

    static func access(name: String, appearance: [UInt8]) -> ServiceDefinition {
        ServiceDefinition(
            type: AttributeType(0x1800), firstHandle: 0x0001,
            characteristics: [
                .init(type: AttributeType(0x2A00), properties: .read, value: Array(name.utf8)),
                .init(type: AttributeType(0x2A01), properties: .read, value: appearance),
            ])
    }

    static let attributes = ServiceDefinition(
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
                isProtected: true)
        ])

    /// The notification service, which may appear and vanish.
    static let notifications = ServiceDefinition(
        type: AttributeType(long: 0x7905_F431_B5CE_4E99_A40F_4B1E_122D_00D0),
        firstHandle: 0x0020,
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
