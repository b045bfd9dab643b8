import Foundation

/// Programs that tests start.
package enum TestProgram {
    /// Runs a program to its end.
    ///
    /// - Parameter file: the end of which gets what the program says.
    package static func run(_ words: [String], saying file: String = "/dev/null") throws {
        var status: Int32 = 0
        let process = try start(words, saying: file)
        guard unsafe waitpid(process, &status, 0) == process, status == 0 else {
            throw CocoaError(.executableLoad)
        }
    }

    /// Starts a program, whose standard error goes to the end of a file.
    ///
    /// - Parameter input: a descriptor that it reads; nothing where there is none.
    package static func start(
        _ words: [String], saying file: String, reading input: Int32? = nil
    ) throws -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_RDWR, 0)
        unsafe posix_spawn_file_actions_addopen(
            &actions, 2, file, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Nothing of what the tests' own process ignores or blocks may reach it.
        var (all, none) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
        var process: pid_t = 0
        guard
            unsafe posix_spawn(
                &process, words[0], &actions, &attributes, &arguments, environ) == 0
        else { throw CocoaError(.executableLoad) }
        return process
    }
}

extension TestProgram {
    /// Has a line of the shell run when this process ends, however it does, or when it is told.
    ///
    /// - Parameter words: the line's arguments.
    /// - Returns: the descriptor whose closing tells it.
    package static func atEnd(_ line: String, _ words: [String]) throws -> Int32 {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        // Whoever ends a whole group of processes must not end this one.
        _ = try start(
            ["/usr/bin/setsid", "/bin/sh", "-c", "cat; \(line)", "sh"] + words,
            saying: "/dev/null", reading: ends[0])
        return ends[1]
    }
}
