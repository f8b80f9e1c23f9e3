import CLinux
import Descriptors
import Glibc
import Scheduling

/// The daemon's view of a supervisor process: a socket for messages and a pidfd for its end.
final class Supervisor {
  let pid: pid_t
  private let socket: Int32
  private var reportWatch: LoopWatch?
  private var exitWatch: LoopWatch?
  private var onReport: ((rubato_report) -> Void)?
  private var onExit: (() -> Void)?
  /// A reference to itself, which keeps this object until its process is reaped.
  private var selfReference: Supervisor?
  private var isClosed = false

  /// Starts a supervisor.
  /// - Parameters:
  ///   - plan: The encoded plan.
  ///   - outputFd: The directory of outputs.
  ///   - cgroupFd: The cgroup of the run, or -1.
  ///   - lockFd: The locked file of the run.
  init(
    path: String, id: LaunchID, plan: [UInt8], outputFd: Int32, cgroupFd: Int32, lockFd: Int32,
    loop: EventLoop
  ) throws(LaunchError) {
    let planFd = try Supervisor.requireNoError(
      "cannot pass the order", rubato_memory_file(plan, Int64(plan.count)))
    let planFile = OwnedDescriptor(planFd)

    var pair: [Int32] = [-1, -1]
    _ = try Supervisor.requireNoError(
      "cannot create a socket for a run", rubato_message_pair(&pair))
    let ours = OwnedDescriptor(pair[0])
    let theirs = OwnedDescriptor(pair[1])

    let descriptors = [theirs.raw, planFile.raw, outputFd, cgroupFd, lockFd]
    pid = try Supervisor.requireNoError(
      "cannot start \(path)", rubato_spawn(path, id.name, descriptors, Int32(descriptors.count)))
    let pidfd = rubato_pidfd_open(pid)
    if pidfd < 0 {
      // Only this descriptor reports the end of the process.
      Supervisor.endUnwatched(pid)
      throw .system("cannot open a descriptor of a process", -pidfd)
    }

    socket = ours.release()
    // Both watches have no interest in events until `listen`.
    reportWatch = LoopWatch(on: loop, closing: socket, []) { [unowned self] in receiveReports() }
    exitWatch = LoopWatch(on: loop, closing: pidfd, []) { [unowned self] in reap() }
    guard reportWatch != nil, exitWatch != nil else {
      let failure = errno
      Supervisor.endUnwatched(pid)
      throw .system("cannot watch a process", failure)
    }
  }

  /// Starts to receive reports. Both closures are called on the loop; `onExit` once, as the last.
  func listen(onReport: @escaping (rubato_report) -> Void, onExit: @escaping () -> Void) {
    self.onReport = onReport
    self.onExit = onExit
    // The watches refer to this object without keeping it, and the process must be reaped in any case.
    selfReference = self
    reportWatch?.interest = .readable
    exitWatch?.interest = .readable
  }

  /// Handles the end of the supervisor: reads its last reports, reaps the process, and calls `onExit`.
  private func reap() {
    receiveReports()
    var status: Int32 = 0
    // 0 means that the process has not ended.
    guard waitpid(pid, &status, WNOHANG) != 0 else { return }
    hangUp()
    exitWatch?.cancel()
    // Clears the closures before the call: they refer to the run, which refers to this object. The process is reaped,
    // so this object need not keep itself any more.
    let onExit = onExit
    (onReport, self.onExit, selfReference) = (nil, nil, nil)
    onExit?()
  }

  /// Sends a command of the kind `RUBATO_COMMAND_...`, and continues a stopped supervisor. A supervisor that has ended
  /// does not receive it, and need not.
  func send(_ kind: Int, signal: Int32 = 0) {
    guard !isClosed else { return }
    // A run of the daemon's own user could have stopped its supervisor.
    Glibc.kill(pid, SIGCONT)
    var command = rubato_command(kind: Int32(kind), signal: signal)
    // A stopped supervisor reads nothing, so waiting for space in its socket could last for ever.
    let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    Glibc.send(socket, &command, MemoryLayout.size(ofValue: command), flags)
  }

  /// Closes the socket: the supervisor detects that and ends its run. It is still reaped.
  func hangUp() {
    guard !isClosed else { return }
    isClosed = true
    reportWatch?.cancel()
  }

  /// Reads all pending reports and passes them to `onReport`. Closes the socket at the end of the stream.
  private func receiveReports() {
    var report = rubato_report()
    let size = MemoryLayout.size(ofValue: report)
    while !isClosed {
      let count = recv(socket, &report, size, Int32(MSG_DONTWAIT))
      if count == size {
        onReport?(report)
        continue
      }
      // Any other count than that of a report is an error, or 0 at the end of the stream.
      let mayReceiveMore = count < 0 && (errno == EAGAIN || errno == EINTR)
      // The watch calls this function again as soon as there is a report.
      if mayReceiveMore { return }
      // After the end of the stream, the socket would cause wake-ups for ever; the pidfd reports the end of the
      // process. Ends the loop.
      hangUp()
    }
  }

  /// Returns the result of a call. If it is a negative `errno`, throws an error, described by the first argument.
  private static func requireNoError(_ problem: String, _ result: Int32) throws(LaunchError)
    -> Int32
  {
    if result < 0 { throw .system(problem, -result) }
    return result
  }

  /// Kills a supervisor that cannot be watched, and reaps it.
  private static func endUnwatched(_ pid: pid_t) {
    Glibc.kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }
}
