import Scheduling
import Testing

@testable import Devices

@Suite struct AggregatorTests {
  private var aggregator = Aggregator(["bus", "files"])

  @Test mutating func theFirstSourceThatKnowsAFieldIsBelieved() {
    #expect(
      aggregator.take([.power(.ac), .battery(80)], from: 1)
        == [Measurement(.power(.ac), origin: "files"), Measurement(.battery(80), origin: "files")])
    #expect(
      aggregator.take([.power(.battery)], from: 0)
        == [Measurement(.power(.battery), origin: "bus")])
    #expect(aggregator.take([.power(.ac), .battery(79)], from: 1).map(\.value) == [.battery(79)])
  }

  @Test mutating func aSourceThatGoesLeavesTheFieldToTheNext() {
    _ = aggregator.take([.power(.ac)], from: 1)
    _ = aggregator.take([.power(.battery)], from: 0)
    #expect(
      aggregator.take([], from: 0) == [Measurement(.power(.ac), origin: "files")])
  }

  @Test mutating func whatNobodyKnowsAnyMoreIsUnknown() {
    _ = aggregator.take([.power(.ac), .thermal(.fair)], from: 0)
    #expect(
      aggregator.take([.power(.ac)], from: 0) == [Measurement(.thermal(nil), origin: "")])
    #expect(aggregator.all == [Measurement(.power(.ac), origin: "bus")])
  }

  @Test mutating func ofHeatTheWorstIsBelieved() {
    _ = aggregator.take([.thermal(.serious)], from: 0)
    #expect(aggregator.take([.thermal(.fair)], from: 1).isEmpty)
    #expect(
      aggregator.take([.thermal(.critical)], from: 1)
        == [Measurement(.thermal(.critical), origin: "files")])
    #expect(
      aggregator.take([.thermal(.serious)], from: 1)
        == [Measurement(.thermal(.serious), origin: "bus")])
  }

  @Test mutating func theSameAgainIsNoChange() {
    _ = aggregator.take([.power(.ac), .path("/mnt", isThere: true)], from: 0)
    #expect(aggregator.take([.power(.ac), .path("/mnt", isThere: true)], from: 0).isEmpty)
    #expect(aggregator.take([.power(nil)], from: 1).isEmpty)
  }
}
