import Descriptors
import Dispatch
import Glibc
import Testing

@testable import Devices

@Suite struct LoopWatchTests {
  private let loop = EventLoop(name: "watch")

  @Test func callsBackAsLongAsThereIsSomethingToRead() throws {
    let pipe = try Ends()
    let bytes = Inbox<UInt8>()
    let watch = loop.sync {
      LoopWatch(on: loop, closing: pipe.reading) {
        var byte: UInt8 = 0
        if read(pipe.reading, &byte, 1) == 1 { bytes.put(byte) }
      }
    }
    let text = Array("ab".utf8)
    #expect(write(pipe.writing, text, 2) == 2)
    #expect(try [bytes.next(), bytes.next()] == text)
    close(pipe.writing)
    withExtendedLifetime(watch) {}
  }

  /// All ready data is read before later blocks are called, so that all of it becomes one step of the engine.
  @Test func whatIsReadyIsReadBeforeABlockForLaterIsCalled() throws {
    let pipes = try (0..<16).map { _ in try Ends() }
    let calls = Inbox<String>()
    let watches = loop.sync {
      let watches = pipes.map { pipe in
        LoopWatch(on: loop, closing: pipe.reading) { [loop] in
          var byte: UInt8 = 0
          if read(pipe.reading, &byte, 1) == 1 { calls.put("read") }
          loop.afterOthers { calls.put("block") }
        }
      }
      for pipe in pipes { #expect(write(pipe.writing, [1], 1) == 1) }
      return watches
    }
    let order = try (0..<32).map { _ in try calls.next() }
    #expect(order == Array(repeating: "read", count: 16) + Array(repeating: "block", count: 16))
    for pipe in pipes { close(pipe.writing) }
    withExtendedLifetime(watches) {}
  }

  @Test func whatIsNotArmedWaits() throws {
    let pipe = try Ends()
    let calls = Inbox<Bool>()
    var isWanted = false
    let watch = loop.sync {
      LoopWatch(on: loop, closing: pipe.writing, []) {
        [loop] in
        loop.assertIsCurrent()
        calls.put(isWanted)
        isWanted = false
      }
    }
    loop.sync {
      isWanted = true
      watch?.interest = .writable
    }
    // The watch was not called without interest.
    #expect(try calls.next())
    loop.sync { watch?.interest = [] }
    close(pipe.reading)
  }

  @Test func theEndOfTheOtherSideIsTold() throws {
    let pipe = try Ends()
    let (ends, file) = (Inbox<Bool>(), OpenFile(pipe.reading))
    var watch: LoopWatch?
    loop.sync {
      watch = LoopWatch(on: loop, closing: pipe.reading) {
        var byte: UInt8 = 0
        ends.put(read(pipe.reading, &byte, 1) == 0)
        watch?.cancel()
      }
    }
    close(pipe.writing)
    #expect(try ends.next())
    // The descriptor is closed after the callback.
    loop.sync {}
    #expect(OpenFile(pipe.reading) != file)
  }

  /// As at the end of a run: the socket is closed at the moment when the process ends.
  @Test(arguments: [1, 4])
  func watchesEndWhileTheirDescriptorsHaveNews(loops: Int) throws {
    let done = Inbox<Int>()
    let all = (0..<loops).map { EventLoop(name: "watch \($0)") }
    for (number, loop) in all.enumerated() {
      loop.execute { EndingPair.follow(left: 3000, on: loop) { done.put(number) } }
    }
    var seen: Set<Int> = []
    while seen.count < loops { seen.insert(try done.next()) }
  }

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
      loop.sync {
        LoopWatch(on: loop, closing: fd, .priority) {
          var bytes = [UInt8](repeating: 0, count: 256)
          let count = pread(fd, &bytes, bytes.count, 0)
          news.put(String(decoding: bytes[..<max(0, count)], as: UTF8.self).contains("populated 1"))
        }
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
    let file = OpenFile(fd)
    #expect(loop.sync { LoopWatch(on: loop, closing: fd, .priority) {} == nil })
    #expect(OpenFile(fd) != file)
  }
}

/// The file behind a descriptor; `nil` if it is closed. Another test may have the same descriptor number by now.
private struct OpenFile: Equatable {
  private let device: dev_t
  private let inode: ino_t

  init?(_ fd: CInt) {
    var status = stat()
    guard fstat(fd, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}

/// A pipe.
private struct Ends {
  let reading: CInt
  let writing: CInt

  init() throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    (reading, writing) = (ends[0], ends[1])
  }
}

/// Two watches whose other ends are closed on another thread at the same time: the end of one cancels both.
private final class EndingPair {
  private var report: LoopWatch?
  private var exit: LoopWatch?

  private static let others = DispatchQueue(label: "others", attributes: .concurrent)

  /// Creates pairs one after the other, and calls `done` after the last.
  static func follow(left: Int, on loop: EventLoop, _ done: @escaping () -> Void) {
    guard left > 0, let one = try? Ends(), let two = try? Ends() else { return done() }
    let pair = EndingPair()
    pair.report = LoopWatch(on: loop, closing: one.reading) { [unowned pair] in
      var byte: UInt8 = 0
      if read(one.reading, &byte, 1) == 0 { pair.report?.cancel() }
    }
    // Keeps the pair until then.
    pair.exit = LoopWatch(on: loop, closing: two.reading) {
      pair.report?.cancel()
      pair.exit?.cancel()
      follow(left: left - 1, on: loop, done)
    }
    others.async {
      close(one.writing)
      close(two.writing)
    }
  }
}
