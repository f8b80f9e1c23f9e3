import Foundation
import Testing

@testable import Files

struct TaskDirectoryTests {
  private let directory: String
  private let owners: Set<UInt32> = [geteuid()]

  init() throws {
    directory = FileManager.default.temporaryDirectory.path + "/tasks-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755])
  }

  private func write(_ text: String, to name: String, mode: Int = 0o644) throws {
    let url = URL(fileURLWithPath: "\(directory)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    try Data(text.utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }

  /// Returns the contents of the directory, and removes the directory.
  private func layer(_ owners: Set<UInt32>? = nil) -> TaskTree.Layer {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return TaskTree(directories: [directory], owners: owners ?? self.owners).layers[0]
  }

  @Test func readsTaskFilesAndTheirDropInsAndNothingElse() throws {
    try write("a", to: "a.yaml")
    try write("b", to: "a.yaml.d/b.yaml")
    for name in ["README", "b.yaml~", ".c.yaml", "d.yaml.dpkg-old", "a.yaml.d/e.conf"] {
      try write("x", to: name)
    }
    #expect(
      layer().entries == [
        TaskTree.Entry(name: "a.yaml", path: "\(directory)/a.yaml", content: .text("a")),
        TaskTree.Entry(
          name: "a.yaml.d/b.yaml", path: "\(directory)/a.yaml.d/b.yaml", content: .text("b")),
      ])
  }

  @Test func anEmptyFileAndALinkToDevNullMask() throws {
    try write("", to: "a.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: "\(directory)/b.yaml", withDestinationPath: "/dev/null")
    #expect(layer().entries.map(\.content) == [.masked, .masked])
  }

  @Test func aDirectoryThatDoesNotExistIsEmpty() {
    try? FileManager.default.removeItem(atPath: directory)
    #expect(layer() == TaskTree.Layer(directory: directory))
  }

  /// Returns the reason for the refusal of each file; empty for accepted files.
  private func refusals() -> [String] {
    layer().entries.map { entry in
      if case .refused(let message) = entry.content { message } else { "" }
    }
  }

  @Test func refusesWhatEverybodyMayWrite() throws {
    try write("a", to: "a.yaml", mode: 0o666)
    #expect(refusals().first?.contains("world-writable") == true)
  }

  /// Only root can change the owner of a file.
  @Test(.enabled(if: geteuid() == 0))
  func refusesWhatAGroupOfOthersMayWrite() throws {
    try write("a", to: "a.yaml", mode: 0o664)
    try write("a", to: "b.yaml", mode: 0o644)
    for name in ["a.yaml", "b.yaml"] { chown("\(directory)/\(name)", 0, 12345) }
    let refusals = refusals()
    #expect(refusals[0].contains("writable by group 12345"))
    #expect(refusals[1] == "")
  }

  @Test func refusesADirectoryThatEverybodyMayWrite() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
    #expect(layer().refusal?.contains("world-writable") == true)
  }

  @Test func refusesADirectoryOfSomebodyElse() {
    let message = layer([geteuid() + 1]).refusal ?? ""
    #expect(message.contains("owned by uid \(geteuid())"))
  }

  @Test func refusesDropInsThatEverybodyMayWriteWithTheirTask() throws {
    try write("command: a\nevery: 1d", to: "a.yaml")
    try write("budget: 1h", to: "a.yaml.d/b.yaml")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: "\(directory)/a.yaml.d")
    let reading = TaskReading(TaskTree(layers: [layer()]), rules: TaskRules())
    #expect(reading.tasks.isEmpty)
    #expect(reading.problems.map(\.task) == ["a"])
    #expect(reading.problems.first?.error.file == "\(directory)/a.yaml.d")
  }

  @Test func refusesWhatIsNoFile() throws {
    mkfifo("\(directory)/a.yaml", 0o600)
    try FileManager.default.createDirectory(
      atPath: "\(directory)/b.yaml", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: "\(directory)/c.yaml", withDestinationPath: "/nowhere")
    let refusals = refusals()
    #expect(refusals.count == 3)
    #expect(refusals[0].contains("not a file"))
    #expect(refusals[1].contains("not a file"))
    #expect(refusals[2].contains("cannot be read"))
  }

  @Test func refusesWhatIsTooLongOrNoText() throws {
    try write(String(repeating: "#", count: 65_537), to: "a.yaml")
    try Data([0xff, 0xfe]).write(to: URL(fileURLWithPath: "\(directory)/b.yaml"))
    let refusals = refusals()
    #expect(refusals[0].contains("longer than 65536 bytes"))
    #expect(refusals[1].contains("UTF-8"))
  }

  @Test func asksToRenameWhatEndsInYml() throws {
    try write("a", to: "a.yml")
    #expect(refusals().first?.contains("rename it to a.yaml") == true)
    try write("a", to: "b.yaml.d/10.yml")
    #expect(
      refusals().last == "drop-ins end in .yaml, and this one ends in .yml; rename it to 10.yaml")
  }
}
