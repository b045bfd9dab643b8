import Image
import LCD
package import Outlets
import Screen
import Serial

/// The kinds of outlets that the configuration can have, in the order of the sample file.
package enum OutletKinds {
    /// The kinds, in the order of the sample file; a new one is a line here.
    package static let all: [any OutletPlan.Type] = [
        OutputPlan.self, SerialPlan.self, ConsolePlan.self, LCDPlan.self, ImagePlan.self,
        LEDPlan.self,
    ]
}
