internal import Features
internal import Linux
internal import Notices

/// Finds the phones of a capture: follows every link and extracts its conversations about
/// notifications.
struct AirReplay {
    /// Limit of concurrent links; further links are skipped.
    static let linkLimit = DataStreams.linkLimit
    /// Limit of addresses with a known identity, and of phones with known handles.
    static let aliasLimit = 1024

    /// Identity of the phone, the side with the attributes.
    enum PhoneKey: Hashable {
        case peer(DeviceAddress)
        /// Unknown peer of a link that was open before the capture began.
        case unknown(LinkID)
        /// The captured host is the phone itself.
        case own(UInt16)
    }

    /// A link and its conversations.
    private struct Link {
        var peer: DeviceAddress?
        /// Conversation with the captured host as the client.
        var asking = AttributeTraffic()
        /// Conversation with the captured host as the phone.
        var asked = AttributeTraffic()
        var isKnown: (asking: Bool, asked: Bool) = (false, false)
        /// The same conversations evaluated without earlier handles, until the handles are
        /// confirmed.
        var doubts: (asking: HandleDoubt?, asked: HandleDoubt?) = (nil, nil)

        /// The conversation with the peer as the phone, or with the captured host as the phone.
        subscript(isPeer isPeer: Bool) -> AttributeTraffic {
            get { isPeer ? asking : asked }
            _modify { if isPeer { yield &asking } else { yield &asked } }
        }

        subscript(doubtOf isPeer: Bool) -> HandleDoubt? {
            get { isPeer ? doubts.asking : doubts.asked }
            set { if isPeer { doubts.asking = newValue } else { doubts.asked = newValue } }
        }

        /// Evaluates a packet; drops the handles of an earlier link if other handles fit.
        mutating func receive(
            _ packet: [UInt8], isPeer: Bool, at time: Duration
        ) -> [AttributeTraffic.Found] {
            let found = self[isPeer: isPeer].receive(packet, at: time)
            guard var doubt = self[doubtOf: isPeer] else { return found }
            self[doubtOf: isPeer] = nil
            if found.contains(where: \.isAnnouncement) { return found }
            if let otherwise = doubt.receive(packet, at: time) {
                self[isPeer: isPeer] = doubt.traffic
                return otherwise
            }
            self[doubtOf: isPeer] = doubt
            return found
        }

        /// Resolves the uncertain handles at the end of the link.
        mutating func finish(isPeer: Bool) -> [AttributeTraffic.Found] {
            let found = self[isPeer: isPeer].finish()
            guard var doubt = self[doubtOf: isPeer] else { return found }
            self[doubtOf: isPeer] = nil
            let otherwise = doubt.finish()
            guard !otherwise.isEmpty || doubt.traffic.unreadAnnouncements > 0 else { return found }
            self[isPeer: isPeer] = doubt.traffic
            return otherwise
        }
    }

    private(set) var shelf: CapturedPhones<PhoneKey>
    private(set) var attributePackets = 0
    private(set) var surplus = 0
    /// Possible announcements on links without known characteristics.
    private(set) var unread = UnreadLinks()
    /// Phones whose characteristics were recognised by their values.
    private(set) var guessedPhones: Set<String> = []

    private var links: [LinkID: Link] = [:]
    private var order: [LinkID] = []
    private var aliases: [DeviceAddress: DeviceAddress] = [:]
    private var maps: [PhoneKey: ServiceMap] = [:]

    init(_ further: FurtherFeatures) {
        shelf = CapturedPhones(further)
    }

    mutating func take(_ event: ControllerEvent, at moment: ReplayMoment) -> [BridgeEvent] {
        switch event {
        case .linked(let id, let peer):
            _ = open(id, peer)
            return []
        case .unlinked(let id): return close(id, at: moment)
        case .adapterReset(let adapter):
            let gone = order.filter { $0.adapter == adapter }
            return gone.flatMap { close($0, at: moment) }
        case .identity(let id, let address):
            guard let peer = links[id]?.peer else { return [] }
            learn(peer, address)
            return []
        case .alias(let changing, let address):
            learn(changing, address)
            return []
        case .attribute(let packet): return take(packet, at: moment)
        }
    }

    /// Ends all links at the end of the capture.
    mutating func finish(at moment: ReplayMoment) -> [BridgeEvent] {
        order.flatMap { close($0, at: moment) } + shelf.finish(at: moment)
    }

    private mutating func open(_ id: LinkID, _ peer: DeviceAddress?) -> Bool {
        guard links[id] == nil else { return true }
        guard links.count < Self.linkLimit else {
            surplus += 1
            return false
        }
        links[id] = Link(peer: peer)
        order.append(id)
        return true
    }

    private mutating func close(_ id: LinkID, at moment: ReplayMoment) -> [BridgeEvent] {
        var events: [BridgeEvent] = []
        for isPeer in [true, false] {
            let found = links[id]?.finish(isPeer: isPeer) ?? []
            events += tell(found, id, isPeer: isPeer, at: moment)
            unread.add(links[id]?[isPeer: isPeer].unreadAnnouncements ?? 0)
            guard let link = links[id], isPeer ? link.isKnown.asking : link.isKnown.asked
            else { continue }
            events += shelf.take(.unlinked, of: key(of: id, isPeer: isPeer), at: moment)
        }
        links[id] = nil
        order.removeAll { $0 == id }
        return events
    }

    private mutating func take(_ packet: AttributePacket, at moment: ReplayMoment) -> [BridgeEvent]
    {
        attributePackets += 1
        guard let isFromPhone = AttributeTraffic.isFromPhone(packet.bytes),
            open(packet.link, nil)
        else { return [] }
        let isPeer = packet.isReceived == isFromPhone
        let phone = key(of: packet.link, isPeer: isPeer)
        // Handles found on an earlier link remain valid: hosts do not discover them again.
        let known = maps[phone]
        if let known, links[packet.link]?[isPeer: isPeer].map == ServiceMap() {
            links[packet.link]?[isPeer: isPeer].map = known
            links[packet.link]?[doubtOf: isPeer] = HandleDoubt()
        }
        let found =
            links[packet.link]?.receive(packet.bytes, isPeer: isPeer, at: moment.time) ?? []
        if let map = links[packet.link]?[isPeer: isPeer].map, map != known, !map.isEmpty,
            maps.count < Self.aliasLimit
        {
            maps[phone] = map
        }
        return tell(found, packet.link, isPeer: isPeer, at: moment)
    }

    private mutating func tell(
        _ found: [AttributeTraffic.Found], _ id: LinkID, isPeer: Bool, at moment: ReplayMoment
    ) -> [BridgeEvent] {
        guard !found.isEmpty, let link = links[id] else { return [] }
        let phone = key(of: id, isPeer: isPeer)
        let traffic = link[isPeer: isPeer]
        // Other devices have services of the same kinds.
        let found = found.filter { shelf.needs($0.happening) && traffic.map.hasNotifications }
        guard !found.isEmpty else { return [] }
        let number = shelf.phones.count + 1
        guard shelf.add(phone, named: traffic.name ?? "Phone \(number)") else {
            surplus += found.count
            return []
        }
        if traffic.map.isGuessed, let name = shelf.phones[phone]?.name {
            guessedPhones.insert(name)
        }
        var events: [BridgeEvent] = []
        if isPeer, !link.isKnown.asking {
            links[id]?.isKnown.asking = true
            events += shelf.take(.linked, of: phone, at: moment.at(found[0].time))
        }
        if !isPeer, !link.isKnown.asked {
            links[id]?.isKnown.asked = true
            events += shelf.take(.linked, of: phone, at: moment.at(found[0].time))
        }
        for item in found {
            events += shelf.take(item.happening, of: phone, at: moment.at(item.time))
        }
        return events
    }

    private mutating func learn(_ changing: DeviceAddress, _ address: DeviceAddress) {
        guard changing != address, aliases.count < Self.aliasLimit else { return }
        aliases[changing] = address
        shelf.rename(.peer(changing), to: .peer(address))
        if let map = maps.removeValue(forKey: .peer(changing)) { maps[.peer(address)] = map }
    }

    private func key(of id: LinkID, isPeer: Bool) -> PhoneKey {
        guard isPeer else { return .own(id.adapter) }
        guard let peer = links[id]?.peer else { return .unknown(id) }
        return .peer(aliases[peer] ?? peer)
    }

    mutating func advance(to moment: ReplayMoment) -> [BridgeEvent] {
        shelf.advance(to: moment)
    }
}
