import ChildProcesses
import Terminal

#if canImport(Glibc)
  import Glibc
#endif

/// Connections to several machines at the same time.
enum HostConnections {
  /// Runs a command on each machine and returns the answers in the order of the commands. A machine that is not reached
  /// also has an answer.
  ///
  /// - Parameters:
  ///   - limit: The largest number of connections at the same time.
  ///   - report: Called with each answer, in that order, once it and all earlier ones are complete.
  static func answers(
    of commands: [RemoteCommand], atMost limit: Int, _ report: (HostAnswer) -> Void
  ) throws(Failure) -> [HostAnswer] {
    var notStarted = commands[...]
    // In the order of the commands.
    var connections: [HostConnection] = []
    // The reported answers, which are those of the first connections.
    var answers: [HostAnswer] = []
    while answers.count < commands.count {
      // Starts commands up to the limit.
      while connections.count(where: { $0.answer == nil }) < limit,
        let command = notStarted.popFirst()
      {
        connections.append(try HostConnection(command))
      }
      // Reports the complete answers that follow the reported ones.
      for connection in connections.dropFirst(answers.count) {
        guard let answer = connection.answer else { break }
        answers.append(answer)
        report(answer)
      }
      readNext(connections.filter { $0.answer == nil })
    }
    return answers
  }

  /// Waits until a connection has output or has ended, and reads it.
  private static func readNext(_ connections: [HostConnection]) {
    guard !connections.isEmpty else { return }
    let pipes = connections.flatMap(\.openPipes)
    var polled = pipes.map { pollfd(fd: $0.descriptor, events: CShort(POLLIN), revents: 0) }
    guard poll(&polled, nfds_t(polled.count), -1) > 0 else { return }
    for (pipe, state) in zip(pipes, polled) where state.revents != 0 { pipe.read() }
    for connection in connections { connection.endIfClosed() }
  }
}

/// A command on one machine, whose two outputs are read.
private final class HostConnection {
  private let host: String
  private let child: pid_t
  private let output: ReadPipe
  private let errors: ReadPipe
  /// The answer; `nil` until ssh has ended.
  private(set) var answer: HostAnswer?

  /// Starts ssh with a pipe for each of its outputs. Throws if it cannot be started.
  init(_ command: RemoteCommand) throws(Failure) {
    host = command.host
    output = try ReadPipe()
    errors = try ReadPipe()
    // ssh has copies of both ends; these are closed, so that each pipe ends with ssh.
    let writeEnds = (output: output.writeEnd, errors: errors.writeEnd)
    defer {
      close(writeEnds.output)
      close(writeEnds.errors)
    }
    child = try SSHProcess.start(command.arguments, pipes: writeEnds)
  }

  /// The outputs that have not ended.
  var openPipes: [ReadPipe] { [output, errors].filter(\.isOpen) }

  /// Makes the answer if both outputs have ended.
  func endIfClosed() {
    guard openPipes.isEmpty, answer == nil else { return }
    answer = HostAnswer(
      host: host, output: output.bytes, errors: errors.bytes,
      status: WaitStatus(ofChild: child).shellCode)
  }
}

/// A pipe from a child, and the bytes read from it.
private final class ReadPipe {
  /// The end that this process reads.
  let descriptor: Int32
  /// The end for the child, which the owner of the pipe closes after the start of the child.
  let writeEnd: Int32
  private(set) var bytes: [UInt8] = []
  private(set) var isOpen = true

  /// Opens a pipe. A child inherits only the ends that are passed on to it. Throws if too many files are open.
  init() throws(Failure) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw .refused("cannot open a pipe: \(String(cString: strerror(errno))); name fewer hosts")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    descriptor = ends[0]
    writeEnd = ends[1]
  }

  /// Reads the available bytes, and closes the pipe at its end.
  func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 {
      bytes += buffer[..<count]
    } else if count == 0 || errno != EINTR {
      close(descriptor)
      isOpen = false
    }
  }
}
