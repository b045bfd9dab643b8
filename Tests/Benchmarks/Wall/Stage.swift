import ControlSupport
import Linux
import ServingSupport

/// The real program, a bridge of which there is only the control socket, and pages that are live.
@LoopActor
final class Stage {
    /// Something that never came.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let bridge: BridgeStandIn
    let wall: RealWall
    private(set) var pages: [Page] = []

    init() async throws {
        bridge = try BridgeStandIn()
        bridge.held = [SampleNews.ready()]
        let wall = try RealWall(bridge: bridge.path)
        self.wall = wall
        try await Self.wait("the wall", wall.errors) { Loopback.listens(at: wall.port) }
        try await Self.wait("the bridge's follower", wall.errors) { bridge.addOn != nil }
        await Self.pause(.seconds(2))
    }

    /// What the program has cost so far.
    var figures: ProcessFigures {
        get throws {
            guard let figures = ProcessFigures(of: wall.process) else {
                throw Failure(description: "the program is gone: \(wall.errors)")
            }
            return figures
        }
    }

    /// Has so many pages live.
    func open(_ count: Int, _ target: String = "/events?of=board") async throws {
        let request = Array(
            ("GET \(target) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(wall.token)\r\n\r\n")
                .utf8)
        for _ in 0..<count {
            let page = try Page(wall.port, request)
            pages.append(page)
            if pages.count % 50 == 0 { try await waitForPages() }
        }
        try await waitForPages()
    }

    private func waitForPages() async throws {
        let pages = pages
        try await Self.wait("live pages", wall.errors) {
            pages.allSatisfy(\.hasBegun)
        }
    }

    func close() {
        for page in pages { page.leave() }
        pages = []
    }

    /// Lets the loop go on with other things for some time.
    static func pause(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            EventLoop.shared.after(time) { continuation.resume() }
        }
    }

    /// Waits until something holds, and fails where it never does.
    static func wait(
        _ what: String, _ errors: @autoclosure () -> String = "", until holds: @LoopActor () -> Bool
    ) async throws {
        let deadline = EventLoop.now + .seconds(60)
        while !holds() {
            guard EventLoop.now < deadline else {
                throw Failure(description: "waited in vain for \(what). \(errors())")
            }
            await pause(.milliseconds(1))
        }
    }
}
