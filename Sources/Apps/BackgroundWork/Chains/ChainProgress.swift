import AtomicFiles
import Foundation

/// How far a chain has come, as its file has it.
struct ChainProgress: Codable, Equatable {
  /// The step that is being attempted, or was last.
  struct Attempt: Codable, Equatable {
    var step: String
    /// How many attempts at it count, with this one.
    var count = 0
    /// It goes on, or its process has ended without a word of it.
    var isUnderway = false
    /// The boot of the machine in which it began; nil where that is not known.
    var boot: String?
    /// Why the last one failed.
    var error: String?
  }

  /// The run that it belongs to: an earlier one that still goes on writes nothing more.
  var run = ""
  /// The names of the steps that are done.
  var done: [String] = []
  var attempt: Attempt?
  /// All steps are done, or one has failed too often.
  var isOver = false

  /// Takes up what an earlier run has left. A run that nobody has stopped and that the machine has outlived has crashed,
  /// or was killed: it has cost the step an attempt. The end of the machine has not.
  mutating func takeUp(run: String, boot: String?) {
    self.run = run
    guard let left = attempt, left.isUnderway else { return }
    if let boot, let began = left.boot, began != boot { attempt?.count -= 1 }
    attempt?.isUnderway = false
  }

  /// Before the step begins, so that a crash in it is counted.
  mutating func begin(_ step: String, boot: String?) {
    if attempt?.step != step { attempt = Attempt(step: step) }
    attempt?.count += 1
    attempt?.isUnderway = true
    attempt?.boot = boot
  }

  mutating func complete(_ step: String) {
    done.append(step)
    attempt = nil
  }

  mutating func fail(_ error: String) {
    attempt?.isUnderway = false
    attempt?.error = error
  }

  /// The system has ended the run: that is no fault of the step.
  mutating func stop() {
    guard attempt?.isUnderway == true else { return }
    attempt?.count -= 1
    attempt?.isUnderway = false
  }
}

/// The progress of a chain in its file. The file is replaced as a whole, and is on the disk before a write returns.
struct ProgressFile: Sendable {
  let url: URL

  /// Nil where there is none, or one that nobody can read.
  func read() throws -> ChainProgress? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let data = try Data(contentsOf: url)
    return try? JSONDecoder().decode(ChainProgress.self, from: data)
  }

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

  func remove() throws {
    if unlink(url.path) != 0, errno != ENOENT { throw FileError(removing: url.path, errno) }
  }
}
