// The YAML reader is omitted if the package is used with `traits: []`.
#if Daemon || ScenarioFiles
  import Foundation
  import Scenarios
  import Simulation

  extension DeviceLife {
    /// Returns the device of a scenario file (docs/scenarios.md) and the user of one of its apps. The bench starts when
    /// the scenario does; the scenario's tasks and expectations are ignored.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - app: The name of the app in the file that represents the tested app; `nil` for the first.
    ///   - seed: The seed of the random choices in its habits; `nil` for the seed of the file.
    /// - Throws: `BenchError` with the position of a mistake in the file.
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
