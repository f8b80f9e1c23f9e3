import Dispatch
import Foundation
import Glibc
import Synchronization

@testable import Launch

private let counter = Atomic<Int>(0)

func makeTemporaryDirectory() throws -> String {
  let name = "rubato-launch.\(getpid()).\(nextNumber())"
  let path = NSTemporaryDirectory() + name
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  // Other users run commands in the directory.
  chmod(path, 0o777)
  return path
}

/// Returns a number that is unique in this process.
func nextNumber() -> Int64 {
  Int64(counter.add(1, ordering: .relaxed).newValue)
}

func removeTree(_ path: String) {
  try? FileManager.default.removeItem(atPath: path)
}

/// A new cgroup below the cgroup that a daemon would use.
func makeCgroupName() -> String? {
  guard let directory = CgroupTree.delegatedDirectory() else { return nil }
  let number = nextNumber()
  let isMadeForUs = directory.hasSuffix("/\(CgroupTree.namePrefix)\(getpid())")
  return isMadeForUs
    ? "\(directory).\(number)" : "\(directory)/\(CgroupTree.namePrefix)\(getpid()).\(number)"
}

/// The supervisor of this build, next to the test bundle.
let supervisorPath = path(ofProduct: "rubato-supervise")

/// The program that tries to outlive its run.
let escapesPath = path(ofProduct: "escapes")

private func path(ofProduct name: String) -> String {
  Bundle.main.executableURL?.deletingLastPathComponent().appendingPathComponent(name).path ?? ""
}

/// Returns the state letter and the parent of a process from /proc; `nil` if the process does not exist.
func processState(_ pid: pid_t) -> (state: Character, parent: pid_t)? {
  guard let text = SmallFile.read("/proc/\(pid)/stat"), let name = text.lastIndex(of: ")") else {
    return nil
  }
  let fields = text[text.index(after: name)...].split(separator: " ")
  guard fields.count > 1, let state = fields[0].first, let parent = pid_t(fields[1]) else {
    return nil
  }
  return (state, parent)
}
