import Expecting
import Foundation
import Testing

@testable import Linux

/// What a service manager is told, and what it says about itself.
final class ServiceManagerTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "n-\(UUID())").path

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    private func manager(
        _ socket: String?, microseconds: String? = nil, process: String? = nil
    ) -> ServiceManager? {
        ServiceManager(
            socket: socket, watchdogMicroseconds: microseconds, watchdogProcess: process, own: 42)
    }

    /// Binds a datagram socket, as the service manager does.
    private func listen(_ name: String) throws -> FileDescriptor {
        let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        let descriptor = FileDescriptor(owning: number)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = name.hasPrefix("@")
        let bytes = isAbstract ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8) + [0]
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let status = unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, socklen_t(2 + bytes.count))
            }
        }
        try #require(status == 0)
        return descriptor
    }

    @Test func `messages arrive as one datagram, at a path and at an abstract name`() throws {
        for name in [path, "@callboard-test-\(UUID())"] {
            let listener = try listen(name)
            let manager = try #require(self.manager(name))
            try manager.notify(.ready, .status("two phones"))
            let received = try listener.read(upTo: 1000)
            expect(String(decoding: received, as: UTF8.self), is: "READY=1\nSTATUS=two phones")
        }
    }

    @Test func `a service manager that is gone is an error and nothing worse`() throws {
        let manager = try #require(self.manager(path))
        #expect(throws: Errno.noEntry) { try manager.notify(.ready) }
    }

    @Test(
        arguments: [
            ([.reloading], "RELOADING=1\nMONOTONIC_USEC=77"),
            ([.stopping], "STOPPING=1"),
            ([.watchdog], "WATCHDOG=1"),
            ([.status("one\nREADY=1\u{85}x\u{7F}")], "STATUS=one READY=1 x "),
            (
                [.status(String(repeating: "é", count: 500))],
                "STATUS=" + String(repeating: "é", count: 128)
            ),
        ] as [([ServiceManager.Message], String)])
    func `messages are lines of their own`(_ messages: [ServiceManager.Message], _ text: String) {
        expect(ServiceManager.text(of: messages, at: 77), is: text)
    }

    @Test(
        arguments: [
            (nil, false), ("", false), ("@", false), ("relative", false), ("vsock:2:1", false),
            ("/run/notify", true), ("@name", true),
            ("/" + String(repeating: "x", count: 107), false),
        ] as [(String?, Bool)])
    func `only paths and abstract names are addresses`(_ name: String?, _ isUsable: Bool) {
        expect((manager(name) != nil), is: isUsable)
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("30000000", nil, .seconds(15)), ("30000000", "42", .seconds(15)),
            ("30000000", "43", nil), ("30000000", "", nil), ("0", nil, nil), ("-5", nil, nil),
            ("x", nil, nil), ("1", nil, .microseconds(1)), ("99999999999999999999", nil, nil),
        ] as [(String?, String?, Duration?)])
    func `the watchdog wants to hear twice in its time`(
        _ microseconds: String?, _ process: String?, _ interval: Duration?
    ) {
        let manager = manager("/x", microseconds: microseconds, process: process)
        expect(manager?.watchdogInterval, is: interval)
    }

    @Test func `there may be as many descriptors as before, or more`() {
        let before = CurrentProcess.raiseOpenFileLimit(to: 1)
        #expect(before >= 1)
        expect(CurrentProcess.raiseOpenFileLimit(to: before), is: before)
    }
}
