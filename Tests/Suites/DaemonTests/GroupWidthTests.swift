import Control
import Testing

/// Widths of groups in submitted and exported files.
struct GroupWidthTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(directory)
  }

  private func width() throws -> Int64? {
    try daemon.call(ListGroups()).groups.first { $0.name == "encode" }?.width
  }

  private func file(_ id: String, width: Int) throws -> String {
    try directory.write(
      "command: [/bin/true]\nearliest: 5h\ngroup: {name: encode, width: \(width)}\n",
      to: "\(id).yaml")
    return "\(directory.path)/\(id).yaml"
  }

  @Test func aSubmittedFileGivesAWidthThatItsExportNames() throws {
    let one = try file("one", width: 3)
    let submitted = try Rubatoctl.run(["submit", "--file", one], by: daemon)
    #expect(try submitted.code == 0 && width() == 3, "\(submitted)")
    let exported = try Rubatoctl.run(["export"], by: daemon)
    #expect(exported.output.contains("\ngroup: {name: encode, width: 3}\n"), "\(exported)")
    _ = try daemon.call(SetGroup(name: "encode"))
    #expect(try daemon.call(GetTaskFile(id: "one")).text.contains("\ngroup: encode\n"))
    try directory.write(exported.output, to: "jobs.yaml")
    let imported = try Rubatoctl.run(["import", "\(directory.path)/jobs.yaml"], by: daemon)
    #expect(try imported.code == 0 && width() == 3, "\(imported)")
  }

  @Test func filesWithOtherWidthsAreRefusedTogether() throws {
    let paths = [try file("one", width: 3), try file("two", width: 4)]
    let refused = try Rubatoctl.run(["submit", "--file"] + paths, by: daemon)
    #expect(refused.code == 1, "\(refused)")
    #expect(
      refused.errors.contains(
        "\(paths[0]):3:8: group 'encode' has the width 3 here, and 4 in \(paths[1]):3"),
      "\(refused)")
    #expect(try daemon.call(List()).requests.isEmpty && width() == nil)
  }

  @Test func aCallWithoutAGroupGivesNoWidth() throws {
    #expect(throws: (any Error).self) {
      try daemon.call(Submit(id: "a", command: .test(["/bin/true"]), groupWidth: 3))
    }
  }
}
