package enum RadioSwitch { package static func isBlocked(_ adapter: ControllerIndex) -> Bool { false } }
