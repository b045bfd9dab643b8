import Linux
package import Radio

extension Radio {
    /// Has it stop, at once up to its first wait, while the test goes on.
    package func stop(_ done: @escaping @LoopActor () -> Void) {
        LoopActor.begin { [self] in
            await stop()
            done()
        }
    }
}

extension AirRadio {
    /// Asks it for a signal, at once up to its first wait, while the test goes on.
    package func askSignal(of bond: String, _ tell: @escaping @LoopActor (Int?) -> Void) {
        LoopActor.begin { [self] in tell(await signal(of: bond)) }
    }
}
