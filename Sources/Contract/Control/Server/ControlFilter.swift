package import Contract

/// What an event is about, as far as clients can choose by it.
package struct ControlTags: Hashable, Sendable {
    /// The category's name; nil for what has none.
    package let category: String?
    /// What people call the phone; nil where it is about none.
    package let phone: String?
    /// What people called it before, where it is called otherwise from now on.
    fileprivate let formerPhone: String?
    /// Whether it is a raw Notification Source value.
    package let isSource: Bool
    /// Whether it only says how near a beacon is.
    package let isRange: Bool
    /// The app's identifier and its name, as they are compared.
    fileprivate let apps: [String]

    /// - Parameters:
    ///   - category: the category's name, for what has one.
    ///   - apps: the app's identifier, and its name where that is known.
    ///   - phone: what people call the phone.
    ///   - formerPhone: what they called it before, where that changes.
    ///   - isSource: whether the event is a raw Notification Source value.
    ///   - isRange: whether it only says how near a beacon is.
    package init(
        category: String? = nil, apps: [String] = [], phone: String? = nil,
        formerPhone: String? = nil, isSource: Bool = false, isRange: Bool = false
    ) {
        self.category = category
        self.phone = phone
        self.formerPhone = formerPhone
        self.isSource = isSource
        self.isRange = isRange
        self.apps = apps.map { $0.lowercased() }
    }
}

/// Which events a client wants, made ready for being asked very often.
package struct ControlFilter: Sendable {
    private let categories: Set<String>
    private let apps: Set<String>
    private let phones: Set<String>
    /// What wanted phones are called by now: one name each, however often that changes.
    private var laterNames: Set<String> = []
    private let source: Bool
    private let range: Bool

    /// What a client has asked for.
    package init(_ tail: TailRequest) {
        categories = Set(tail.categories)
        apps = Set(tail.apps.map { $0.lowercased() })
        phones = Set(tail.phones)
        source = tail.source
        range = tail.range
    }

    /// Whether the client wants an event, one after another: a phone that it wants may be called otherwise later.
    package mutating func follows(_ tags: ControlTags) -> Bool {
        if let phone = tags.phone, let former = tags.formerPhone,
            laterNames.remove(former) != nil || phones.contains(former)
        {
            laterNames.insert(phone)
        }
        return wants(tags)
    }

    /// Whether the client wants an event; what has no category, app or phone is not of a wanted one.
    package func wants(_ tags: ControlTags) -> Bool {
        if tags.isSource, !source { return false }
        if tags.isRange, !range { return false }
        if !categories.isEmpty, !(tags.category.map(categories.contains) ?? false) { return false }
        if !apps.isEmpty, !tags.apps.contains(where: apps.contains) { return false }
        guard !phones.isEmpty else { return true }
        return tags.phone.map { phones.contains($0) || laterNames.contains($0) } ?? false
    }
}
