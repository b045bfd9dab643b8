import CSQLite
import Foundation
import Synchronization

/// A disk of which one operation fails: SQLite's usual one with a look at each call.
enum FaultyDisk {
    static let name = "faulty"

    /// What fails.
    enum Fault: Int32, Sendable, CaseIterable {
        case write, sync, read, truncate, grow, lock
    }

    private struct Plan {
        var fault: Fault?
        var code: Int32 = SQLITE_OK
        var countdown = 0
        var hasFailed = false
    }

    // The plan is of the one test that runs at a time: the suite is serialized.
    private static let plan = Mutex(Plan())

    /// Has the operation of a kind fail that comes so many after this, and all of that kind after it
    /// until the plan is over.
    static func fail(_ fault: Fault, after count: Int, with code: Int32) {
        plan.withLock { $0 = Plan(fault: fault, code: code, countdown: count) }
    }

    /// Whether something failed since; nothing fails any more.
    static func end() -> Bool {
        plan.withLock { plan in
            defer { plan = Plan() }
            return plan.hasFailed
        }
    }

    /// Files without a name of their own that were made: where, and who may use each.
    static let nameless = Mutex<[(path: String, mode: UInt32)]>([])

    /// Finds the newest of them among what this process has open.
    fileprivate static func noteNameless() {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names {
            let path = folder + "/" + name
            var status = stat()
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path),
                target.contains("etilqs_"), unsafe stat(path, &status) == 0
            else { continue }
            nameless.withLock { $0.append((target, status.st_mode & 0o7777)) }
        }
    }

    fileprivate static func verdict(_ fault: Fault) -> Int32 {
        plan.withLock { plan in
            guard plan.fault == fault else { return SQLITE_OK }
            plan.countdown -= 1
            guard plan.countdown < 0 else { return SQLITE_OK }
            plan.hasFailed = true
            return plan.code
        }
    }

    /// Tells SQLite of the disk.
    static let register: Void = {
        guard let usual = unsafe sqlite3_vfs_find(nil) else { return }
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unsafe vfs.initialize(to: usual.pointee)
        unsafe vfs.pointee.zName = UnsafePointer(strdup(name))
        unsafe vfs.pointee.pNext = nil
        unsafe vfs.pointee.xOpen = { vfs, path, file, flags, outFlags in
            guard let usual = unsafe sqlite3_vfs_find(nil), let file = unsafe file else {
                return SQLITE_CANTOPEN
            }
            let code = unsafe usual.pointee.xOpen(usual, path, file, flags, outFlags)
            guard code == SQLITE_OK, let methods = unsafe file.pointee.pMethods else {
                return code
            }
            unsafe file.pointee.pMethods = UnsafePointer(replaced(methods))
            if unsafe path == nil { noteNameless() }
            return SQLITE_OK
        }
        unsafe sqlite3_vfs_register(vfs, 0)
    }()

    /// The usual methods, by the address of those that ask first.
    private static let usual = Mutex<[UInt: UInt]>([:])

    fileprivate static func methods(
        of file: UnsafeMutablePointer<sqlite3_file>?
    ) -> sqlite3_io_methods? {
        guard let table = unsafe file?.pointee.pMethods else { return nil }
        let address = UInt(bitPattern: table)
        let usual = usual.withLock { $0[address] }
        guard let usual,
            let pointer = unsafe UnsafePointer<sqlite3_io_methods>(bitPattern: usual)
        else { return nil }
        return unsafe pointer.pointee
    }

    private static func replaced(
        _ methods: UnsafePointer<sqlite3_io_methods>
    ) -> UnsafeMutablePointer<sqlite3_io_methods> {
        let address = UInt(bitPattern: methods)
        let known = usual.withLock { usual in usual.first { $0.value == address }?.key }
        if let known,
            let table = unsafe UnsafeMutablePointer<sqlite3_io_methods>(bitPattern: known)
        {
            return unsafe table
        }
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        unsafe table.initialize(to: methods.pointee)
        unsafe table.pointee.xWrite = { file, bytes, count, offset in
            let code = FaultyDisk.verdict(.write)
            guard code == SQLITE_OK, let usual = unsafe FaultyDisk.methods(of: file) else {
                return code
            }
            return unsafe usual.xWrite(file, bytes, count, offset)
        }
        unsafe table.pointee.xRead = { file, bytes, count, offset in
            let code = FaultyDisk.verdict(.read)
            guard code == SQLITE_OK, let usual = unsafe FaultyDisk.methods(of: file) else {
                return code
            }
            return unsafe usual.xRead(file, bytes, count, offset)
        }
        unsafe table.pointee.xSync = { file, flags in
            let code = FaultyDisk.verdict(.sync)
            guard code == SQLITE_OK, let usual = unsafe FaultyDisk.methods(of: file) else {
                return code
            }
            return unsafe usual.xSync(file, flags)
        }
        unsafe table.pointee.xTruncate = { file, size in
            let code = FaultyDisk.verdict(.truncate)
            guard code == SQLITE_OK, let usual = unsafe FaultyDisk.methods(of: file) else {
                return code
            }
            return unsafe usual.xTruncate(file, size)
        }
        unsafe table.pointee.xLock = { file, level in
            let code = FaultyDisk.verdict(.lock)
            guard code == SQLITE_OK, let usual = unsafe FaultyDisk.methods(of: file) else {
                return code
            }
            return unsafe usual.xLock(file, level)
        }
        unsafe table.pointee.xShmMap = { file, region, size, extend, memory in
            let code = FaultyDisk.verdict(.grow)
            guard code == SQLITE_OK, let usual = unsafe FaultyDisk.methods(of: file) else {
                return code
            }
            return unsafe usual.xShmMap(file, region, size, extend, memory)
        }
        let made = UInt(bitPattern: table)
        usual.withLock { $0[made] = address }
        return unsafe table
    }
}
