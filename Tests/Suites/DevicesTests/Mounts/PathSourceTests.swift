import Glibc
import Scheduling
import Testing

@testable import Devices

@Suite struct PathExaminationTests {
  private let tree = WrittenTree()

  private func examine(
    _ path: String, mounts: String = "", checksOnlyPublicPaths: Bool = true
  ) -> PathExamination.Outcome {
    find(path, mounts: mounts, checksOnlyPublicPaths: checksOnlyPublicPaths).outcome
  }

  private func find(
    _ path: String, mounts: String = "", checksOnlyPublicPaths: Bool = true
  ) -> PathExamination.Finding {
    // mkdtemp(3) creates the written tree for its owner only, but every user must be able to search it.
    chmod(tree.root, 0o755)
    return PathExamination(
      view: .ofMachine, mounts: MountTable(mounts), checksOnlyPublicPaths: checksOnlyPublicPaths,
      onWatchable: { _, _ in }
    )
    .examine(ExactString(path.hasPrefix("//") ? String(path.dropFirst()) : tree.root + path))
  }

  private func mounted(_ path: String, _ type: String) -> String {
    "40 27 8:1 / \(tree.root)\(path) rw - \(type) what rw"
  }

  @Test func aFileAndAFullDirectoryAreThere() {
    tree.write("x", to: "/backup/file")
    #expect(examine("/backup/file") == .there)
    #expect(examine("/backup") == .there)
    #expect(examine("//") == .there)
  }

  @Test func whatIsNotThereIsMissing() {
    tree.write("x", to: "/file")
    #expect(examine("/backup") == .missing)
    #expect(examine("/backup/a/b") == .missing)
    #expect(examine("/file/below") == .missing)
  }

  @Test func anEmptyDirectoryWaitsForItsDrive() {
    tree.makeDirectory("/mnt/backup")
    #expect(examine("/mnt/backup") == .missing)
    #expect(examine("/mnt/backup", mounts: mounted("/mnt/backup", "ext4")) == .there)
  }

  // Shares of these types must not be accessed.
  @Test(arguments: ["nfs4", "cifs", "fuse.sshfs", "autofs", "9p"])
  func belowAShareBeingMountedIsEnough(type: String) {
    #expect(examine("/share/a/b", mounts: mounted("/share", type)) == .there)
    #expect(examine("/share", mounts: mounted("/share", type)) == .there)
  }

  @Test func belowADriveItHasToBeThere() {
    tree.makeDirectory("/drive")
    #expect(examine("/drive/a", mounts: mounted("/drive", "ext4")) == .missing)
    let mounts = "\(mounted("/drive", "autofs"))\n\(mounted("/drive", "ext4"))"
    #expect(examine("/drive/a", mounts: mounts) == .missing)
  }

  @Test func ofTwoNamesThatReadTheSameOneIsThere() {
    tree.write("x", to: "/n\u{e9}/file")
    #expect(examine("/n\u{e9}") == .there)
    #expect(examine("/ne\u{301}") == .missing)
    #expect(examine("/ne\u{301}", mounts: mounted("/n\u{e9}", "nfs")) == .missing)
  }

  @Test func nobodyLearnsWhatIsBehindClosedDoors() {
    tree.write("x", to: "/private/file")
    chmod("\(tree.root)/private", 0o750)
    #expect(examine("/private/file") == .unknown)
    #expect(examine("/private/absent") == .unknown)
    #expect(examine("/private") == .there)
    #expect(examine("/private/file", checksOnlyPublicPaths: false) == .there)
    let mounts = mounted("/private/drive", "ext4")
    #expect(examine("/private/drive", mounts: mounts) == .there)
    #expect(examine("/private/drive/a", mounts: mounts) == .unknown)
  }

  @Test func followsLinks() {
    tree.write("x", to: "/real/file")
    symlink("real", "\(tree.root)/relative")
    symlink("\(tree.root)/real", "\(tree.root)/absolute")
    symlink("../absolute/./file", "\(tree.root)/real/around")
    symlink("absent", "\(tree.root)/dangling")
    symlink("loop", "\(tree.root)/loop")
    #expect(examine("/relative/file") == .there)
    #expect(examine("/absolute/file") == .there)
    #expect(examine("/relative/around") == .there)
    #expect(examine("/dangling") == .missing)
    #expect(examine("/loop") == .unknown)
  }

  /// An absent drive is found by the path without links.
  @Test func aPathIsKnownWithoutItsLinks() {
    tree.write("x", to: "/mnt/backup/file")
    symlink("mnt/backup", "\(tree.root)/link")
    let file = find("/link/file")
    #expect(file.outcome == .there && file.realPath == "\(tree.root)/mnt/backup/file")
    let drive = find("/link", mounts: mounted("/mnt/backup", "ext4"))
    #expect(drive.outcome == .there && drive.realPath == "\(tree.root)/mnt/backup")
    let share = find("/link/a", mounts: mounted("/mnt/backup", "nfs"))
    #expect(share.outcome == .there && share.realPath == "\(tree.root)/mnt/backup/a")
    let automounted = find("/link/a", mounts: mounted("/mnt/backup", "autofs"))
    #expect(automounted.outcome == .there && automounted.realPath == "\(tree.root)/mnt/backup")
    #expect(find("//").realPath == "/")
    #expect(find("/link/absent").realPath == nil)
  }

  @Test func aLinkIntoAShareIsLeftAlone() {
    symlink("\(tree.root)/share/sub", "\(tree.root)/link")
    #expect(examine("/link/a", mounts: mounted("/share", "nfs")) == .there)
  }
}

@Suite struct PathSourceTests {
  private let tree = WrittenTree()
  private var place: ExactString { "\(tree.root)/backup" }

  private func bench() -> KernelBench {
    chmod(tree.root, 0o755)
    return KernelBench { PathSource(KernelTree(), checksOnlyPublicPaths: true, loop: $0) }
  }

  @Test func tellsWhenADirectoryComesAndGoes() throws {
    let bench = bench()
    #expect(try bench.reports.next() == [])
    bench.watch([place])
    #expect(try bench.reports.next() == [.path(place, isThere: false)])
    tree.makeDirectory("/backup")
    tree.write("x", to: "/backup/file")
    try bench.wait(for: [.path(place, isThere: true)])
    tree.remove("/backup")
    try bench.wait(for: [.path(place, isThere: false)])
  }

  @Test func tellsWhenAnEmptyDirectoryIsFilled() throws {
    tree.makeDirectory("/backup")
    let bench = bench()
    bench.watch([place])
    try bench.wait(for: [.path(place, isThere: false)])
    tree.write("x", to: "/backup/file")
    try bench.wait(for: [.path(place, isThere: true)])
  }

  @Test(.enabled(if: Command.isRoot, "only root may mount"))
  func tellsWhenADriveIsMountedAndUnmounted() throws {
    tree.makeDirectory("/backup")
    let bench = bench()
    bench.watch([place, "/"])
    try bench.wait(for: [.path(place, isThere: false), .path("/", isThere: true)])
    for _ in 0..<3 {
      try Command.run("mount", "-t", "tmpfs", "none", place.text)
      try bench.wait(for: [.path(place, isThere: true), .path("/", isThere: true)])
      try Command.run("umount", place.text)
      try bench.wait(for: [.path(place, isThere: false), .path("/", isThere: true)])
    }
  }

  @Test(.enabled(if: Command.isRoot, "only root may mount"))
  func aBoundDirectoryIsThere() throws {
    tree.makeDirectory("/backup")
    tree.makeDirectory("/real")
    try Command.run("mount", "--bind", "\(tree.root)/real", place.text)
    defer { try? Command.run("umount", place.text) }
    let bench = bench()
    bench.watch([place])
    try bench.wait(for: [.path(place, isThere: true)])
  }

  @Test func forgetsWhatNobodyAsksForAnyMore() throws {
    let bench = bench()
    bench.watch(["/", place])
    try bench.wait(for: [.path("/", isThere: true), .path(place, isThere: false)])
    bench.watch([])
    try bench.wait(for: [])
  }

  @Test func aLookEndsWhenWhatWasAskedForBeforeIsKnown() throws {
    tree.write("x", to: "/backup/file")
    let bench = bench()
    #expect(try bench.reports.next() == [])
    for number in 0..<50 {
      bench.watch([number.isMultiple(of: 2) ? place : "/"])
      try bench.look()
      #expect(try bench.reports.next().count == 1)
    }
    #expect(bench.reports.isEmpty)
  }

  @Test func aLookFindsWhatNobodyTold() throws {
    tree.write("x", to: "/backup/a/file")
    let bench = bench()
    bench.watch(["\(place)/a"])
    try bench.wait(for: [.path("\(place)/a", isThere: true)])
    // Neither the directory nor its parent changes.
    tree.remove("/backup/a/file")
    try bench.look()
    try bench.wait(for: [.path("\(place)/a", isThere: false)])
  }
}
