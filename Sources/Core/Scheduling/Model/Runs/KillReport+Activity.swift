extension KillReport {
  /// What a thread was found doing. In the order of how much it tells about a run that did not end.
  enum Activity: Int, Comparable {
    case busy
    case disk
    case network
    case fileLock
    case localSocket
    /// The wait for the first of several things, of which sockets may be some.
    case event
    case pipeInput
    case pipeOutput
    case child
    case asleep
    case signal
    /// A mutex, a condition or another thread: what all idle threads of a pool wait for, too.
    case lock
    case frozen
    case stopped
    case traced
    case unknown
    case over

    static func < (one: Activity, other: Activity) -> Bool { one.rawValue < other.rawValue }
  }
}

extension KillReport.Thread {
  var activity: KillReport.Activity {
    switch state {
    case "R": .busy
    case "Z", "X": .over
    case "t": .traced
    case "T": .stopped
    // Version 1 of the freezer leaves threads in this state.
    case "D": waitActivity == .frozen ? .frozen : .disk
    default: waitActivity
    }
  }

  private var waitActivity: KillReport.Activity {
    guard let waitChannel else { return .unknown }
    // Names that only begin so, as do_wait_for_common, are of other waits.
    if waitChannel == "do_wait" || waitChannel == "__do_wait" { return .child }
    let found = Self.channels.first { $0.parts.contains { waitChannel.contains($0) } }
    return found?.activity ?? .unknown
  }

  /// Parts of the names of the kernel's functions, which differ a little from version to version.
  /// The first that fits decides.
  private static let channels: [(activity: KillReport.Activity, parts: [String])] = [
    (.frozen, ["freezer_trap", "refrigerator"]),
    (.fileLock, ["flock", "locks_lock", "posix_lock", "setlk", "lock_inode_wait"]),
    (.lock, ["futex"]),
    (.localSocket, ["unix_", "vsock"]),
    (.signal, ["sigsuspend", "sigtimedwait", "sys_pause", "signalfd"]),
    (
      .network,
      [
        "inet", "tcp_", "udp", "sk_wait", "sk_stream", "skb_wait", "skb_recv",
        "wait_for_more_packets",
      ]
    ),
    (
      .event,
      ["ep_poll", "epoll", "poll_schedule", "sys_poll", "do_poll", "select", "io_cqring_wait"]
    ),
    (.event, ["read_events", "eventfd", "inotify"]),
    (.asleep, ["nanosleep", "timerfd"]),
    (.pipeOutput, ["pipe_write"]),
    (.pipeInput, ["pipe_read", "pipe_wait", "wait_for_partner"]),
    (.stopped, ["signal_stop"]),
    (.traced, ["ptrace_stop"]),
    (.child, ["kernel_wait4", "kernel_waitid", "sys_wait4", "sys_waitid"]),
  ]
}
