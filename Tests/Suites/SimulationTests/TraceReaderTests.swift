import Scheduling
import Testing

@testable import Simulation
@testable import Studies

struct TraceReaderTests {
  private func kinds(_ text: String) throws -> [TraceRecord.Kind] {
    try TraceReader.read(text, named: "trace").records.map(\.kind)
  }

  @Test func readsEveryEvent() throws {
    let text = """
      {"t": 10.5, "ev": "open", "app": "news", "energy": 12}
      {"t": 11, "ev": "open", "app": "home", "sys": 1, "res": 3600}

      {"t": 11, "ev": "open", "app": "mail", "res": 60}
      {"t": 12, "ev": "close", "app": "mail"}
      {"t": 13, "ev": "battery", "level": 41.6}
      {"t": 14, "ev": "charging", "on": true}
      {"t": 15, "ev": "screen", "on": false}
      {"t": 16, "ev": "screen", "locked": true}
      {"t": 17, "ev": "network", "net": "wwan"}
      {"t": 18, "ev": "gap", "until": 20}
      """
    #expect(
      try kinds(text) == [
        .open(app: "news", isSystem: false, spread: .zero),
        .open(app: "home", isSystem: true, spread: .hours(1)),
        .open(app: "mail", isSystem: false, spread: .zero), .close(app: "mail"), .battery(42),
        .charging(true), .screen(isLit: false, isLocked: nil),
        .screen(isLit: nil, isLocked: true), .network(.cellular),
        .gap(until: WallTime(seconds: 20)),
      ])
    let first = try #require(try TraceReader.read(text, named: "trace").records.first)
    #expect(first.at == WallTime(nanoseconds: 10_500_000_000))
  }

  @Test(arguments: [
    ("{", "this is not a JSON object"),
    ("[1]", "this is not a JSON object"),
    ("{\"ev\": \"open\"}", "t is missing; add the time in seconds"),
    ("{\"t\": \"1\", \"ev\": \"open\"}", "t is not a number"),
    ("{\"t\": -1, \"ev\": \"open\"}", "t is -1.0; allowed are seconds from 0 to 4102444800"),
    ("{\"t\": 1}", "ev is missing; use one of"),
    ("{\"t\": 1, \"ev\": \"opened\"}", "ev is 'opened'; allowed are open, close, battery,"),
    ("{\"t\": 1, \"ev\": \"open\"}", "app is missing; ev 'open' needs it: the app's name"),
    ("{\"t\": 1, \"ev\": \"battery\", \"level\": 101}", "level is 101.0; allowed are 0 to 100"),
    ("{\"t\": 1, \"ev\": \"charging\", \"on\": 1}", "on is not true or false"),
    ("{\"t\": 1, \"ev\": \"screen\"}", "on is missing; ev 'screen' needs on or locked"),
    ("{\"t\": 1, \"ev\": \"network\", \"net\": \"5g\"}", "net is '5g'; allowed are wifi, wwan"),
    ("{\"t\": 9, \"ev\": \"gap\", \"until\": 8}", "until is 8.0, which is before t"),
    ("{\"t\": 1, \"ev\": \"open\", \"app\": \"a\", \"res\": -5}", "res is -5.0; allowed are 0 to"),
    ("{\"t\": 0.5, \"ev\": \"close\", \"app\": \"a\"}", "t is before that of the line above"),
  ])
  func saysWhichLineIsWrongAndWhatIsAllowed(line: String, message: String) throws {
    let text = "{\"t\": 1, \"ev\": \"charging\", \"on\": true}\n\n\(line)\n"
    let error = try #require(throws: TraceError.self) { try kinds(text) }
    #expect(error.description.hasPrefix("trace:3: \(message)"))
  }

  @Test func refusesAnEmptyTrace() throws {
    let error = try #require(throws: TraceError.self) { try kinds("\n") }
    #expect(error.description == "trace:1: no events found; write one JSON object per line")
  }
}
