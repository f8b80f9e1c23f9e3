import FoundationEssentials
import Terminal

/// A story as `Page/story.js` reads it: texts are written once, times are distances in tenths of a
/// second.
struct PackedStory: Encodable {
  struct App: Encodable {
    var name: String
    var opens: [Int]
    var processes: [Int]
    var awake: [Int]
  }

  struct Task: Encodable {
    var app: Int
    var id: Int
    var kind: Int
    var waits: [Int]
    var runs: [[Int]]
  }

  /// A code and what it means; an outcome also has one of the marks of `Page/looks.js`.
  struct Meaning: Encodable {
    var code: String
    var words: String
    var mark: String?
  }

  /// A number of a decision: whole ones are places.
  enum Number: Encodable {
    case whole(Int)
    case part(Double?)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .whole(let number): try container.encode(number)
      case .part(let number): try container.encode(number.flatMap(PackedStory.rounded))
      }
    }
  }

  let version = 1
  var title: String
  /// Seconds.
  var tick: Double
  var from: Double
  var to: Double
  var facts: [[String]]
  var zones: [[Int]]
  var gaps: [Int]
  var device: [String: [Int]]
  var apps: [App]
  var tasks: [Task]
  var decisions: [[Number]]
  var strings: [String]
  var reasons: [Meaning]
  var reasonSets: [[Int]]
  var outcomes: [Meaning]

  /// As JSON that may stand in a page: no text in it is markup, or ends its element.
  var json: String {
    JSONLayout.compact(self).utf8.split(
      separator: UInt8(ascii: "<"), omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\\u003c")
  }

  /// To six places, which is what anybody sees; nil for what JSON cannot say.
  static func rounded(_ number: Double) -> Double? {
    guard number.magnitude < 1e15 else { return nil }
    // No zero has a sign.
    return (number * 1_000_000).rounded() / 1_000_000 + 0
  }
}
