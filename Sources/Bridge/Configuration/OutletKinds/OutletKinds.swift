import Image
import LCD
package import Outlets
import Screen
import Serial

/// Kinds of outputs that the configuration can have.
package enum OutletKinds {
    /// The kinds, in the order of the sample file; a new kind is added here.
    package static let all: [any OutletConfiguration.Type] = [
        OutputConfiguration.self, SerialConfiguration.self, ScreenConfiguration.self,
        LCDConfiguration.self, ImageConfiguration.self,
        LEDConfiguration.self,
    ]
}
