import JSON

/// A story as `Page/story.js` reads it: texts are written once, times are distances in tenths of a
/// second.
struct PackedStory: JSONWritable {
  struct App: JSONWritable {
    var name: String
    var opens: [Int]
    var processes: [Int]
    var awake: [Int]

    /// Writes the app with its intervals, each as two numbers of ticks: the gap before it and its length.
    func write(to json: inout JSONWriter) {
      json.beginObject()
      json.member("name", name)
      json.member("opens", opens)
      json.member("processes", processes)
      json.member("awake", awake)
      json.endObject()
    }
  }

  struct Task: JSONWritable {
    var app: Int
    var id: Int
    var kind: Int
    var waits: [Int]
    var runs: [[Int]]

    /// Writes the task. `app` is a place in `apps`, or -1 if there is none; `id` and `kind` are places in `strings`.
    func write(to json: inout JSONWriter) {
      json.beginObject()
      json.member("app", app)
      json.member("id", id)
      json.member("kind", kind)
      json.member("waits", waits)
      json.member("runs", runs)
      json.endObject()
    }
  }

  /// A code and its meaning; an outcome also has one of the marks of `Page/looks.js`.
  struct Meaning: JSONWritable {
    var code: String
    var words: String
    var mark: String?

    /// Writes the code and its words. The mark is left out if there is none.
    func write(to json: inout JSONWriter) {
      json.beginObject()
      json.member("code", code)
      json.member("words", words)
      json.member("mark", ifThere: mark)
      json.endObject()
    }
  }

  /// A number of a decision: whole ones are places.
  enum Number: JSONWritable {
    case whole(Int)
    case part(Double?)

    /// Writes a `whole` number as it is. A `part` is rounded to six places; it is null if it is unknown or too large.
    func write(to json: inout JSONWriter) {
      switch self {
      case .whole(let number): json.write(Int64(number))
      case .part(let number):
        if let number = number.flatMap(PackedStory.rounded) {
          json.write(number)
        } else {
          json.null()
        }
      }
    }
  }

  let version = 1
  var title: String
  /// The time unit, in seconds.
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

  /// The story as JSON that may be part of a page: no text in it is markup, or ends its element.
  var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\\u003c")
  }

  /// Writes the story as one object, which `readStory` of `Page/story.js` unpacks.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("version", version)
    json.member("title", title)
    json.member("tick", tick)
    json.member("from", from)
    json.member("to", to)
    json.member("facts", facts)
    json.member("zones", zones)
    json.member("gaps", gaps)
    json.member("device", device)
    json.member("apps", apps)
    json.member("tasks", tasks)
    json.member("decisions", decisions)
    json.member("strings", strings)
    json.member("reasons", reasons)
    json.member("reasonSets", reasonSets)
    json.member("outcomes", outcomes)
    json.endObject()
  }

  /// Rounds to six places, the visible precision; `nil` if JSON cannot represent the number.
  static func rounded(_ number: Double) -> Double? {
    guard number.magnitude < 1e15 else { return nil }
    // Zero is written without a sign.
    return (number * 1_000_000).rounded() / 1_000_000 + 0
  }
}
