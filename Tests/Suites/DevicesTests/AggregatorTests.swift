import Scheduling
import Testing

@testable import Devices

@Suite struct AggregatorTests {
  private var aggregator = Aggregator(["bus", "files"], secondsWithoutSource: 10)

  private mutating func take(
    _ values: [DeviceValue], from source: Int, at now: Double = 0
  ) -> [Measurement] {
    aggregator.apply(values, from: source, at: now)
  }

  @Test mutating func theFirstSourceThatKnowsAFieldIsBelieved() {
    #expect(
      take([.power(.ac), .battery(80)], from: 1)
        == [Measurement(.power(.ac), origin: "files"), Measurement(.battery(80), origin: "files")])
    #expect(
      take([.power(.battery)], from: 0)
        == [Measurement(.power(.battery), origin: "bus")])
    #expect(take([.power(.ac), .battery(79)], from: 1).map(\.value) == [.battery(79)])
  }

  @Test mutating func aSourceThatGoesLeavesTheFieldToTheNext() {
    _ = take([.power(.ac)], from: 1)
    _ = take([.power(.battery)], from: 0)
    #expect(
      take([], from: 0) == [Measurement(.power(.ac), origin: "files")])
  }

  @Test mutating func whatNobodyTellsAnyMoreIsKeptForAWhile() {
    _ = take([.power(.ac), .thermal(.fair)], from: 0)
    #expect(take([.power(.ac)], from: 0, at: 5).isEmpty)
    #expect(aggregator.all.count == 2 && aggregator.nextEnd == 15)
    #expect(take([], from: 1, at: 6).isEmpty)
    #expect(aggregator.removeEnded(at: 14.9).isEmpty)
    #expect(aggregator.removeEnded(at: 15) == [Measurement(.thermal(nil), origin: "")])
    #expect(aggregator.all == [Measurement(.power(.ac), origin: "bus")])
    #expect(aggregator.nextEnd == nil)
  }

  @Test mutating func aServiceThatComesBackInTimeHasNeverBeenAway() {
    _ = take([.idle(true)], from: 0)
    _ = take([], from: 0)
    let back = Measurement(.idle(true), origin: "bus")
    #expect(take([.idle(true)], from: 0, at: 3) == [back])
    #expect(aggregator.nextEnd == nil && aggregator.removeEnded(at: 100).isEmpty)
  }

  @Test mutating func whatIsLostAgainWaitsAnew() {
    for moment in [0.0, 6] {
      _ = take([.idle(true)], from: 0, at: moment)
      _ = take([], from: 0, at: moment)
    }
    #expect(aggregator.nextEnd == 16)
  }

  @Test mutating func namesOfNetworksOutliveTheirSourceBeforeOthersApply() {
    _ = take([.networkNames(["wlan0"])], from: 1)
    _ = take([.networkNames(["home"])], from: 0)
    #expect(take([], from: 0, at: 1).isEmpty)
    #expect(take([.networkNames(["eth0"])], from: 1, at: 5).isEmpty)
    #expect(aggregator.nextEnd == 11 && aggregator.removeEnded(at: 10).isEmpty)
    let others = Measurement(.networkNames(["eth0"]), origin: "files")
    #expect(aggregator.removeEnded(at: 11) == [others])
    #expect(aggregator.all == [others] && aggregator.nextEnd == nil)
  }

  @Test mutating func namesOfNetworksReturnWithTheirSource() {
    _ = take([.networkNames(["wlan0"])], from: 1)
    _ = take([.networkNames(["home"])], from: 0)
    _ = take([], from: 0, at: 1)
    #expect(take([.networkNames(["home"])], from: 0, at: 5).map(\.origin) == ["bus"])
    #expect(aggregator.nextEnd == nil && aggregator.removeEnded(at: 100).isEmpty)
  }

  @Test mutating func unknownNamesOfNetworksHideTheOthers() {
    _ = take([.networkNames(["wlan0"])], from: 1)
    let unknown = Measurement(.networkNames(nil), origin: "bus")
    #expect(take([.networkNames(nil)], from: 0) == [unknown])
    #expect(take([.networkNames(["eth0"])], from: 1).isEmpty && aggregator.all.isEmpty)
    #expect(take([], from: 0) == [Measurement(.networkNames(["eth0"]), origin: "files")])
  }

  @Test mutating func unknownNamesOfNetworksLeaveTheLastOnesForAWhile() {
    _ = take([.networkNames(["wlan0"])], from: 1)
    _ = take([.networkNames(["home"])], from: 0)
    #expect(take([.networkNames(nil)], from: 0, at: 1).isEmpty)
    #expect(aggregator.nextEnd == 11)
    #expect(
      aggregator.removeEnded(at: 11) == [Measurement(.networkNames(nil), origin: "")])
    #expect(take([.networkNames(["home"])], from: 0, at: 12).map(\.origin) == ["bus"])
  }

  @Test mutating func ofHeatTheWorstIsBelieved() {
    _ = take([.thermal(.serious)], from: 0)
    #expect(take([.thermal(.fair)], from: 1).isEmpty)
    #expect(
      take([.thermal(.critical)], from: 1)
        == [Measurement(.thermal(.critical), origin: "files")])
    #expect(
      take([.thermal(.serious)], from: 1)
        == [Measurement(.thermal(.serious), origin: "bus")])
  }

  @Test mutating func theSameAgainIsNoChange() {
    _ = take([.power(.ac), .path("/mnt", isThere: true)], from: 0)
    #expect(take([.power(.ac), .path("/mnt", isThere: true)], from: 0).isEmpty)
    #expect(take([.power(nil)], from: 1).isEmpty)
  }
}
