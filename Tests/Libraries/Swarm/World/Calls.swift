import Scheduling

/// Calls to the daemon, each with a caller who waits.
struct Calls {
  struct Call {
    var number: Int
    var event: Event
    var answer: Answer?
  }

  private(set) var last = 0
  /// Those that the daemon has taken and not answered.
  private(set) var open: [Call] = []

  mutating func next() -> Int {
    last += 1
    return last
  }

  mutating func take(_ number: Int, _ event: Event) {
    open.append(Call(number: number, event: event))
  }

  /// Takes the call out that is answered now; nil where it was answered already, or never made.
  mutating func answer(_ number: Int) -> Call? {
    guard let index = open.firstIndex(where: { $0.number == number }) else { return nil }
    return open.remove(at: index)
  }

  /// The connections are broken.
  mutating func drop() { open = [] }
}
