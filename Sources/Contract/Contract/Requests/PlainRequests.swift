/// How the bridge is.
package struct StatusRequest: PlainRequest {
    package typealias Answer = StatusAnswer
    package static let word = "status"
    package static let right = ControlRight.read

    package init() {}
}

/// Which phones were paired.
package struct PhonesRequest: PlainRequest {
    package typealias Answer = PhonesAnswer
    package static let word = "phones"
    package static let right = ControlRight.read

    package init() {}
}

/// Which apps have sent something.
package struct AppsRequest: PlainRequest {
    package typealias Answer = AppsAnswer
    package static let word = "apps"
    package static let right = ControlRight.read

    package init() {}
}

/// The configuration read again.
package struct ReloadRequest: PlainRequest {
    package static let word = "reload"
    package static let right = ControlRight.act

    package init() {}
}
