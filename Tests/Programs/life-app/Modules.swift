import AppLifecycle
import Synchronization

/// The simulated time that modules take, which counts for the limits.
enum ModuleTime {
  private static let milliseconds = Atomic(0)

  static var now: Duration { .milliseconds(milliseconds.load(ordering: .relaxed)) }

  static func pass(_ time: Int) { milliseconds.add(time, ordering: .relaxed) }
}

/// The module whose OnCreate performs work that belongs elsewhere.
class HealthModule: Module {
  func definition() -> ModuleDefinition {
    Name("ExpoHealthkitBridge")
    Events("onData")
    OnCreate {
      switch behaviour {
      case "slow-module":
        BackgroundTaskManager.shared.registerBackgroundTasks()
        ModuleTime.pass(350)
      // This case only registers the handlers. The user's choice starts the rest.
      case "two-phase":
        BackgroundTaskManager.shared.registerBackgroundTasks()
        ModuleTime.pass(210)
      case "hangs": while true { pause() }
      default: ModuleTime.pass(10)
      }
    }
  }
}

class LocalizationModule: Module {
  func definition() -> ModuleDefinition {
    Name("ExpoLocalization")
    Function("locale") { "de" }
  }
}

class MapModule: Module {
  func definition() -> ModuleDefinition {
    Name("Map")
    OnCreate { say("builds the map") }
  }
}
