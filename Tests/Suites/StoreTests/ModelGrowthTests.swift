import Scheduling
import Testing

/// Fails if the model has a new property, since the store then needs a column for it: change the rows, the schema, a
/// migration, `RandomModel`, and then the numbers here. Recordings contain a new property automatically. If it is
/// secret, `Redactor` must remove it. If it is not optional, older recordings cannot be read, and `OlderRecordingTests`
/// fails.
@Suite struct ModelGrowthTests {
  private func count(_ value: Any) -> Int {
    Mirror(reflecting: value).children.count
  }

  @Test func everyPropertyHasItsColumn() {
    let request = Request.sample()
    #expect(count(request) == 7)
    #expect(count(request.terms) == 20)
    #expect(count(request.progress) == 16)
    #expect(count(request.key) == 3)
    #expect(count(request.terms.command) == 7)
    #expect(count(request.progress.history) == 3)
    #expect(count(request.terms.run) == 16)
    #expect(count(request.terms.needs) == 5)
    #expect(count(request.terms.needs.changes) == 4)
    let changes = ChangeProgress(earliest: WallTime(seconds: 0), latestAfter: nil)
    #expect(count(changes) == 7)
    #expect(
      count(NotedChange(pathsAndKeys: [], first: changes.earliest, last: changes.earliest)) == 4)
    #expect(count(request.terms.run.limits) == 5)
    #expect(count(request.progress.checkpoint) == 5)
    #expect(count(Step(name: "", arguments: [])) == 3)
    #expect(count(KillReport(processes: [])) == 5)
    #expect(count(request.window) == 3)
    #expect(count(Period(every: .seconds(1), anchor: WallTime(seconds: 0))) == 10)
    #expect(count(App(key: AppKey(owner: 0, id: ""), registered: WallTime(seconds: 0))) == 14)
    // Its text contains everything except derived values.
    #expect(count(Usage()) == 7)
    #expect(count(Reliability()) == 5)
    #expect(count(Run.sample(1)) == 31)
    #expect(count(RetryState()) == 6)
    #expect(count(FailureCommand(number: 1, key: request.key, line: "")) == 13)
    #expect(count(Ending(at: WallTime(seconds: 0), outcome: .completed)) == 11)
    // Paths are values one by one.
    #expect(count(DeviceState()) == DeviceState().values.count + 1)
    #expect(count(DeviceOverride()) == 3)
    #expect(count(Snapshot()) == 14)
  }
}
