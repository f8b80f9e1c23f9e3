// What reads YAML is left out where the package is used with `traits: []`.
#if Daemon || ScenarioFiles
  import Foundation
  import Scenarios
  import Simulation

  extension DeviceLife {
    /// The device of a scenario file (docs/scenarios.md), and the user of one of its apps. The bench begins when the scenario does;
    /// its tasks and expectations are not looked at.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - app: The name of the app in it that stands for the one that is tested; the first unless it is given.
    ///   - seed: Decides what its habits leave open; that of the file unless it is given.
    /// - Throws: `BenchError` with the place of a mistake in the file.
    public static func scenario(_ file: URL, app: String? = nil, seed: UInt64? = nil) throws
      -> DeviceLife
    {
      let text: String
      do {
        text = try String(contentsOf: file, encoding: .utf8)
      } catch {
        throw BenchError("\(file.path) cannot be read: \(error.localizedDescription)")
      }
      do {
        let scenario = try Scenario(yaml: text, file: file.path)
        return DeviceLife(try DrawnLife(scenario, app: app, seed: seed))
      } catch let error as BenchError {
        throw error
      } catch {
        throw BenchError("\(error)")
      }
    }
  }
#endif
