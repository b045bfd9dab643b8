/// What an adapter can do, or does at present.
package struct ControllerSettings: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package static let powered = ControllerSettings(rawValue: 1 << 0)
    package static let connectable = ControllerSettings(rawValue: 1 << 1)
    package static let fastConnectable = ControllerSettings(rawValue: 1 << 2)
    package static let discoverable = ControllerSettings(rawValue: 1 << 3)
    package static let bondable = ControllerSettings(rawValue: 1 << 4)
    package static let linkSecurity = ControllerSettings(rawValue: 1 << 5)
    package static let simplePairing = ControllerSettings(rawValue: 1 << 6)
    package static let bredr = ControllerSettings(rawValue: 1 << 7)
    package static let highSpeed = ControllerSettings(rawValue: 1 << 8)
    package static let lowEnergy = ControllerSettings(rawValue: 1 << 9)
    package static let advertising = ControllerSettings(rawValue: 1 << 10)
    package static let secureConnections = ControllerSettings(rawValue: 1 << 11)
    package static let debugKeys = ControllerSettings(rawValue: 1 << 12)
    package static let privacy = ControllerSettings(rawValue: 1 << 13)
    package static let configuration = ControllerSettings(rawValue: 1 << 14)
    package static let staticAddress = ControllerSettings(rawValue: 1 << 15)
    package static let physicalLayers = ControllerSettings(rawValue: 1 << 16)
    package static let widebandSpeech = ControllerSettings(rawValue: 1 << 17)
    package static let isochronousCentral = ControllerSettings(rawValue: 1 << 18)
    package static let isochronousPeripheral = ControllerSettings(rawValue: 1 << 19)
    package static let isochronousBroadcaster = ControllerSettings(rawValue: 1 << 20)
    package static let synchronizedReceiver = ControllerSettings(rawValue: 1 << 21)
}
