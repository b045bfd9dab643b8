extension BeaconNews {
    /// Short label of the subject on outputs.
    package var label: String {
        if change == .withdrawn { return "GONE" }
        guard case .person(_, _, let isHome) = subject else { return "ITEM" }
        return isHome ? "HOME" : "AWAY"
    }

    /// Description shown after the name.
    package var text: String {
        switch (change, subject) {
        case (.left, .item(let item, _)): item.words
        case (.withdrawn, _): "is no longer in the configuration"
        case (.near, _): "is near"
        case (.left, _): "has left"
        case (.back, _): "is back"
        case (.tap, _): "was tapped on the host"
        case (.range, _): zone == .unknown ? "is not heard" : "is \(zone.words)"
        case (.presence, .person(_, _, true)): "is home"
        case (.presence, _): "has gone"
        }
    }

    /// Emoji of the item; nil if there is none.
    package var picture: String? {
        if case .item(let item, _) = subject { item.picture } else { nil }
    }

    /// Whether users should be alerted, because an item was left behind.
    package var isAlert: Bool {
        if case .item = subject { change == .left && !isKept } else { false }
    }
}

extension Zone {
    /// Distance in words, to be used after "is".
    package var words: String {
        switch self {
        case .immediate: "here"
        case .near: "near"
        case .far: "far"
        case .unknown: "somewhere"
        }
    }
}
