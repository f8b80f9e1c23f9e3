import Dispatch
import Glibc
import Testing

@testable import Devices

@Suite struct PriorityWatchTests {
  /// A file of the same kind as the attributes of devices: cgroup.events of a new cgroup.
  private static let hierarchy: String? = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].first {
    access("\($0)/cgroup.procs", W_OK) == 0
  }

  @Test(.enabled(if: hierarchy != nil, "cgroups of version 2 cannot be made here"))
  func hearsOfEachChangeOfAnAttribute() throws {
    let cgroup = "\(try #require(Self.hierarchy))/rubato-watch-\(getpid())"
    try #require(mkdir(cgroup, 0o755) == 0)
    defer { rmdir(cgroup) }
    let fd = open("\(cgroup)/cgroup.events", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    let news = Inbox<Bool>()
    let watch = try #require(
      PriorityWatch(fd, queue: DispatchQueue(label: "watch")) {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = pread(fd, &bytes, bytes.count, 0)
        news.put(String(decoding: bytes[..<max(0, count)], as: UTF8.self).contains("populated 1"))
      })
    for _ in 0..<3 {
      let process = try Command.start("sh", "-c", "echo $$ >\(cgroup)/cgroup.procs && exec cat")
      try news.next { $0 }
      process.end()
      try news.next { !$0 }
    }
    withExtendedLifetime(watch) {}
  }

  @Test func aFileThatTellsNothingIsNotWatched() {
    let tree = WrittenTree(["/file": "x"])
    let fd = open("\(tree.root)/file", O_RDONLY | O_CLOEXEC)
    #expect(PriorityWatch(fd, queue: DispatchQueue(label: "watch")) {} == nil)
  }
}
