/// Properties of an event by which clients can filter.
package struct ControlTags: Hashable, Sendable {
    /// Name of the category; nil if the event has none.
    package let category: String?
    /// Display name of the phone; nil if the event concerns none.
    package let phone: String?
    /// Former name of the phone if it is renamed by this event.
    fileprivate let formerPhone: String?
    /// Whether the event is a raw Notification Source value.
    package let isSource: Bool
    /// Whether the event only reports the distance of a beacon.
    package let isRange: Bool
    /// App identifier and name in lower case.
    fileprivate let apps: [String]

    /// - Parameters:
    ///   - category: name of the category, if any.
    ///   - apps: app identifier, and app name if known.
    ///   - phone: display name of the phone.
    ///   - formerPhone: former name, if it changes.
    ///   - isSource: whether the event is a raw Notification Source value.
    ///   - isRange: whether the event only reports the distance of a beacon.
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

/// Event filter of a client, prepared for frequent evaluation.
package struct ControlFilter: Sendable {
    private let categories: Set<String>
    private let apps: Set<String>
    private let phones: Set<String>
    /// Current names of selected phones that were renamed, one per phone.
    private var laterNames: Set<String> = []
    private let source: Bool
    private let range: Bool

    /// Creates the filter of a request.
    package init(_ tail: TailRequest) {
        categories = Set(tail.categories)
        apps = Set(tail.apps.map { $0.lowercased() })
        phones = Set(tail.phones)
        source = tail.source
        range = tail.range
    }

    /// Returns whether an event passes the filter; must see all events in order, since it tracks renamed phones.
    package mutating func follows(_ tags: ControlTags) -> Bool {
        if let phone = tags.phone, let former = tags.formerPhone,
            laterNames.remove(former) != nil || phones.contains(former)
        {
            laterNames.insert(phone)
        }
        return wants(tags)
    }

    /// Returns whether an event passes the filter; one without a category, app or phone fails a filter on that property.
    package func wants(_ tags: ControlTags) -> Bool {
        if tags.isSource, !source { return false }
        if tags.isRange, !range { return false }
        if !categories.isEmpty, !(tags.category.map(categories.contains) ?? false) { return false }
        if !apps.isEmpty, !tags.apps.contains(where: apps.contains) { return false }
        guard !phones.isEmpty else { return true }
        return tags.phone.map { phones.contains($0) || laterNames.contains($0) } ?? false
    }
}
