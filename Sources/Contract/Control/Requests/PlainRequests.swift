/// Request for the status of the bridge.
package struct StatusRequest: PlainRequest {
    package typealias Answer = StatusAnswer
    package static let word = "status"
    package static let right = ControlRight.read

    package init() {}
}

/// Request for the paired phones.
package struct PhonesRequest: PlainRequest {
    package typealias Answer = PhonesAnswer
    package static let word = "phones"
    package static let right = ControlRight.read

    package init() {}
}

/// Request for the apps that have sent notifications.
package struct AppsRequest: PlainRequest {
    package typealias Answer = AppsAnswer
    package static let word = "apps"
    package static let right = ControlRight.read

    package init() {}
}

/// Request to reload the configuration.
package struct ReloadRequest: PlainRequest {
    package static let word = "reload"
    package static let right = ControlRight.act

    package init() {}
}
