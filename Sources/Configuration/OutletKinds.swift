import Outlets

/// The kinds of outlets that the configuration can have, in the order of the sample file.
enum OutletKinds {
    package static let all: [any OutletPlan.Type] = [
        SerialPlan.self, ConsolePlan.self, LCDPlan.self, ImagePlan.self, LEDPlan.self,
    ]
}
