import Foundation

#if canImport(ThreadStates)
  import ThreadStates
#endif

/// The file with the failures of all tests of a command, such as `swift test`. All its processes write to the same file.
struct SARIFFile {
  private let path: String

  /// The file named by the environment variable `RUBATO_SARIF`; `nil` if that is not set.
  static let ofEnvironment: SARIFFile? = {
    let path = ProcessInfo.processInfo.environment["RUBATO_SARIF"] ?? ""
    return path.isEmpty ? nil : SARIFFile(path)
  }()

  init(_ path: String) { self.path = path }

  /// Adds the failures of a test. A file of an earlier command is replaced.
  ///
  /// - Parameter areExpected: Whether the test expects failures.
  func add(_ failures: [BenchFailure], areExpected: Bool) {
    do {
      try change { text in
        for (failure, count) in failures.distinct {
          let result = SARIFText.result(failure, count: count, isExpected: areExpected)
          // The results are the last list of the file, so a result is inserted before its end.
          text.removeLast(SARIFText.ending.count)
          text += (text.hasSuffix("[") ? "" : ",") + "\n" + result + SARIFText.ending
        }
      }
    } catch {
      LateFailures.print("\(path) cannot be written: \(error)")
    }
  }

  /// Changes the text of the file, while no other process does.
  private func change(_ body: (inout String) -> Void) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    // The lock lasts until the file is closed. A signal can interrupt the wait for it.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    var text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    let session = Self.session
    let isOfThisCommand =
      text.contains("{\"session\":\"\(session)\"}") && text.hasSuffix(SARIFText.ending)
    if !isOfThisCommand { text = SARIFText.log(session: session) }
    body(&text)
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  /// Identifies the process that has started this one, by its number and its start. `swift test` starts two processes,
  /// or one for each test.
  private static let session: String = {
    "\(getppid())" + (ThreadStates.startOfParent.map { "-\($0)" } ?? "")
  }()
}
