import Control
import Files
import Foundation
import Recording
import Scenarios
import Scheduling
import Simulation
import Store
import Varlink

/// The readers of bytes from outside. libFuzzer calls one of them repeatedly, and keeps changes of the bytes that reach
/// new code.
private let readers: [String: @Sendable ([UInt8]) -> Void] = [
  "calls": readCalls,
  "task": { bytes in
    let entry = TaskTree.Entry(
      name: "task.yaml", path: "task.yaml", content: .text(String(decoding: bytes, as: UTF8.self)))
    _ = TaskReading(TaskTree(layers: [TaskTree.Layer(entries: [entry])]), rules: TaskRules())
  },
  "policy": { _ = PolicyReading(String(decoding: $0, as: UTF8.self), file: "policy.yaml") },
  "scenario": { _ = try? StoryFile(yaml: String(decoding: $0, as: UTF8.self), file: "file") },
  "recording": { bytes in
    guard var reader = try? RecordingReader(bytes, file: "recording") else { return }
    _ = try? Replay(&reader)
  },
  "database": readDatabase,
]

/// Reads the bytes as a server reads a socket: frames, calls, parameters, and an interface description.
private func readCalls(_ bytes: [UInt8]) {
  _ = try? InterfaceDescription(String(decoding: bytes, as: UTF8.self))
  var buffer = FrameBuffer(maximumFrameBytes: 1 << 20)
  bytes.withUnsafeBytes { buffer.append($0) }
  while let frame = try? buffer.nextFrame() {
    guard let call = try? IncomingCall(frame) else { return }
    _ = try? call.parameters.decodeParameters(as: Submit.self)
    _ = try? call.parameters.decodeParameters(as: SetDevice.self)
  }
}

/// A database that is opened or read page by page. A scheduler is loaded from its snapshot.
private func readDatabase(_ bytes: [UInt8]) {
  let directory = "/dev/shm/rubato-fuzz.\(getpid())"
  try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: directory) }
  try? Data(bytes).write(to: URL(filePath: directory + "/rubato.sqlite"))
  guard let store = try? SQLiteStore(path: directory + "/rubato.sqlite") else { return }
  _ = try? store.load()
  _ = try? store.runs(RunQuery())
  store.close()
}

private let chosen = readers[ProcessInfo.processInfo.environment["RUBATO_FUZZ"] ?? ""]

@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let chosen else {
    print("RUBATO_FUZZ names what reads: \(readers.keys.sorted().joined(separator: ", "))")
    exit(2)
  }
  chosen(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// SwiftPM gives the `main` of a program this name, and the linker calls it.
@_cdecl("rubato_fuzz_main")
public func runProgram(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = (count, arguments)
  return runFuzzer(&count, &arguments) { readOneInput($0, $1) }
}
