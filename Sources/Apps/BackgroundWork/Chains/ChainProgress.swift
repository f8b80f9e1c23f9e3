import AtomicFiles
import Foundation

/// The progress of a chain, as stored in its file.
struct ChainProgress: Codable, Equatable {
  /// The step that is being attempted or was last attempted.
  struct Attempt: Codable, Equatable {
    var step: String
    /// The number of attempts that count, including this one.
    var count = 0
    /// Whether the attempt is running, or its process has ended without reporting a result.
    var isUnderway = false
    /// The boot of the machine in which it began; `nil` if it is unknown.
    var boot: String?
    /// The error of the last failed attempt; `nil` if none has failed.
    var error: String?
  }

  /// The run that the progress belongs to: an earlier run that continues writes no more progress.
  var run = ""
  /// The names of the steps that are done.
  var done: [String] = []
  var attempt: Attempt?
  /// Whether all steps are done, or one has failed too often.
  var isOver = false

  /// Resumes the progress of an earlier run. If that run was not stopped and the machine has not rebooted since, it
  /// crashed or was killed: the attempt counts. After a reboot it does not count.
  mutating func resume(run: String, boot: String?) {
    self.run = run
    guard let earlier = attempt, earlier.isUnderway else { return }
    if let boot, let began = earlier.boot, began != boot { attempt?.count -= 1 }
    attempt?.isUnderway = false
  }

  /// Records a new attempt at a step. Called before the step begins, so that a crash in it is counted.
  mutating func begin(_ step: String, boot: String?) {
    if attempt?.step != step { attempt = Attempt(step: step) }
    attempt?.count += 1
    attempt?.isUnderway = true
    attempt?.boot = boot
  }

  /// Records that a step is done, and ends the attempts at it.
  mutating func complete(_ step: String) {
    done.append(step)
    attempt = nil
  }

  /// Records the error of the attempt in progress. The attempt still counts.
  mutating func fail(_ error: String) {
    attempt?.isUnderway = false
    attempt?.error = error
  }

  /// Removes the running attempt from the count. Called when the system has ended the run.
  mutating func stop() {
    guard attempt?.isUnderway == true else { return }
    attempt?.count -= 1
    attempt?.isUnderway = false
  }
}

/// The stored progress of a chain. The file is replaced atomically, and is on disk before a write returns.
struct ProgressFile: Sendable {
  let url: URL

  /// Reads the progress; `nil` if there is no file, or its content is invalid.
  func read() throws -> ChainProgress? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let data = try Data(contentsOf: url)
    return try? JSONDecoder().decode(ChainProgress.self, from: data)
  }

  /// Replaces the file. Throws a `FileError` if it cannot be written.
  func write(_ progress: ChainProgress) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let bytes = [UInt8](try encoder.encode(progress))
    do throws(AtomicFileError) {
      try AtomicFile.write(bytes, to: url.path)
    } catch {
      throw FileError(error)
    }
  }

  /// Removes the file. Does nothing if it does not exist.
  func remove() throws {
    if unlink(url.path) != 0, errno != ENOENT { throw FileError(removing: url.path, errno) }
  }
}
