import Scheduling
import Testing

@testable import Files

/// A random request does not change if it is written, and read as one of many documents.
struct RandomTaskTextTests {
  private let now = WallTime(seconds: 1_772_431_200)
  private let machine = TaskMachine(
    user: { _ in TaskMachine.User(uid: 7, name: "alice", home: "/home/alice", shell: "/bin/sh") },
    program: { "/usr/bin/\($0)" })

  /// Values that are the same for the same seed.
  private struct Random {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }

    /// Text with characters that are difficult in YAML.
    mutating func text() -> String {
      let pieces = [
        "a", "Z", "0", " ", "\"", "\\", "'", "/", "\n", "\t", "\r", "\u{1f}", "\u{7f}", "ä",
        "e\u{301}", "\u{1f98b}", "{", "}", "[", "]", ",", ":", "%", "?", "#", "- ", ": ", "~",
        "null",
        "yes", "---\n", "...\n", "\u{2028}", "&a", "*a", "!!str ", "|", ">",
      ]
      return (0..<below(8)).map { _ in pieces[below(pieces.count)] }.joined()
    }
  }

  /// Options that do not contradict each other, each with its values.
  private static let options = [
    ["kind: utility", "kind: processing"],
    ["every: 1d", "every: 90m", "on: [daily, \"Mon 09:00\"]"],
    ["requires: [power]", "requires: [unmetered, \"path=/mnt/a b: c\"]"], ["prefers: [idle]"],
    ["budget: 9m"], ["grace: 2s"], ["allow-battery: yes"], ["expedited: yes"], ["group: disk"],
    ["retries: 0", "retries: 7"], ["retry-on: abnormal"], ["backoff: linear"],
    ["backoff-delay: 1m"], ["limits: {memory: 2G, cpu: 150%}"], ["on-closed-gate: freeze"],
    ["early-signal: USR1"], ["ready: yes"], ["prevent-sleep: yes"], ["each-failure: yes"],
    ["signal: INT"], ["umask: \"007\""], ["latest: 2d", "latest: 2d\nwake: yes"],
    ["after-any: [sweep]"],
  ]

  private func document(_ random: inout Random) -> String {
    let words = (0..<random.below(4)).map { _ in TaskText.scalar(random.text()) }
    var lines = ["command: [\((["/bin/echo"] + words).joined(separator: ", "))]"]
    lines.append("directory: \(TaskText.scalar("/srv/" + random.text()))")
    lines.append("environment: {A: \(TaskText.scalar(random.text())), B_1: x}")
    lines.append("on-failure-command: \(TaskText.scalar("echo " + random.text()))")
    for values in Self.options where random.below(3) == 0 {
      lines.append(values[random.below(values.count)])
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func requests(_ stream: String) throws -> [Request] {
    try TaskStream(stream, file: "x").entries.map { entry in
      try entry.task.get().request(on: machine, now: now, zone: FixedZone(secondsFromUTC: 0))
    }
  }

  @Test(arguments: 0..<40)
  func requestsAreTheSameAgain(seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 &+ 7)
    // Two options can exclude each other, and a text can be refused.
    let documents = (0..<30).map { "---\nid: r-\($0)\n\(document(&random))" }
      .filter { (try? requests($0)) != nil }
    #expect(documents.count > 2)
    let first = try requests(documents.joined())
    let zone = FixedZone(secondsFromUTC: 3600)
    let written = first.map { "---\nid: \($0.key.id)\n\(TaskText.yaml($0, zone: zone))" }.joined()
    let second = try requests(written)
    #expect(first.count == second.count)
    for (one, other) in zip(first, second) {
      var terms = one.terms
      // A task file always names the kind, even if the submission did not.
      terms.namedKind = terms.kind
      #expect(terms.fields(differingFrom: other.terms) == [], "\(written)")
      #expect(one.terms.command == other.terms.command, "\(written)")
      #expect(one.window == other.window && one.period == other.period, "\(written)")
    }
  }
}
