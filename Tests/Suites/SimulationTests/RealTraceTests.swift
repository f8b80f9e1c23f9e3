import FoundationEssentials
import Scheduling
import Testing

@testable import Simulation
@testable import Studies

/// Recordings of real phones, if RUBATO_TRACES names their directory. The project may not distribute them.
@Suite(
  .enabled(
    if: RealTraces.folder != nil,
    "RUBATO_TRACES names no folder of traces, so no real trace is lived through"))
struct RealTraceTests {
  @Test(arguments: RealTraces.names)
  func workOfFiveMinutesIsDoneOnDaysThatHaveRoomForIt(name: String) throws {
    let result = try Simulator.run(try RealTraces.read(name), Simulator.Options())
    #expect(result.report.refusals == [])
    for span in result.report.processing {
      #expect(span.fitDays > 0)
      #expect(try #require(span.rubato.doneShare.value) >= 0.95)
      #expect(try #require(span.rubato.lostShare.value) < 0.05)
    }
  }

  @Test(arguments: RealTraces.names)
  func theSameSeedGivesTheSameBytes(name: String) throws {
    var options = Simulator.Options()
    options.days = 4
    let trace = try RealTraces.read(name)
    let runs = try (0..<2).map { _ in RunsFile.text(try Simulator.run(trace, options).runs) }
    #expect(runs[0] == runs[1])
  }
}

enum RealTraces {
  static let folder = ProcessInfo.processInfo.environment["RUBATO_TRACES"]

  static let names: [String] = {
    guard let folder, let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return [] }
    return files.filter { $0.hasSuffix(".jsonl") }.sorted()
  }()

  static func read(_ name: String) throws -> Trace {
    let bytes = try #require(FileManager.default.contents(atPath: "\(folder ?? "")/\(name)"))
    return try TraceReader.read(String(decoding: bytes, as: UTF8.self), named: name)
  }
}
