import Scheduling

/// Physics events in the order of time, in a third of the memory of an array: a simulated year has more than a hundred
/// thousand, with few different surroundings.
package struct PhysicsEvents: Hashable, Sendable {
  private var moments: [WallTime] = []
  /// The place in `surroundings` of each event.
  private var places: [Int32] = []
  /// Different events without their times.
  private var surroundings: [PhysicsEvent] = []
  private var placeOfSurroundings: [PhysicsEvent: Int32] = [:]

  package init(_ events: some Sequence<PhysicsEvent> = []) {
    for event in events { append(event) }
  }

  package var count: Int { moments.count }

  package subscript(position: Int) -> PhysicsEvent {
    var event = surroundings[Int(places[position])]
    event.at = moments[position]
    return event
  }

  /// Returns the time of an event.
  func moment(of position: Int) -> WallTime { moments[position] }

  package mutating func reserveCapacity(_ count: Int) {
    moments.reserveCapacity(count)
    places.reserveCapacity(count)
  }

  package mutating func append(_ event: PhysicsEvent) {
    var timeless = event
    timeless.at = WallTime(seconds: 0)
    let place = placeOfSurroundings[timeless] ?? Int32(surroundings.count)
    if place == surroundings.count {
      surroundings.append(timeless)
      placeOfSurroundings[timeless] = place
    }
    moments.append(event.at)
    places.append(place)
  }
}

extension PhysicsEvents: ExpressibleByArrayLiteral {
  package init(arrayLiteral events: PhysicsEvent...) {
    self.init(events)
  }
}
