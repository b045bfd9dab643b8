package import Linux

/// An outlet with something to open, which may be another outlet's until that has let go of it.
@LoopActor
package protocol OpenableOutlet: Outlet {
    /// Opens it, as often as it takes.
    func open()

    /// Whether it is open, and what is shown to it reaches a person.
    var isOpen: Bool { get }
}

extension SerialOutlet: OpenableOutlet {
    package var isOpen: Bool { listens }
}

extension ScreenOutlet: OpenableOutlet {}
extension LCDOutlet: OpenableOutlet {}
extension ImageOutlet: OpenableOutlet {}
