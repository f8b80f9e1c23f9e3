import Testing

@testable import Scheduling

/// Device state: each condition met, missed and lost.
struct DeviceStateTests {
  static let rows = [
    Row("D01", "plugged in; needs charging: runs") {
      #expect(starts(.utility, on: .power(.ac), .battery(100)) { $0.terms.requires = .power })
    },
    Row("D02", "unplugged waits, plugged in runs, unplugged again is stopped") {
      var world = World(.power(.battery), .battery(100))
      world.submit("task", .utility) { $0.terms.requires = .power }
      world.pass(.milliseconds(250))
      #expect(world.reasons("task") == [.power])
      #expect(world.explain("task")?.runsNow == false)
      world.set(.power(.ac))
      world.pass(.minutes(1))
      #expect(world.isRunning("task"))
      world.set(.power(.battery))
      world.pass(.seconds(10))
      #expect(world.warnings("task") == [.gate(.power)])
    },
    Row("D03", "battery not low: runs plugged in and unplugged") {
      for power in Power.allCases {
        #expect(
          starts(.utility, on: .power(power), .battery(100)) { $0.terms.requires = .batteryNotLow })
      }
    },
    Row("D04", "15 percent waits, 50 runs, 15 stops") {
      var world = World(.power(.battery), .battery(15))
      world.submit("task", .utility) { $0.terms.requires = .batteryNotLow }
      #expect(world.reasons("task") == [.battery])
      world.set(.battery(50))
      #expect(world.isRunning("task"))
      world.set(.battery(15))
      #expect(world.warnings("task") == [.gate(.battery)])
      world.set(.battery(14))
      #expect(world.warnings("task").count == 1)
    },
    Row("D05", "from 100 to 5 percent: stopped") {
      var world = World(.power(.battery), .battery(100))
      world.submit("task", .userInitiated) { $0.terms.requires = .batteryNotLow }
      world.set(.battery(5))
      #expect(world.warnings("task") == [.gate(.battery)])
    },
    Row("D06", "storage becomes low: stopped") {
      var world = World(.storage(.ok))
      world.submit("task", .utility) { $0.terms.requires = .storageNotLow }
      world.set(.storage(.low))
      #expect(world.warnings("task") == [.gate(.storage)])
    },
    Row("D07", "critical heat stops it, and it starts again after the heat") {
      for kind in Kind.allCases {
        var world = World(.thermal(.nominal))
        world.submit("task", kind)
        world.set(.thermal(.critical))
        #expect(world.warnings("task") == [.gate(.thermal)])
        world.pass(.minutes(1))
        #expect(world.waits("task"))
        world.set(.thermal(.nominal))
        world.pass(.minutes(10))
        #expect(world.started.count == 2)
      }
    },
    Row("D08", "unplugged: starts without the saver, does not with it") {
      for kind in [Kind.refresh, .processing, .push, .utility] {
        #expect(starts(kind, on: .power(.battery), .battery(80), .lowPower(false)))
        #expect(!starts(kind, on: .power(.battery), .battery(80), .lowPower(true)))
      }
    },
    Row("D12", "a restricted app's run is stopped; unrestricted it starts") {
      var world = World()
      world.register("reader")
      world.submit("task", .processing) { $0.app = "reader" }
      world.tell("reader", .refreshSwitched(on: false))
      #expect(world.warnings("task") == [.gate(.switchedOff)])
      world.finish("task", app: "reader", exit: 1)
      world.tell("reader", .refreshSwitched(on: true))
      #expect(world.isRunning("task", app: "reader"))
    },
    Row("D14", "an idle task waits for the dark screen and is stopped by the lit one") {
      var world = World(.screen(isOn: true))
      world.submit("task", .utility) { $0.terms.requires = .idle }
      world.pass(.milliseconds(500))
      #expect(world.reasons("task") == [.userActive])
      world.set(.screen(isOn: false))
      #expect(world.isRunning("task"))
      world.set(.screen(isOn: true))
      world.pass(.seconds(10))
      #expect(world.warnings("task") == [.gate(.userActive)])
    },
    Row("D15", "a device that says it is idle is, whatever its screen shows") {
      #expect(starts(.processing, on: .screen(isOn: true), .idle(true)))
      #expect(!starts(.processing, on: .screen(isOn: false), .idle(false)))
    },
    Row("D18", "unmetered runs on Wi-Fi, not on mobile; any network runs on both") {
      let wifi = [DeviceValue.network(.wifi), .metered(false)]
      let mobile = [DeviceValue.network(.cellular), .metered(true)]
      #expect(starts(.utility, on: wifi[0], wifi[1]) { $0.terms.requires = .unmetered })
      #expect(!starts(.utility, on: mobile[0], mobile[1]) { $0.terms.requires = .unmetered })
      #expect(starts(.utility, on: wifi[0], wifi[1]) { $0.terms.requires = .network })
      #expect(starts(.utility, on: mobile[0], mobile[1]) { $0.terms.requires = .network })
    },
  ]

  @Test(arguments: rows)
  func holds(row: Row) throws {
    try row.check()
  }
}
