import Foundation
import Synchronization

/// The last calls of an app by its bench, in memory that a file keeps after the end of the process. To send each call
/// to the test would take a tenth of the time of a variant.
///
/// The memory begins with the number of calls so far. Slots follow, which are reused in turn.
final class PositionLog: Sendable {
  /// The number of kept calls.
  private static let count = BenchFailure.mostEvents
  /// The bytes of one call: its length in two bytes, and its words. Longer paths are cut.
  private static let slot = 2048
  /// The bytes of the number of calls, before the slots.
  private static let header = 8
  private static let size = header + count * slot

  /// The memory, `size` bytes.
  private let memory: Mutex<UInt>

  /// Creates the file of a log; `nil` if it cannot be written.
  init?(_ path: String) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard ftruncate(file, off_t(Self.size)) == 0,
      let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { return nil }
    // Stored as a number, since a pointer is not `Sendable`.
    self.memory = Mutex(UInt(bitPattern: memory))
  }

  deinit {
    munmap(UnsafeMutableRawPointer(bitPattern: memory.withLock { $0 }), Self.size)
  }

  /// Calls `body` with the memory, which only one thread uses at a time.
  private func change(_ body: (UnsafeMutableRawPointer) -> Void) {
    memory.withLock { if let memory = UnsafeMutableRawPointer(bitPattern: $0) { body(memory) } }
  }

  /// Removes all calls.
  func clear() { change { $0.storeBytes(of: 0, as: UInt64.self) } }

  /// Adds a call.
  func add(_ position: BenchPosition) {
    var words = position.words
    words.withUTF8 { text in
      guard let first = text.baseAddress else { return }
      let count = min(text.count, Self.slot - 2)
      // The slot is complete before it is counted, since the process can crash at any time.
      change { memory in
        let earlierCalls = memory.load(as: UInt64.self)
        let slotIndex = Int(earlierCalls % UInt64(Self.count))
        let slot = memory + Self.header + slotIndex * Self.slot
        slot.storeBytes(of: UInt16(count), as: UInt16.self)
        (slot + 2).copyMemory(from: first, byteCount: count)
        memory.storeBytes(of: earlierCalls + 1, as: UInt64.self)
      }
    }
  }

  /// Returns the calls in the file of a process that has ended, oldest first.
  static func positions(in path: String) -> [BenchPosition] {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count == size else {
      return []
    }
    let calls = Int(clamping: data.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
    return (max(0, calls - count)..<calls).compactMap { call in
      let slotIndex = call % count
      let slot = data.dropFirst(header + slotIndex * Self.slot).prefix(Self.slot)
      let length = slot.withUnsafeBytes { Int($0.loadUnaligned(as: UInt16.self)) }
      return BenchPosition(
        words: Substring(decoding: slot.dropFirst(2).prefix(length), as: UTF8.self))
    }
  }
}
