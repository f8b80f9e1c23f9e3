import CFiles
import Foundation
import Synchronization

/// Refuses to open files in protected directories while the device of the bench is locked, as a phone does.
enum FileProtection {
  /// The protected directories of the present bench, as standardized paths that end with a slash.
  private static let directories = Mutex<[String]>([])

  /// Whether calls that open files are guarded in this process. The first read starts guarding.
  static let isGuarded = rubato_guard_files { FileProtection.refuses($0) }

  /// Protects directories until the next call.
  ///
  /// - Throws: `BenchError` if there are any, and calls cannot be guarded in this process.
  static func protect(_ urls: [URL]) throws {
    if !urls.isEmpty, !isGuarded {
      throw BenchError(
        "protected directories are not supported next to a sanitizer or a static C library; leave them out there"
      )
    }
    let paths = urls.flatMap { [$0.standardizedFileURL, $0.resolvingSymlinksInPath()] }
      .map { $0.path.hasSuffix("/") ? $0.path : $0.path + "/" }
    directories.withLock { $0 = paths }
  }

  /// Returns whether the current code must not open the file: it is code of a run, and the device is locked.
  private static func refuses(_ path: UnsafePointer<CChar>) -> Bool {
    guard let bench = Bench.ofCurrentCode, let run = ExecutionContext.current?.run else {
      return false
    }
    let directories = directories.withLock { $0 }
    if directories.isEmpty { return false }
    let file = URL(filePath: String(cString: path)).standardizedFileURL.path
    guard directories.contains(where: { file.hasPrefix($0) }) else { return false }
    return bench.change { $0.refusesToOpen(file, run) }
  }
}

extension BenchState {
  /// Returns whether a run must not open a protected file, since the device is locked. This is a failure of the app.
  fileprivate mutating func refusesToOpen(_ file: String, _ run: Int64) -> Bool {
    guard world.isLocked, let task = tasks.liveOrPast(run) else { return false }
    if !findings.contains(.readsBeforeUnlock, of: task.identifier) {
      let name = file.utf8.split(separator: UInt8(ascii: "/")).last.map { Substring($0) } ?? ""
      fail(
        .readsBeforeUnlock, task,
        "the run opened the protected file \(name) while the device was locked")
    }
    return true
  }
}
