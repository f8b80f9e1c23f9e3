/// A Swift task that sleeps for as long as other work may take at most. Virtual time does not pass because of it while that work
/// goes on in real time.
package enum TimeLimit {
  @TaskLocal package static var isKeptHere = false
}
