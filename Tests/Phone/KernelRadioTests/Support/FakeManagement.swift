import KernelRadio
import Linux

/// The kernel's management of adapters: keeps what it is told, and answers like a kernel, unless it
/// is to refuse or to say nothing.
@LoopActor
final class FakeManagement: ManagementChannel {
    /// One command, and the adapter that it was for.
    struct Sent: Equatable {
        let command: ManagementCommand
        let index: ControllerIndex
    }

    typealias Done = @LoopActor (Result<[UInt8], ManagementFailure>) -> Void

    /// What opening throws.
    var openError: Errno?
    /// Whether answers come from within the call.
    var answersAtOnce = false
    private(set) var isOpen = false
    private(set) var openings = 0
    private(set) var closings = 0
    private(set) var sent: [Sent] = []
    private(set) var adapters: [ControllerIndex: ControllerInfo] = [:]
    /// What the adapters can have on the air: several at one time, or one after the other.
    var features: [UInt8] = FakeManagement.legacy
    /// How strong the peer of a link arrives, and 127 for not known.
    var signals: [PeerAddress: Int8] = [:]
    private var refusals: [ManagementOpcode: ManagementStatus] = [:]
    private var silent: Set<ManagementOpcode> = []
    private var held: [(sent: Sent, done: Done)] = []
    private var unanswered: [Int: Done] = [:]
    private var count = 0
    private var take: (@LoopActor (ControllerIndex, ManagementEvent) -> Void)?
    private var lost: (@LoopActor (Errno) -> Void)?

    func open(
        _ take: @escaping @LoopActor (ControllerIndex, ManagementEvent) -> Void,
        lost: @escaping @LoopActor (Errno) -> Void
    ) throws(Errno) {
        openings += 1
        if let openError { throw openError }
        isOpen = true
        self.take = take
        self.lost = lost
    }

    func send(_ command: ManagementCommand, to index: ControllerIndex, _ done: @escaping Done) {
        guard isOpen else { return done(.failure(.lost)) }
        let command = Sent(command: command, index: index)
        sent.append(command)
        if silent.contains(command.command.opcode) { return held.append((command, done)) }
        answer(command, done)
    }

    func close() {
        closings += 1
        end()
    }

    // MARK: What a test does

    /// Begins with no commands once more.
    func forgetCommands() {
        sent = []
    }

    /// The commands to one adapter.
    func commands(to index: ControllerIndex = Sample.hci0) -> [ManagementCommand] {
        sent.filter { $0.index == index }.map(\.command)
    }

    /// How often a command was sent.
    func count(_ command: ManagementCommand) -> Int {
        sent.count { $0.command == command }
    }

    /// Refuses every command of this kind; nil for no longer.
    func refuse(_ command: ManagementCommand, with status: ManagementStatus?) {
        refusals[command.opcode] = status
    }

    /// Says nothing upon commands of this kind.
    func hold(_ command: ManagementCommand) {
        silent.insert(command.opcode)
    }

    /// Answers what was held, and holds nothing more.
    func release() {
        let all = held
        held = []
        silent = []
        for (command, done) in all { answer(command, done) }
    }

    func emit(_ event: ManagementEvent, at index: ControllerIndex = Sample.hci0) {
        take?(index, event)
    }

    /// An adapter appears.
    func plug(_ info: ControllerInfo, at index: ControllerIndex = Sample.hci0) {
        adapters[index] = info
        emit(.indexAdded, at: index)
    }

    /// An adapter disappears.
    func unplug(_ index: ControllerIndex = Sample.hci0) {
        adapters[index] = nil
        emit(.indexRemoved, at: index)
    }

    /// Somebody else sets an adapter.
    func set(_ settings: ControllerSettings, at index: ControllerIndex = Sample.hci0) {
        guard let info = adapters[index] else { return }
        adapters[index] = info.with(settings)
        emit(.newSettings(settings), at: index)
    }

    /// The kernel ends the channel.
    func lose(_ error: Errno) {
        let lost = lost
        end()
        lost?(error)
    }

    // MARK: Answers

    private func end() {
        isOpen = false
        (take, lost) = (nil, nil)
        let all = unanswered.sorted { $0.key < $1.key }.map(\.value) + held.map(\.done)
        unanswered = [:]
        held = []
        for done in all { done(.failure(.lost)) }
    }

    private func answer(_ sent: Sent, _ done: @escaping Done) {
        guard !answersAtOnce else { return done(result(of: sent)) }
        count += 1
        let number = count
        unanswered[number] = done
        EventLoop.shared.after(.zero) { [weak self] in
            guard let self, let done = unanswered.removeValue(forKey: number) else { return }
            done(result(of: sent))
        }
    }

    private func result(of sent: Sent) -> Result<[UInt8], ManagementFailure> {
        if let status = refusals[sent.command.opcode] { return .failure(.status(status)) }
        if case .readIndexList = sent.command {
            let indexes = adapters.keys.map(\.rawValue).sorted()
            return .success(([UInt16(indexes.count)] + indexes).flatMap(\.lowestFirst))
        }
        guard let info = adapters[sent.index] else {
            return .failure(.status(.invalidIndex))
        }
        if case .readControllerInfo = sent.command { return .success(info.bytes) }
        if let answer = airAnswer(to: sent.command) { return answer }
        guard let settings = info.current.after(sent.command) else { return .success([]) }
        adapters[sent.index] = info.with(settings)
        return .success(settings.rawValue.lowestFirst)
    }
}

extension ControllerInfo {
    /// The same adapter, set differently.
    fileprivate func with(_ settings: ControllerSettings) -> ControllerInfo {
        ControllerInfo(address: address, supported: supported, current: settings)
    }

    /// Address, version, manufacturer, supported and current settings, class and both names.
    fileprivate var bytes: [UInt8] {
        address.bytes + [9, 0x5D, 0] + supported.rawValue.lowestFirst
            + current.rawValue.lowestFirst + [UInt8](repeating: 0, count: 3 + 249 + 11)
    }
}

extension ControllerSettings {
    /// What is set after a command; nil for one that sets nothing.
    fileprivate func after(_ command: ManagementCommand) -> ControllerSettings? {
        switch command {
        case .setPowered(let isOn): with(.powered, isOn)
        case .setLowEnergy(let isOn): with(.lowEnergy, isOn)
        case .setBREDR(let isOn): with(.bredr, isOn)
        case .setBondable(let isOn): with(.bondable, isOn)
        case .setSecureConnections(let mode): with(.secureConnections, mode != .off)
        case .setPrivacy(let key, _): with(.privacy, key != nil)
        default: nil
        }
    }

    private func with(_ setting: ControllerSettings, _ isOn: Bool) -> ControllerSettings {
        isOn ? union(setting) : subtracting(setting)
    }
}

extension FakeManagement {
    /// Flags, two lengths, five advertisements of which none is there.
    nonisolated static let legacy: [UInt8] = [0x7F, 0, 0, 0, 31, 31, 5, 0]
    /// The same with a flag that only adapters with extended advertising have.
    nonisolated static let extended: [UInt8] = [0xFF, 0, 0, 0, 251, 251, 4, 0]

    private func airAnswer(
        to command: ManagementCommand
    ) -> Result<[UInt8], ManagementFailure>? {
        switch command {
        case .readAdvertisingFeatures: .success(features)
        case .addAdvertisementMonitor: .success([1, 0])
        case .readConnectionInformation(let peer):
            signals[peer].map {
                .success(peer.address.bytes + [peer.kind.rawValue, UInt8(bitPattern: $0), 0, 0])
            } ?? .failure(.status(.notConnected))
        default: nil
        }
    }

    /// What was put on air, one after the other.
    var advertisements: [Advertisement] {
        sent.compactMap { sent in
            if case .addAdvertising(let advertisement) = sent.command { advertisement } else { nil }
        }
    }
}

extension FixedWidthInteger {
    /// The bytes of the number, the lowest first.
    fileprivate var lowestFirst: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}
