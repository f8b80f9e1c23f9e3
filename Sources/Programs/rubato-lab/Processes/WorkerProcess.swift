import ChildProcesses
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// A fork of this process that answers numbers until its socket is closed. It ends with this object.
final class WorkerProcess {
  private static let lineFeed = UInt8(ascii: "\n")

  /// This process's end of the connection.
  let socket: CInt
  /// The process; `nil` after its end was read, when the number can be that of another process.
  private var pid: pid_t?
  /// The number that it computes; `nil` if it is free.
  private var number: Int?
  private var received: [UInt8] = []

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - others: The sockets of earlier workers, which the new process must not keep open.
  ///   - answer: Computes the answer of a number, as text without a line feed.
  init(closing others: [CInt], _ answer: (Int) -> [UInt8]) throws(Failure) {
    var sockets: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &sockets) == 0 else {
      throw Self.failure(errno)
    }
    let (parentSocket, workerSocket) = (sockets[0], sockets[1])
    let pid = fork()
    guard pid >= 0 else {
      let code = errno
      for socket in sockets { close(socket) }
      throw Self.failure(code)
    }
    let isWorker = pid == 0
    if isWorker {
      for socket in others + [parentSocket] { close(socket) }
      // This never returns: only the parent continues below.
      Self.serve(workerSocket, answer)
    }
    close(workerSocket)
    socket = parentSocket
    self.pid = pid
  }

  deinit {
    close(socket)
    if let pid { kill(pid, SIGKILL) }
    _ = readStatus()
  }

  /// Returns the error for a process that cannot be started, by the system error.
  private static func failure(_ code: CInt) -> Failure {
    .refused("a process cannot be started: \(text(code)); use fewer --jobs")
  }

  private static func text(_ code: CInt) -> String { String(cString: strerror(code)) }

  /// Waits for replies, and returns the workers that compute a number and have sent something or have ended. At least
  /// one worker must compute a number.
  static func readable(_ workers: [WorkerProcess]) throws(Failure) -> [WorkerProcess] {
    // An idle worker that has ended would be readable for ever.
    let busy = workers.filter { $0.number != nil }
    var polled = busy.map { pollfd(fd: $0.socket, events: CShort(POLLIN), revents: 0) }
    guard poll(&polled, nfds_t(polled.count), -1) >= 0 else {
      guard errno == EINTR else {
        throw .refused("the processes cannot be read: \(Self.text(errno)); use --jobs 1")
      }
      return []
    }
    return zip(busy, polled).filter { _, poll in poll.revents != 0 }.map { worker, _ in worker }
  }

  /// Sends the next number. If the process has ended, `receive` throws.
  func assign(_ number: Int) {
    self.number = number
    Self.send(Array("\(number)\n".utf8), to: socket)
  }

  /// Reads a part of the reply. Returns the complete reply; `nil` if a part is missing. Throws an error if the process
  /// has ended.
  ///
  /// - Parameter name: Returns the name of a number in errors, such as `device 3`.
  func receive(
    naming name: (Int) -> String
  ) throws(Failure) -> (number: Int, text: [UInt8])? {
    guard let bytes = Self.read(socket), !bytes.isEmpty else { throw ended(name(number ?? 0)) }
    received += bytes
    guard received.last == Self.lineFeed, let number else { return nil }
    let reply = received.dropLast()
    received = []
    self.number = nil
    return (number, Array(reply))
  }

  /// Returns the error for a process that has ended without a reply.
  ///
  /// - Parameter world: The name of its number.
  private func ended(_ world: String) -> Failure {
    let process = "the process of \(world)"
    let status = readStatus()
    if status?.signalNumber == SIGKILL {
      return .refused("\(process) was killed, perhaps for lack of memory; use fewer --jobs")
    }
    let reason: String
    if let signal = status?.signalNumber {
      reason = "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    } else if let code = status?.exitCode {
      reason = "has ended with exit code \(code)"
    } else {
      return .refused("\(process) has ended; use --jobs 1")
    }
    return .refused("\(process) \(reason); simulate \(world) alone with --jobs 1")
  }

  /// Waits for the end of the process and returns its status; `nil` if that was read before.
  private func readStatus() -> WaitStatus? {
    guard let pid else { return nil }
    self.pid = nil
    return WaitStatus(ofChild: pid)
  }

  // MARK: In the new process

  /// Answers each line with a number by a line, until the other end is closed.
  private static func serve(_ socket: CInt, _ answer: (Int) -> [UInt8]) -> Never {
    var line: [UInt8] = []
    while let bytes = read(socket), !bytes.isEmpty {
      line += bytes
      guard line.last == lineFeed else { continue }
      let number = Int(String(decoding: line.dropLast(), as: UTF8.self)) ?? 0
      line = []
      guard send(answer(number) + [lineFeed], to: socket) else { break }
    }
    _exit(0)
  }

  // MARK: Bytes

  /// Reads available bytes, and waits for the first; `nil` after an error. The result is empty at the end.
  private static func read(_ socket: CInt) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count >= 0 { return Array(buffer[..<count]) }
      guard errno == EINTR else { return nil }
    }
  }

  /// Sends all bytes. Returns whether all were sent: `false` after any error, such as a closed other end, which causes
  /// no signal.
  @discardableResult
  private static func send(_ bytes: [UInt8], to socket: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count < 0 && errno != EINTR { return false }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }
}
