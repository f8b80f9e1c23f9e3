import Scheduling

/// The calls to the daemon whose callers wait for an answer.
struct Calls {
  struct Call {
    var number: Int
    var event: Event
    var answer: Answer?
  }

  private(set) var last = 0
  /// The calls that the daemon has received and not answered.
  private(set) var open: [Call] = []

  mutating func next() -> Int {
    last += 1
    return last
  }

  mutating func take(_ number: Int, _ event: Event) {
    open.append(Call(number: number, event: event))
  }

  /// Removes the call with this number and returns it; `nil` if it was already answered or never made.
  mutating func answer(_ number: Int) -> Call? {
    guard let index = open.firstIndex(where: { $0.number == number }) else { return nil }
    return open.remove(at: index)
  }

  /// Called when the connections to the daemon are lost.
  mutating func drop() { open = [] }
}
