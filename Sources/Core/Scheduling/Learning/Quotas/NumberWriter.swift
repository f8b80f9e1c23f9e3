/// Writes numbers with a space between them.
struct NumberWriter {
  private(set) var text = ""

  /// Appends a number, or "-" for `nil`.
  mutating func write(_ number: Int64?) {
    if !text.isEmpty { text += " " }
    text += number.map { String($0) } ?? "-"
  }

  mutating func write(_ number: Int) { write(Int64(number)) }
  // Durations and moments are appended in nanoseconds.
  mutating func write(_ duration: Duration) { write(duration.nanoseconds) }
  mutating func write(_ moment: WallTime?) { write(moment?.nanoseconds) }

  /// Appends the length of a list, then each element by `each`.
  mutating func write<Element>(_ list: [Element], _ each: (inout Self, Element) -> Void) {
    write(list.count)
    for element in list { each(&self, element) }
  }
}

/// Reads the output of a `NumberWriter`. After other text it returns zeros and is no longer whole.
struct NumberReader {
  private var words: ArraySlice<Substring>
  private var isSound = true

  init(_ text: String) {
    words = text.split(separator: " ")[...]
  }

  /// Whether everything was read, in the written form.
  var isWhole: Bool { isSound && words.isEmpty }

  /// Reads a number; `nil` for "-". If there is no word, or another one, also returns `nil`, and the reader is no
  /// longer whole.
  mutating func optional() -> Int64? {
    guard let word = words.popFirst() else {
      isSound = false
      return nil
    }
    if word == "-" { return nil }
    guard let number = Int64(word) else {
      isSound = false
      return nil
    }
    return number
  }

  /// Reads a number that must be present. If it is absent or damaged, returns 0, and the reader is no longer whole.
  mutating func number() -> Int64 {
    guard let number = optional() else {
      isSound = false
      return 0
    }
    return number
  }

  /// Reads a number that must not be negative. If it is, or is damaged, returns 0, and the reader is no longer whole.
  mutating func count() -> Int {
    let number = number()
    guard let count = Int(exactly: number), count >= 0 else {
      isSound = false
      return 0
    }
    return count
  }

  /// Reads a duration in nanoseconds.
  mutating func duration() -> Duration { .nanoseconds(number()) }
  mutating func moment() -> WallTime { WallTime(nanoseconds: number()) }
  mutating func optionalMoment() -> WallTime? { optional().map { WallTime(nanoseconds: $0) } }

  /// Reads a list: its length, then each element by `each`. If the length exceeds the number of words left, returns an
  /// empty list, and the reader is no longer whole.
  mutating func list<Element>(_ each: (inout Self) -> Element) -> [Element] {
    let count = count()
    guard count <= words.count else {
      isSound = false
      return []
    }
    return (0..<count).map { _ in each(&self) }
  }
}
