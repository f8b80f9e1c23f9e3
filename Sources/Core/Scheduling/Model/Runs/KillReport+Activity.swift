extension KillReport {
  /// The activity of a thread, ordered by how well it explains a run that did not end.
  enum Activity: Int, Comparable {
    case busy
    case disk
    case network
    case fileLock
    case localSocket
    /// The wait for the first of several events, some possibly on sockets.
    case event
    case pipeInput
    case pipeOutput
    case child
    case asleep
    case signal
    /// A mutex, a condition or another thread; idle threads of a pool also wait for these.
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
  /// The activity of the thread, by the kernel's letter for its state and the function in which it sleeps.
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

  /// The activity of a sleeping thread, by the name of the function in which it sleeps; unknown if the name is.
  private var waitActivity: KillReport.Activity {
    guard let waitChannel else { return .unknown }
    // Longer names with this prefix, such as do_wait_for_common, belong to other waits.
    if waitChannel == "do_wait" || waitChannel == "__do_wait" { return .child }
    let found = Self.channels.first { $0.parts.contains { waitChannel.contains($0) } }
    return found?.activity ?? .unknown
  }

  /// Parts of the names of kernel functions, which differ a little between versions. The first match applies.
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
