import Control
import Testing
import Varlink

/// Requests that follow others, as clients see them.
struct DependentTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(directory)
  }

  private func submit(_ id: String, after: [String]? = nil) throws {
    _ = try daemon.call(
      Submit(id: id, command: .test(["/bin/true"]), earliest: "5h", after: after))
  }

  @Test func aChainIsCancelledInAnyOrder() throws {
    try submit("one")
    try submit("two", after: ["one"])
    try submit("three", after: ["two"])
    for id in ["one", "three", "two"] { _ = try daemon.call(Cancel(id: id)) }
    #expect(try daemon.call(List()).requests.isEmpty)
    #expect(try daemon.call(ListFailures()).failures.isEmpty)
  }

  @Test func aRequestAfterACancelledOneNamesIt() throws {
    try submit("one")
    try submit("two", after: ["one"])
    #expect(try daemon.call(Cancel(id: "one")).failed == ["two"])
    let said = try Rubatoctl.run(["explain", "two"], by: daemon)
    let errors = said.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(errors.contains(": 'one', which it follows, failed or was cancelled;"), "\(said)")
    #expect(
      errors.contains("`rubatoctl retry two` queues it again once 'one' is submitted again,"),
      "\(said)")
    try submit("one")
    #expect(try Rubatoctl.run(["retry", "two"], by: daemon).code == 0)
  }

  @Test func cancelNamesTheFollowersThatAreNotNamedWithIt() throws {
    try submit("one")
    try submit("two", after: ["one"])
    try submit("three", after: ["one"])
    try submit("four", after: ["two"])
    let said = try Rubatoctl.run(["cancel", "one", "two"], by: daemon)
    #expect(
      said.output.contains(
        "Cancelled: one. Requests three and four have failed permanently, because they depend on one;"
          + " to queue them again, submit one and two again and run `rubatoctl "), "\(said)")
    #expect(said.output.contains(" retry three four`; to remove them, run `rubatoctl "), "\(said)")
    #expect(said.output.contains(" acknowledge three four`.\n"), "\(said)")
    #expect(said.output.contains("Cancelled: two.\n"), "\(said)")
  }

  @Test func aTreeShowsEachBelowTheOneThatItFollows() throws {
    try submit("one")
    try submit("two", after: ["one"])
    try submit("three", after: ["one", "two"])
    try submit("alone")
    let said = try Rubatoctl.run(["list", "--tree"], by: daemon)
    let names = said.output.split(separator: "\n").dropFirst().prefix(4).map {
      $0.prefix { $0 != "m" }.split(separator: " ").joined(separator: " ")
    }
    #expect(names == ["one", "├ two", "└ three", "alone"], "\(said)")
  }
}
