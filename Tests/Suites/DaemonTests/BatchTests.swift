import Control
import Foundation
import Testing
import Varlink

/// Many requests with one call.
struct BatchTests {
  private let directory: TemporaryDirectory
  private let daemon: DaemonProcess

  init() throws {
    directory = try TemporaryDirectory()
    daemon = try DaemonProcess(directory)
  }

  private func submission(_ id: String, retries: Int64? = nil) -> Submit {
    Submit(id: id, command: .test(["/bin/true"]), earliest: "5h", retries: retries)
  }

  private func ids() throws -> [String] {
    try daemon.call(List()).requests.map(\.id).sorted()
  }

  private func refusal(of call: SubmitAll) throws -> ControlError.Parameters? {
    do {
      _ = try daemon.call(call)
      return nil
    } catch ClientError.remote(let remote) {
      return try remote.parameters.decode(as: ControlError.Parameters.self)
    }
  }

  @Test func theReplyHasTheOutcomeOfEachSubmission() throws {
    let calls = [
      submission("a"), submission("b", retries: -1), submission("c", retries: 1 << 40),
      submission("a"), Submit(id: "e", command: .test(["relative"])),
    ]
    let results = try daemon.call(SubmitAll(submissions: calls)).results
    #expect(results.map(\.id) == ["a", nil, nil, "a", nil])
    #expect(results.map(\.replaced) == [false, false, false, true, false])
    #expect(results.map(\.error) == [nil, "Refused", "Refused", nil, "Refused"])
    #expect(results[1].field == "retries" && results[1].value == "-1")
    #expect(try ids() == ["a"])
  }

  @Test func anAtomicCallIsRefusedAsAWhole() throws {
    for retries in [-1, 1 << 40] as [Int64] {
      let calls = [submission("a"), submission("b", retries: retries)]
      let refusal = try refusal(of: SubmitAll(submissions: calls, atomic: true))
      #expect(refusal?.field == "submissions[1].retries")
      #expect(refusal?.message.hasPrefix("submissions[1]: retries ") == true, "\(refusal as Any)")
      #expect(try ids().isEmpty)
    }
    let calls = [submission("a"), submission("b")]
    #expect(try daemon.call(SubmitAll(submissions: calls, atomic: true)).results.count == 2)
    #expect(try ids() == ["a", "b"])
  }

  @Test func theNumberOfSubmissionsIsLimited() throws {
    #expect(try refusal(of: SubmitAll(submissions: []))?.field == "submissions")
    let many = [Submit](repeating: Submit(), count: 10_001)
    #expect(try refusal(of: SubmitAll(submissions: many))?.value == "10001")
  }

  @Test func commandsShareVariables() throws {
    var own = submission("own")
    own.command?.environment = ["A": "own"]
    var shared = submission("shared")
    shared.command?.environment = [:]
    let call = SubmitAll(submissions: [own, shared], environment: ["A": "1", "B": "2"])
    _ = try daemon.call(call)
    #expect(try daemon.call(GetTaskFile(id: "own")).environment == ["A": "own", "B": "2"])
    #expect(try daemon.call(GetTaskFile(id: "shared")).environment == ["A": "1", "B": "2"])
  }
}
