/// Model of the phone, which determines its attributes: those seen on real phones, or plain ones.
enum PhoneModel: Sendable {
    /// The minimum required by all scenarios, at easily recognized handles.
    case plain
    case iPhone8Plus
    case iPhone12
    case iPad

    /// Returns the services offered to a host.
    func services(
        ofPhoneNamed name: String, hasNotifications: Bool, further: [ServiceDefinition]
    ) -> [ServiceDefinition] {
        var access = layout.access
        access.characteristics[0].value = Array(name.utf8)
        var notifications = layout.notifications
        notifications.isThere = hasNotifications
        return [access, layout.attributes, notifications] + further
    }

    var notifications: ServiceDefinition { layout.notifications }

    /// Further services, which a scenario may change or replace.
    var further: [ServiceDefinition] { layout.further }

    /// First handle of the services of a scenario.
    var firstFreeHandle: UInt16 { layout.firstFreeHandle }

    /// Whether each host counts as subscribed to Service Changed from the start.
    var tellsOfChangesUnasked: Bool { self != .plain }

    private var layout: Layout {
        switch self {
        case .plain: .plain
        case .iPhone8Plus: .iPhone8Plus
        case .iPhone12: .iPhone12
        case .iPad: .iPad
        }
    }

    /// Services of a model at their handles.
    struct Layout: Sendable {
        let access: ServiceDefinition
        let attributes: ServiceDefinition
        let notifications: ServiceDefinition
        let further: [ServiceDefinition]
        let firstFreeHandle: UInt16
    }
}

extension PhoneModel.Layout {
    fileprivate static let plain = PhoneModel.Layout(
        access: .access(name: "", appearance: ServiceDefinition.phone),
        attributes: .attributes, notifications: .notifications, further: ServiceDefinition.further,
        firstFreeHandle: ServiceDefinition.firstFreeHandle)

    /// Read in 2020 from a phone that was not bonded.
    ///
    /// Time and battery are those of an iPhone 7 Plus in 2018.
    fileprivate static let iPhone8Plus = inOrder(ServiceDefinition.phone) { access in
        [
            access, .attributes, .continuity, .nearby, .realBattery, .currentTime,
            .information(model: "iPhone10,5"), .realNotifications, .media,
        ]
    }

    /// Read in 2022 from a phone whose second service is device information.
    ///
    /// The source lists services only up to the first of Apple's own; the others are in the order
    /// of the iPhone 8 Plus.
    fileprivate static let iPhone12 = inOrder(ServiceDefinition.phone) { access in
        [
            access, .information(model: "iPhone13,2"), .attributes, .continuity, .nearby,
            .realBattery, .currentTime, .realNotifications, .media,
        ]
    }

    /// Services of an iPad as listed by bluetoothd, with the appearance of a media player.
    ///
    /// The source names neither their order nor the number of the model.
    fileprivate static let iPad = inOrder(ServiceDefinition.mediaPlayer) { access in
        [
            access, .information(model: "iPad7,5"), .attributes, .continuity, .nearby,
            .realBattery, .currentTime, .realNotifications, .media,
        ]
    }

    /// Places each service directly after the previous one.
    private static func inOrder(
        _ appearance: [UInt8], _ services: (ServiceDefinition) -> [ServiceDefinition]
    ) -> PhoneModel.Layout {
        var next: UInt16 = 1
        let placed = services(.access(name: "", appearance: appearance)).map { service in
            var service = service
            service.firstHandle = next
            next = service.handles.upperBound + 1
            return service
        }
        func service(like other: ServiceDefinition) -> ServiceDefinition {
            placed.first { $0.type == other.type } ?? other
        }
        return PhoneModel.Layout(
            access: placed[0], attributes: service(like: .attributes),
            notifications: service(like: .notifications),
            further: placed.filter { !ServiceDefinition.fixed.contains($0.type) },
            firstFreeHandle: next)
    }
}
