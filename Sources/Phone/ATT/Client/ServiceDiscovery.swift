/// Discovery of one primary service by its UUID: the requests to send, and the result of their
/// responses.
///
/// Of several instances, the first with all required characteristics is used. Every response must
/// advance through the handles, and the number of requests is limited.
struct ServiceDiscovery {
    /// Maximum number of examined instances of the service.
    static let maximumInstances = 8
    /// Maximum number of characteristics of an instance; more count as an endless list.
    static let maximumCharacteristics = 64
    /// Maximum number of requests; a phone with the service needs fewer than ten.
    static let maximumRequests = 256
    /// Type of a primary service declaration.
    private static let primaryService: UInt16 = 0x2800

    private enum Step {
        case findingInstances(from: Handle)
        case listingCharacteristics(from: Handle)
        case findingConfigurations
        case finished(GATTService?)
    }

    /// A characteristic without a known configuration, and the handles at which it may be.
    private struct Unconfigured {
        let index: Int
        var range: HandleRange
    }

    private let uuid: UUID
    private let required: [UUID]
    private var step = Step.findingInstances(from: .first)
    private var requestCount = 0

    private var instanceCount = 0
    private var instancesToList: [HandleRange] = []
    private var findInstancesFrom: Handle?

    private var instance = HandleRange.all
    private var declarations: [Handle] = []
    private var characteristics: [GATTCharacteristic] = []
    private var unconfigured: [Unconfigured] = []

    init(of uuid: UUID, requiring required: [UUID]) {
        self.uuid = uuid
        self.required = required
    }

    var isFinished: Bool {
        if case .finished = step { true } else { false }
    }

    /// Result of a finished discovery.
    var service: GATTService? {
        if case .finished(let service) = step { service } else { nil }
    }

    /// Returns the next request, or nil if discovery has finished.
    mutating func nextRequest() throws(Violation) -> (any AttributePDU)? {
        let request: any AttributePDU
        switch step {
        case .findingInstances(let from):
            request = FindByTypeValueRequest(
                first: from, last: .last, type: Self.primaryService, value: uuid.bytes)
        case .listingCharacteristics(let from):
            request = ReadByTypeRequest(first: from, last: instance.last, type: .characteristic)
        case .findingConfigurations:
            guard let range = unconfigured.first?.range else { return nil }
            request = FindInformationRequest(first: range.first, last: range.last)
        case .finished:
            return nil
        }
        requestCount += 1
        guard requestCount <= Self.maximumRequests else { throw .endlessDiscovery }
        return request
    }

    /// Handles the response to the last request.
    mutating func receive(_ pdu: [UInt8]) throws(Violation) {
        switch step {
        case .findingInstances(let from):
            try addInstances(FindByTypeValueResponse(received: pdu).entries, from: from)
        case .listingCharacteristics(let from):
            try addCharacteristics(ReadByTypeResponse(received: pdu).entries, from: from)
        case .findingConfigurations:
            try findConfiguration(FindInformationResponse(received: pdu).entries)
        case .finished:
            break
        }
    }

    /// Handles the refusal of the last request: no more attributes exist, or none are accessible.
    mutating func receiveRefusal() {
        switch step {
        case .findingInstances:
            findInstancesFrom = nil
            examineNextInstance()
        case .listingCharacteristics:
            finishListing()
        case .findingConfigurations:
            skipConfiguration()
        case .finished:
            break
        }
    }

    // MARK: Instances

    private mutating func addInstances(
        _ entries: [FindByTypeValueResponse.Entry], from first: Handle
    ) throws(Violation) {
        var expected: Handle? = first
        for entry in entries {
            guard let lowest = expected, entry.found >= lowest,
                let found = HandleRange(first: entry.found, last: entry.groupEnd)
            else { throw .handlesOutOfOrder(FindByTypeValueResponse.opcode) }
            instancesToList.append(found)
            expected = found.last.next
        }
        let room = max(0, Self.maximumInstances - instanceCount)
        instancesToList = Array(instancesToList.prefix(room))
        instanceCount += instancesToList.count
        findInstancesFrom = instanceCount < Self.maximumInstances ? expected : nil
        examineNextInstance()
    }

    private mutating func examineNextInstance() {
        declarations = []
        characteristics = []
        unconfigured = []
        if !instancesToList.isEmpty {
            instance = instancesToList.removeFirst()
            step = .listingCharacteristics(from: instance.first)
        } else if let findInstancesFrom {
            step = .findingInstances(from: findInstancesFrom)
        } else {
            step = .finished(nil)
        }
    }

    // MARK: Characteristics

    private mutating func addCharacteristics(
        _ entries: [ReadByTypeResponse.Entry], from first: Handle
    ) throws(Violation) {
        var expected: Handle? = first
        for entry in entries {
            let declaration: CharacteristicDeclaration
            do throws(PDUError) {
                declaration = try CharacteristicDeclaration(parsing: entry.value)
            } catch {
                throw .malformed(ReadByTypeResponse.opcode, error)
            }
            guard let lowest = expected, entry.handle >= lowest,
                declaration.valueHandle > entry.handle, declaration.valueHandle <= instance.last
            else { throw .handlesOutOfOrder(ReadByTypeResponse.opcode) }
            declarations.append(entry.handle)
            characteristics.append(
                GATTCharacteristic(
                    uuid: declaration.uuid, properties: declaration.properties,
                    valueHandle: declaration.valueHandle))
            expected = declaration.valueHandle.next
        }
        guard characteristics.count <= Self.maximumCharacteristics else { throw .endlessDiscovery }
        if let next = expected, next <= instance.last {
            step = .listingCharacteristics(from: next)
        } else {
            finishListing()
        }
    }

    private mutating func finishListing() {
        let offered = characteristics.map(\.uuid)
        guard required.allSatisfy(offered.contains) else { return examineNextInstance() }
        for (index, characteristic) in characteristics.enumerated()
        where characteristic.configurationToSubscribe != nil {
            let end = index + 1 < declarations.count ? declarations[index + 1] : instance.last.next
            // Nil only after a last handle of 0xFFFF: then the descriptors extend up to it.
            let last = end.map { Handle(rawValue: $0.rawValue - 1) } ?? .last
            if let first = characteristic.valueHandle.next,
                let range = HandleRange(first: first, last: last)
            {
                unconfigured.append(Unconfigured(index: index, range: range))
            }
        }
        step = .findingConfigurations
        finishIfConfigured()
    }

    // MARK: Configurations

    private mutating func findConfiguration(
        _ entries: [FindInformationResponse.Entry]
    ) throws(Violation) {
        guard let current = unconfigured.first else { return }
        var expected: Handle? = current.range.first
        for entry in entries {
            guard let lowest = expected, entry.handle >= lowest, entry.handle <= current.range.last
            else { throw .handlesOutOfOrder(FindInformationResponse.opcode) }
            if entry.type == .clientCharacteristicConfiguration,
                characteristics[current.index].configurationHandle == nil
            {
                characteristics[current.index].configurationHandle = entry.handle
            }
            expected = entry.handle.next
        }
        if characteristics[current.index].configurationHandle == nil, let next = expected,
            let rest = HandleRange(first: next, last: current.range.last)
        {
            unconfigured[0].range = rest
        } else {
            skipConfiguration()
        }
    }

    private mutating func skipConfiguration() {
        unconfigured = Array(unconfigured.dropFirst())
        finishIfConfigured()
    }

    private mutating func finishIfConfigured() {
        guard unconfigured.isEmpty else { return }
        step = .finished(GATTService(range: instance, characteristics: characteristics))
    }
}
