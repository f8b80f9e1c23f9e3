import Testing

@testable import Simulation
@testable import Studies

struct ShardTests {
  @Test(arguments: [1, 2, 7, 16, 40])
  func everyMemberIsInOneShard(count: Int) throws {
    let members = try (1...count).flatMap { number in
      Array(try #require(Shard(number, of: count)).numbers(of: 37))
    }
    #expect(members.sorted() == Array(1...37))
  }

  @Test func isReadAsItIsWritten() {
    #expect(Shard("3/16") == Shard(3, of: 16))
    for text in ["", "3", "0/4", "5/4", "-1/4", "1/0", "1/2/3", "one/two"] {
      #expect(Shard(text) == nil, "\(text)")
    }
  }

  @Test func eachDeviceOfTheLargestPopulationCanBeChosen() throws {
    let options = PopulationAnswer.options(of: 17, among: 100_000_000, isTrace: true)
    #expect(options == ["--population", "100000000", "--shard", "17/100000000"])
    let shard = try #require(options.last.flatMap { Shard($0) })
    #expect(Array(shard.numbers(of: 100_000_000)) == [17] && Shard(1, of: 100_000_001) == nil)
    #expect(
      PopulationAnswer.options(of: 17, among: 20, isTrace: false) == ["--device", "17"])
  }

  @Test func withoutACommandTheMissingPartsNameThePopulation() throws {
    let terms = PopulationResult.Terms(
      version: "1", subject: "phone.yaml", content: "", policy: "", population: 3, seed: 7,
      days: nil, refreshesPerDay: nil)
    let members = Members(
      Subject(Phone.scenario, named: "phone", Simulator.Options()), count: 3, seed: 7)
    let first = try #require(Shard(1, of: 2))
    let result = PopulationResult(
      terms: terms, shard: first, result: try members.figures(of: first))
    let error = try #require(
      #expect(throws: MergeError.self) { try PopulationResult.merge([("1.json", result)]) })
    let part = try #require(error.missing.first)
    #expect(error.missing.count == 1 && part.shard == Shard(2, of: 2) && part.file == nil)
    #expect(part.command == ["rubatoctl", "simulate", "phone.yaml", "--population", "3"])
    #expect(Array(part.devices) == [2] && error.description == "1 of 3 devices are missing")
  }

  private func subject(days: Double) throws -> Subject {
    var options = Simulator.Options()
    options.days = days
    return Subject(try Story.fortnight().trace, options)
  }

  @Test(arguments: [2, 3, 16])
  func shardsAddUpToTheWholeInAnyOrder(count: Int) throws {
    let members = Members(
      Subject(Phone.scenario, named: "phone", Simulator.Options()), count: 9, seed: 5)
    var merged = PopulationFigures()
    for number in (1...count).reversed() {
      merged += try members.figures(of: Shard(number, of: count))
    }
    let whole = try members.figures(of: nil)
    #expect(merged == whole && whole.figures.device.devices == 9)
  }

  @Test func devicesOfATraceAreOfDifferentSpeed() throws {
    let members = Members(try subject(days: 2), count: 12, seed: 5)
    let work = TaskName(app: nil, id: "nightly", kind: "processing")
    let figures = try members.figures(of: nil).figures[work]
    let (least, most) = (try #require(figures.lengths.least), try #require(figures.lengths.most))
    #expect(most > least * 3 / 2)
    // A run of five minutes exceeds its budget of six only on a slow device.
    #expect(figures.expirations["budget"] > 0 && figures.successes > figures.expirations["budget"])
  }
}
