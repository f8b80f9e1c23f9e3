import Scheduling
import Testing

@testable import Devices

@Suite struct StorageReadingTests {
  private static let mebibyte: UInt64 = 1 << 20

  private func state(
    total: UInt64, free: UInt64, files: UInt64? = 1000, before: StorageSpace? = nil
  ) -> StorageSpace {
    StorageReading(
      totalBytes: total * Self.mebibyte, freeBytes: free * Self.mebibyte, freeFiles: files
    ).state(before: before)
  }

  @Test func aBigFileSystemIsLowUnderAGibibyte() {
    #expect(state(total: 1 << 20, free: 1024) == .ok)
    #expect(state(total: 1 << 20, free: 1023) == .low)
  }

  @Test func aSmallFileSystemIsLowUnderATwentieth() {
    #expect(state(total: 1000, free: 50) == .ok)
    #expect(state(total: 1000, free: 49) == .low)
  }

  @Test func aFileSystemWithoutALimitHasTheGreatestSize() {
    #expect(StorageReading.bytes(of: 2, each: 4096) == 8192)
    #expect(StorageReading.bytes(of: .max, each: 4096) == .max)
  }

  @Test func isFullBeforeTheLastByte() {
    #expect(state(total: 1 << 20, free: 16) == .low)
    #expect(state(total: 1 << 20, free: 15) == .full)
  }

  @Test func isFullWithoutAFileLeft() {
    #expect(state(total: 1000, free: 900, files: 0) == .full)
    #expect(state(total: 1000, free: 900, files: nil) == .ok)
  }

  /// The mounts of thousands of containers precede the last one: a root that is remounted without writing.
  @Test func aReadOnlyFileSystemBehindThousandsOfMountsIsNotFull() {
    let container = "40 27 0:50 / /var/lib/containers/merged rw - overlay overlay rw\n"
    let mounts = String(repeating: container, count: 20_000) + "41 27 8:1 / / ro - ext4 /dev/vda ro"
    let tree = WrittenTree(["/proc/self/mountinfo": mounts])
    #expect(MountTable(of: tree.kernel).mounts.count == 20_001)
    var survey = StorageSurvey(directories: ["/"], tree: tree.kernel)
    #expect(survey.readWorstState() == nil)
  }

  @Test func needsATenthMoreToBeBetter() {
    #expect(state(total: 1000, free: 54, before: .low) == .low)
    #expect(state(total: 1000, free: 56, before: .low) == .ok)
    #expect(state(total: 1000, free: 17, before: .full) == .full)
    #expect(state(total: 1000, free: 18, before: .full) == .low)
  }
}
