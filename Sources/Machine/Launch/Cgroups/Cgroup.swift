import CLinux
import Glibc

/// The cgroup (version 2) of one run. See cgroup-v2 in the kernel's administration guide.
struct Cgroup {
  let path: String

  /// Opens its directory; `nil`, with `errno`, if that fails.
  func open() -> OwnedDescriptor? {
    OwnedDescriptor.open(path, O_RDONLY | O_DIRECTORY)
  }

  /// Opens it for a supervisor, which puts the command into it; `nil` if that fails. It is locked (flock(2)) for as
  /// long as the supervisor has it open.
  func openForSupervisor() -> OwnedDescriptor? {
    guard let descriptor = open() else { return nil }
    flock(descriptor.raw, LOCK_EX | LOCK_NB)
    return descriptor
  }

  /// Whether its supervisor is alive.
  var isSupervised: Bool {
    guard let descriptor = open() else { return false }
    // A supervisor has an exclusive lock on the cgroup of its run.
    return flock(descriptor.raw, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// User and system time of all processes that were ever in it; `nil` if it cannot be read. Available with and
  /// without a cpu controller.
  var cpuSeconds: Double? {
    number(of: "usage_usec", in: "cpu.stat").map { Double($0) / 1_000_000 }
  }

  /// The peak of its memory; `nil` before Linux 5.19 and without a memory controller.
  var peakMemoryBytes: Int64? {
    SmallFile.read("\(path)/memory.peak").flatMap { Int64($0.prefix { $0.isNumber }) }
  }

  /// Whether a process in it, or in a cgroup below it, is alive.
  var isPopulated: Bool { number(of: "populated", in: "cgroup.events") == 1 }

  /// Kills all processes in it, also processes that are being forked.
  func kill() {
    if SmallFile.write("1", to: "\(path)/cgroup.kill") == 0 { return }
    // Before Linux 5.14.
    let processes = SmallFile.read("\(path)/cgroup.procs", limitBytes: .max) ?? ""
    for line in processes.split(separator: "\n") {
      if let pid = pid_t(line), pid > 1 { Glibc.kill(pid, SIGKILL) }
    }
    for child in children { child.kill() }
  }

  /// Waits until no process in it is alive, but not longer than the timeout, however many events come. Repeats the kill
  /// for processes that an old kernel's kill missed.
  ///
  /// - Parameters:
  ///   - wait: Waits for an event of a descriptor, or for a number of milliseconds.
  ///   - now: Returns the present time. The clock stops while the machine sleeps, as do the processes.
  func waitUntilEmpty(
    timeoutMilliseconds: Int32,
    waitingBy wait: (CInt, CInt) -> Void = { _ = rubato_wait_for_priority_event($0, $1) },
    now: () -> SuspendingClock.Instant = { .now }
  ) {
    guard let events = OwnedDescriptor.open("\(path)/cgroup.events", O_RDONLY) else { return }
    let deadline = now() + .milliseconds(timeoutMilliseconds)
    // `isPopulated` reads the file through another descriptor. It cannot miss an event of this descriptor, which
    // reports any change since it was last read.
    while isPopulated, now() < deadline {
      let pollMilliseconds: CInt = 20
      wait(events.raw, pollMilliseconds)
      if isPopulated { kill() }
      // Consumes the event.
      var byte: UInt8 = 0
      pread(events.raw, &byte, 1, 0)
    }
  }

  /// Removes it with the cgroups that the run made in it, unless a process is left in one. Returns whether it no longer
  /// exists.
  func tryRemove() -> Bool {
    if rmdir(path) == 0 || errno == ENOENT { return true }
    for child in children { _ = child.tryRemove() }
    return rmdir(path) == 0 || errno == ENOENT
  }

  /// The cgroups directly below it.
  var children: [Cgroup] {
    SmallFile.names(in: path).map { Cgroup(path: "\(path)/\($0)") }.filter(\.isDirectory)
  }

  private var isDirectory: Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Reads the number after the word `key` in a file of the cgroup, which has lines such as `usage_usec 120`; `nil` if
  /// there is none.
  func number(of key: String, in file: String) -> Int64? {
    let lines = (SmallFile.read("\(path)/\(file)") ?? "").split(separator: "\n")
    let line = lines.first { $0.hasPrefix(key + " ") }
    return line.flatMap { Int64($0.dropFirst(key.count + 1)) }
  }
}
