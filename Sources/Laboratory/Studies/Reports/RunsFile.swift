import FoundationEssentials
import Scheduling
import Simulation

/// Runs as JSON lines, with times in seconds as in a trace.
package enum RunsFile {
  /// The scheduler that decided, in a comparison.
  package struct Decider: Hashable, Sendable {
    package var name: String
    /// The seed of the world, or the number of the device.
    package var seed: UInt64
  }

  private struct Line: Encodable {
    enum CodingKeys: String, CodingKey {
      case t, end, app, kind, outcome, stopReason, id, run, cpuSeconds, decider, seed
    }

    var record: RunRecord
    var decider: Decider?

    /// Encodes the run. All members are present; an app, a stop reason or a processor time that is unknown is null.
    /// Only a comparison has `decider` and `seed`.
    func encode(to encoder: any Encoder) throws {
      var line = encoder.container(keyedBy: CodingKeys.self)
      try line.encode(record.started.traceSeconds, forKey: .t)
      try line.encode(record.ending.at.traceSeconds, forKey: .end)
      try line.encode(record.app, forKey: .app)
      try line.encode(record.kind, forKey: .kind)
      try line.encode(outcome, forKey: .outcome)
      try line.encode(record.ending.stopReason?.code, forKey: .stopReason)
      try line.encode(record.id, forKey: .id)
      try line.encode(record.run, forKey: .run)
      try line.encode(record.ending.cpuSeconds, forKey: .cpuSeconds)
      try line.encodeIfPresent(decider?.name, forKey: .decider)
      try line.encodeIfPresent(decider?.seed, forKey: .seed)
    }

    private var outcome: String {
      record.isSuccess ? "success" : record.ending.outcome.rawValue
    }
  }

  /// Returns the runs in the order of their starts, one JSON object with sorted keys on each line.
  ///
  /// - Parameter decider: The scheduler that started them, in a comparison; `nil` otherwise.
  package static func text(
    _ runs: some Collection<RunRecord>, by decider: Decider? = nil
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var text: [UInt8] = []
    for position in runs.positionsByStart {
      // Texts and finite numbers can always be written as JSON.
      text += (try? encoder.encode(Line(record: runs[position], decider: decider))) ?? Data()
      text.append(UInt8(ascii: "\n"))
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension WallTime {
  /// The time in seconds as in a trace, to the millisecond.
  package var traceSeconds: Double { Double(nanoseconds / 1_000_000) / 1000 }
}
