import Bus
import Glibc
import Scheduling
import Testing

@testable import Launch

/// Names, paths and files that systemd reads.
@Suite struct UnitTextTests {
  @Test(arguments: [
    (UnitName(.run(17)), "rubato-run-17.service"),
    (UnitName(.run(17), step: 2), "rubato-run-17-step-2.service"),
    (UnitName(.check(3)), "rubato-run-check-3.service"),
    (UnitName(.failureCommand(2)), "rubato-run-failure-2.service"),
    (UnitName(.observer(1)), "rubato-run-observer-1.service"),
  ])
  func namesUnitsByWhatTheyAre(_ name: UnitName, _ text: String) {
    #expect(name.text == text)
    #expect(UnitName(text) == name)
  }

  @Test(arguments: [
    "fstrim.service", "rubato-run-.service", "rubato-run-x.service", "rubato-run-1-step-0.service",
    "rubato-run-1-step-.service", "rubato-run-01.service", "rubato-run-1.scope",
    "rubato-run-1-step-2-3.service", "rubato-run-check-.service", "rubato-run-check-03.service",
    "rubato-run-other-3.service",
  ])
  func knowsTheNamesOfOthers(_ text: String) {
    #expect(UnitName(text) == nil)
  }

  @Test func writesPathsAsTheBusHasThem() {
    #expect(
      UnitPath.of("rubato-run-1.service")
        == "/org/freedesktop/systemd1/unit/rubato_2drun_2d1_2eservice")
    #expect(UnitPath.of("1a.service") == "/org/freedesktop/systemd1/unit/_31a_2eservice")
  }

  @Test func quotesTheEnvironment() {
    let text = EnvironmentFile.text(["B": "a\"b\\c`d$e\nf 'g'", "A": ""])
    #expect(text == "A=\"\"\nB=\"a\\\"b\\\\c\\`d\\$e\nf 'g'\"\n")
  }

  @Test func leavesNoPartOfAnEnvironmentThatCannotBeWritten() async throws {
    let directory = try makeTemporaryDirectory()
    defer { removeTree(directory) }
    await #expect(processExitsWith: .success) { [directory = directory as String] in
      // This process may write only 8 bytes into a file.
      signal(SIGXFSZ, SIG_IGN)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      var limit = rlimit()
      getrlimit(resource, &limit)
      let formerLimit = limit.rlim_cur
      limit.rlim_cur = 8
      setrlimit(resource, &limit)
      let path = EnvironmentFile.path(directory, "rubato-run-1.service")
      let error = #expect(throws: LaunchError.self) {
        _ = try EnvironmentFile(
          directory: directory, unit: "rubato-run-1.service", environment: ["PASSWORD": "secret"])
      }
      limit.rlim_cur = formerLimit
      setrlimit(resource, &limit)
      #expect(error == .system("cannot write \(path)", EFBIG))
      #expect(access(path, F_OK) != 0)
    }
  }

  @Test func findsNamesThatSystemdDoesNotPassOn() {
    #expect(EnvironmentFile.refusedName(in: ["PATH": "", "_x1": ""]) == nil)
    #expect(EnvironmentFile.refusedName(in: ["BASH_FUNC_f%%": "", "PATH": ""]) == "BASH_FUNC_f%%")
    #expect(EnvironmentFile.refusedName(in: ["1A": ""]) == "1A")
    #expect(EnvironmentFile.refusedName(in: ["": ""]) == "")
  }

  @Test func knowsTheTypesOfTheBus() {
    let value = BusValue.array(
      of: "(sv)", [.structure([.string("a"), .variant(.array(of: "s", []))])])
    #expect(value.type == "a(sv)")
    #expect(BusValue.entry(.string("k"), .variant(.uint64(1))).type == "{sv}")
  }
}

/// Pieces of an output that is written line by line.
@Suite struct OutputPieceTests {
  private func piece(from offset: Int64?, limit: Int, start: Int64 = 0) -> RunOutput {
    var piece = OutputPiece(firstByte: offset, limitBytes: limit, start: start)
    for line in ["one\n", "two\n", "three\n"] where !piece.isFull { piece.add(Array(line.utf8)) }
    return piece.output
  }

  private func text(_ output: RunOutput) -> String { String(decoding: output.bytes, as: UTF8.self) }

  @Test func givesTheNewest() {
    let output = piece(from: nil, limit: 8)
    #expect(text(output) == "o\nthree\n")
    #expect(output.start == 6)
    #expect(output.end == 14)
  }

  @Test func givesAPieceFromAnOffsetToTheEndOfALine() {
    let output = piece(from: 2, limit: 5)
    #expect(text(output) == "e\ntwo\n")
    #expect(output.start == 2)
    #expect(output.end == 8)
  }

  @Test func givesNothingBehindTheEnd() {
    let output = piece(from: 20, limit: 5)
    #expect(output.bytes.isEmpty)
    #expect(output.start == 14)
  }

  @Test func goesOnWhereAReadingEnded() {
    let output = piece(from: 104, limit: 100, start: 100)
    #expect(text(output) == "two\nthree\n")
    #expect(output.start == 104)
    #expect(output.end == 114)
  }

  @Test func keepsNoMoreThanIsWanted() {
    var piece = OutputPiece(firstByte: nil, limitBytes: 10, start: 0)
    for _ in 0..<100_000 { piece.add(Array("0123456\n".utf8)) }
    #expect(piece.output.bytes.count == 10)
    #expect(piece.output.end == 800_000)
  }
}
