// Measures the cost of a decision with a long queue: 100,000 requests of 500 apps. Prints a row for each figure, with
// tabs between the columns.
import CLinux
import Glibc
import Scheduling

let requestCount = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let appCount = 500
let rounds = 20

/// The allocated bytes (mallinfo(3): in the heap, and in separate mappings).
func allocatedBytes() -> Int {
  let info = mallinfo2()
  return info.uordblks + info.hblkhd
}

/// Returns the duration of `body` in seconds.
func seconds(_ body: () -> Void) -> Double {
  ContinuousClock().measure(body).seconds
}

func median(_ figures: [Double]) -> Double {
  figures.sorted()[figures.count / 2]
}

/// Prints a row for the table of `make bench`, with tabs between the columns.
func row(_ figure: String, _ value: Double, _ aim: String) {
  print("\(figure)\t\((value * 100).rounded() / 100)\t\(aim)")
}

var crowd = Crowd(requestCount: requestCount, appCount: appCount)
let before = allocatedBytes()
crowd.load(crowd.makeRequests())
let bytes = Double(allocatedBytes() - before) / Double(requestCount)

var opening: [Double] = []
var nothing: [Double] = []
var started = 0
for _ in 0..<rounds {
  nothing.append(seconds { crowd.changeSomething() })
  opening.append(seconds { started += crowd.openGates() })
  crowd.endRuns()
  crowd.closeGates()
}
row("a change that opens a gate, ms", median(opening) * 1000, "under 10")
row("a change that opens nothing, us", median(nothing) * 1e6, "microseconds")
row("bytes a request", bytes, "under 1024")
precondition(started > 0, "nothing was started: the figures mean nothing")
