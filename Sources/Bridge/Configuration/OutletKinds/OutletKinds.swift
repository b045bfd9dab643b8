import Image
import LCD
package import Outlets
import Screen
import Serial

/// The kinds of outlets that the configuration can have, in the order of the sample file.
package enum OutletKinds {
    /// The kinds, in the order of the sample file; a new one is a line here.
    package static let all: [any OutletConfiguration.Type] = [
        OutputConfiguration.self, SerialConfiguration.self, ScreenConfiguration.self,
        LCDConfiguration.self, ImageConfiguration.self,
        LEDConfiguration.self,
    ]
}
