import Scheduling
import Testing

@testable import Simulation

struct RunLogTests {
  private static let start = WallTime(seconds: 1_772_409_600)

  /// A run with values that depend on its number.
  private func run(_ number: Int, _ change: (inout RunRecord) -> Void = { _ in }) -> RunRecord {
    let started = Self.start + .minutes(15 * number)
    var ending = Ending(
      at: started + .seconds(number % 20), outcome: number % 3 == 0 ? .completed : .failed)
    if number % 3 == 1 { ending.stopReason = .budget }
    ending.exit = Int32(number % 2)
    ending.cpuSeconds = number % 7 == 0 ? nil : Double(number) / 3
    var run = RunRecord(
      run: RunID(number), task: number % 5, id: "task", app: number % 5 == 0 ? nil : "news",
      kind: .refresh, started: started, ending: ending, budget: .seconds(30 + number % 4))
    run.piece = number
    run.coldStart = .milliseconds(number % 5)
    run.saved = .nanoseconds(number)
    run.lost = .seconds(Double(number) / 7)
    run.items = number % 4 == 0 ? nil : number
    run.isDone = number % 3 == 0
    run.exposure.whole = .seconds(number % 20)
    run.exposure.onBattery = .seconds(number % 10)
    run.exposure.onCellular = .seconds(number % 6)
    run.exposure.withUser = .seconds(number % 2)
    change(&run)
    return run
  }

  @Test func containsEveryValueOfEveryRun() {
    let runs = (0..<3000).map { run($0) }
    let log = RunLog(runs)
    #expect(log.count == runs.count)
    #expect(Array(log) == runs)
    #expect(log[1023] == runs[1023] && log[1024] == runs[1024])
    #expect(log.last == runs.last)
    #expect(RunLog().isEmpty)
  }

  @Test func containsValuesThatAreRare() {
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    let runs = [
      run(1), run(2) { $0.budget += attosecond }, run(3) { $0.exposure.onCellular += attosecond },
      run(4) { $0.piece = Int.max }, run(5) { $0.items = Int.min },
      run(6) { $0.ending.message = "it failed" }, run(7) { $0.ending.cpuSeconds = -1 },
      run(8) { $0.exposure.whole = .seconds(Int64.max) },
    ]
    #expect(Array(RunLog(runs)) == runs)
    let ofOneTask = RunLog(runs).runs(of: 3, from: Self.start)
    #expect(Array(ofOneTask) == runs.filter { $0.task == 3 })
  }

  @Test func selectsRunsByTaskAndByTime() {
    let runs = (0..<3000).map { run($0) }
    let log = RunLog(runs)
    let middle = runs[1500].started
    #expect(Array(log.runs(of: 2)) == runs.filter { $0.task == 2 })
    #expect(Array(log.runs(of: nil, from: middle)) == Array(runs[1500...]))
    #expect(log.runs(of: 5).isEmpty)
    var selected = log.runs(of: 2)
    selected.append(runs[0])
    #expect(selected.last == runs[0])
  }

  @Test func ordersRunsByTheirStarts() {
    let runs = [
      run(3), run(1), run(2) { $0.started = Self.start + .minutes(15) },
    ]
    #expect(RunLog(runs).positionsByStart == [1, 2, 0])
  }
}
