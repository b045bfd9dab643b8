import Bluetooth
import Linux

/// The adapters that the kernel has, as they come, go and change.
@LoopActor
final class Controllers {
    /// An adapter as it is at the moment.
    struct Controller: Hashable {
        let index: ControllerIndex
        let info: ControllerInfo
        var settings: ControllerSettings

        /// Whether phones can come to it: they know it by an address of its own.
        var isFit: Bool { info.supported.contains(.lowEnergy) && !info.address.isZero }

        /// The address by which phones know it.
        var address: PeerAddress { PeerAddress(info.address, .publicLE) }

        /// The name that the kernel has for it.
        var name: String { "hci\(index.rawValue)" }
    }

    private let management: any ManagementChannel
    private let changed: @LoopActor () -> Void
    private(set) var all: [ControllerIndex: Controller] = [:]
    /// Whether the kernel has told which there are, and of each what it is.
    private(set) var isKnown = false
    /// How many of them the kernel is being asked about.
    private var readings = 0

    /// - Parameter changed: called when an adapter has come, gone or changed.
    init(_ management: any ManagementChannel, changed: @escaping @LoopActor () -> Void) {
        self.management = management
        self.changed = changed
    }

    /// Asks which there are.
    func look() {
        all = [:]
        isKnown = false
        readings = 0
        management.send(.readIndexList, to: .none) { [weak self] result in
            guard let self else { return }
            let found = (try? result.parsed(ControllerIndex.list).get()) ?? []
            for index in found { read(index) }
            guard found.isEmpty else { return }
            isKnown = true
            changed()
        }
    }

    /// Takes what the kernel tells.
    func take(_ event: ManagementEvent, of index: ControllerIndex) {
        switch event {
        case .indexAdded: read(index)
        case .indexRemoved:
            if all.removeValue(forKey: index) != nil { changed() }
        case .newSettings(let settings):
            guard all[index] != nil else { return }
            all[index]?.settings = settings
            changed()
        default: break
        }
    }

    private func read(_ index: ControllerIndex) {
        readings += 1
        management.send(.readControllerInfo, to: index) { [weak self] result in
            guard let self, result != .failure(.lost) else { return }
            readings -= 1
            if let info = try? result.parsed(ControllerInfo.init(parsing:)).get() {
                all[index] = Controller(index: index, info: info, settings: info.current)
            }
            // Nobody can choose before all have told what they are.
            if readings == 0 { isKnown = true }
            changed()
        }
    }
}
