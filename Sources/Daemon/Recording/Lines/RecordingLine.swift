import FoundationEssentials
import Scheduling

/// One line of a recording.
package enum RecordingLine: Sendable {
  /// A daemon started: the state of its scheduler, and its first decisions.
  case began(RecordedBeginning, decided: [String])
  /// An event was handled, with its decisions.
  case took(Event, at: Instant, decided: [String])
  /// A commit failed: the scheduler was rebuilt from the store, and from the live runs before that step.
  case reloaded(Snapshot, runsBefore: [Run], at: Instant)
  /// The recording ends, for this reason.
  case stopped(String)
}

extension RecordingLine: Codable {
  private enum Key: String, CodingKey {
    case began, at, event, decided, reloaded, before, stopped
  }

  /// Decodes a line. The member `began`, `event`, `reloaded` or `stopped` determines its case.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let decided = try values.decodeIfPresent([String].self, forKey: .decided) ?? []
    if let beginning = try values.decodeIfPresent(RecordedBeginning.self, forKey: .began) {
      self = .began(beginning, decided: decided)
    } else if let event = try values.decodeIfPresent(Event.self, forKey: .event) {
      self = .took(event, at: try Self.moment(in: values), decided: decided)
    } else if let snapshot = try values.decodeIfPresent(Snapshot.self, forKey: .reloaded) {
      let runsBefore = try values.decode([Run].self, forKey: .before)
      self = .reloaded(snapshot, runsBefore: runsBefore, at: try Self.moment(in: values))
    } else {
      self = .stopped(try values.decode(String.self, forKey: .stopped))
    }
  }

  /// Encodes the members of the line. An empty list of decisions is omitted.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .began(let beginning, let decided):
      try values.encode(beginning, forKey: .began)
      try encode(decided, to: &values)
    case .took(let event, let moment, let decided):
      try encode(moment, to: &values)
      try values.encode(event, forKey: .event)
      try encode(decided, to: &values)
    case .reloaded(let snapshot, let runsBefore, let moment):
      try encode(moment, to: &values)
      try values.encode(snapshot, forKey: .reloaded)
      try values.encode(runsBefore, forKey: .before)
    case .stopped(let why): try values.encode(why, forKey: .stopped)
    }
  }

  /// Encodes the decisions of a line, unless there are none.
  private func encode(
    _ decided: [String], to values: inout KeyedEncodingContainer<Key>
  ) throws {
    if !decided.isEmpty { try values.encode(decided, forKey: .decided) }
  }

  /// Encodes the three readings in nanoseconds: wall, boot, awake.
  private func encode(
    _ moment: Instant, to values: inout KeyedEncodingContainer<Key>
  ) throws {
    let readings = [moment.wall.nanoseconds, moment.boot.nanoseconds, moment.awake.nanoseconds]
    try values.encode(readings, forKey: .at)
  }

  /// Decodes the three readings of a time in nanoseconds: wall, boot, awake. Throws if there are not three.
  private static func moment(in values: KeyedDecodingContainer<Key>) throws -> Instant {
    let readings = try values.decode([Int64].self, forKey: .at)
    guard readings.count == 3 else {
      throw DecodingError.dataCorruptedError(
        forKey: .at, in: values, debugDescription: "three readings are needed")
    }
    return Instant(
      wall: WallTime(nanoseconds: readings[0]), boot: BootTime(nanoseconds: readings[1]),
      awake: AwakeTime(nanoseconds: readings[2]))
  }
}

extension RecordingLine {
  /// The line as JSON, with its newline.
  package var bytes: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.nonConformingFloatEncodingStrategy = Self.floats
      return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
  }

  /// Decodes a line from its JSON, without its newline. Throws a `DecodingError` if it is no line of a recording.
  package init(bytes: some Sequence<UInt8>) throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    self = try decoder.decode(Self.self, from: Data(bytes))
  }

  private static let floats = JSONEncoder.NonConformingFloatEncodingStrategy.convertToString(
    positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
}
