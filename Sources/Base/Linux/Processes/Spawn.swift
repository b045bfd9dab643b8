internal import CLinux

/// Start of a program in the environment of this process.
struct Spawn {
    /// Path of the program and its arguments.
    let words: [String]
    /// Signals reset to their default, in addition to SIGPIPE, SIGCHLD and SIGXFSZ.
    var defaults: [Int32] = []
    /// Whether the program gets a process group of its own.
    var leadsGroup = false

    init(_ words: [String], defaults: [Int32] = [], leadsGroup: Bool = false) {
        self.words = words
        self.defaults = defaults
        self.leadsGroup = leadsGroup
    }

    /// Starts the program and returns its process id.
    ///
    /// - Parameter descriptors: open files of this process, and their numbers in the child.
    func start(_ descriptors: [(mine: Int32, its: Int32)]) throws(Errno) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (mine, its) in descriptors {
            unsafe posix_spawn_file_actions_adddup2(&actions, mine, its)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in defaults + [SIGPIPE, SIGCHLD, SIGXFSZ] { unsafe sigaddset(&signals, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        // The signals blocked by this thread are not blocked in the child.
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        if leadsGroup { flags |= POSIX_SPAWN_SETPGROUP }
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for index in words.indices { unsafe free(pointers[index]) } }
        var process: pid_t = 0
        let error = unsafe posix_spawn(
            &process, words[0], &actions, &attributes, &pointers, callboard_environment())
        guard error == 0 else { throw Errno(rawValue: error) }
        return process
    }
}
