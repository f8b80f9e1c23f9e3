import Control
import Foundation
import Testing

/// `export`, as a program, and the import of its file.
struct ExportTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(directory)
  }

  private func submit(_ id: String, after: [String] = []) throws {
    let words = [
      "submit", "--id", id, "--earliest", "5h", "--requires", "power", "--prefer", "idle",
      "--budget",
      "1m", "--retries", "8", "--env", "TOKEN=secret-\(id)",
    ]
    let dates = after.isEmpty ? ["--every", "1d"] : ["--after", after.joined(separator: ",")]
    let submitted = try run(words + dates + ["--", "/bin/echo", id, "a: \"b\"\n# c"])
    #expect(submitted.code == 0, "\(submitted)")
  }

  private var texts: [String: String] {
    get throws {
      var texts: [String: String] = [:]
      for request in try daemon.call(List()).requests {
        texts[request.id] = try daemon.call(GetTaskFile(id: request.id)).text
      }
      return texts
    }
  }

  private func run(_ arguments: [String]) throws -> Rubatoctl.Result {
    try Rubatoctl.run(arguments, by: daemon)
  }

  private func mode(_ path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test func exportedRequestsComeBackAsTheyWere() throws {
    for id in ["a", "b", "c-1"] { try submit(id) }
    let before = try texts
    let path = "\(directory.path)/jobs.yaml"
    // A file with this name must not keep its mode.
    try "kept".write(toFile: path + ".new", atomically: true, encoding: .utf8)
    let exported = try run(["export", "--with-secrets", "--output", path])
    #expect(exported.code == 0 && exported.errors.isEmpty, "\(exported)")
    #expect(try mode(path) == 0o600)
    #expect(try String(contentsOfFile: path + ".new", encoding: .utf8) == "kept")
    for id in before.keys { _ = try daemon.call(Cancel(id: id)) }
    let imported = try run(["import", path])
    #expect(imported.code == 0, "\(imported)")
    #expect(try texts == before)
  }

  @Test func valuesOfVariablesAreLeftOut() throws {
    try submit("a")
    let exported = try run(["export"])
    #expect(!exported.output.contains("secret-a") && exported.output.contains("# TOKEN: the value"))
    #expect(exported.output.contains("\n  PATH: "), "\(exported)")
    let object = try run(["export", "--json"]).output
    #expect(object.contains("\"omitted\":[\"TOKEN\"]"), "\(object)")
    let path = "\(directory.path)/jobs.yaml"
    try exported.output.write(toFile: path, atomically: true, encoding: .utf8)
    let imported = try run(["import", path])
    #expect(imported.output.hasPrefix("Accepted, replacing the queued request: a."), "\(imported)")
    #expect(try daemon.call(GetTaskFile(id: "a")).environment["TOKEN"] == nil)
  }

  @Test func requestsComeAfterThoseThatTheyFollow() throws {
    try submit("z")
    try submit("m", after: ["z"])
    try submit("a", after: ["m", "z"])
    let path = "\(directory.path)/jobs.yaml"
    #expect(try run(["export", "--with-secrets", "--output", path]).code == 0)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let order = text.split(separator: "\n").filter { $0.hasPrefix("id: ") }
    #expect(order == ["id: z", "id: m", "id: a"], "\(text)")
    let before = try texts
    _ = try daemon.call(Cancel(id: "a"))
    _ = try daemon.call(Cancel(id: "m"))
    _ = try daemon.call(Cancel(id: "z"))
    #expect(try run(["import", path]).code == 0)
    #expect(try texts == before)
  }

  @Test func onlySelectedRequestsAreExported() throws {
    for id in ["encode-1", "encode-2", "other"] { try submit(id) }
    let some = try run(["export", "encode-*"])
    #expect(some.output.contains("id: encode-2") && !some.output.contains("id: other"))
    let none = try run(["export", "nothing"])
    #expect(none.code == 1 && none.errors.contains("no request matches 'nothing'"), "\(none)")
    let file = try run(["export", "jobs.yaml"])
    #expect(file.errors.contains("; to write a file, use --output FILE"), "\(file)")
    let list = try run(["list", "nothing"])
    #expect(list.errors.contains("; `rubatoctl list --failed` lists failed ones"), "\(list)")
    let logs = try run(["logs", "other"])
    #expect(
      logs.code == 1 && logs.errors.contains("'other' has not run yet; `rubatoctl"), "\(logs)")
    #expect(try run(["export", "--json", "--output", "x"]).code == 2)
  }
}
