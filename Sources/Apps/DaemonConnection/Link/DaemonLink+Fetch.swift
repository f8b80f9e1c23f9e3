import BackgroundTasks
import Control

extension DaemonLink {
  /// The daemon's identifier for the fetches of an app.
  private static let fetch = "background-fetch"

  /// Asks for fetches at least `seconds` apart; `nil` ends them. Does not wait.
  func setFetchInterval(_ seconds: Double?) {
    reports.async { [self] in
      guard let seconds else { return cancel(Self.fetch) }
      do throws(BGTaskScheduler.Error) {
        _ = try call(
          Submit(
            app: try app(), kind: "refresh",
            task: TaskClassInfo(category: KnownTaskCategory.fetch.rawValue, interval: seconds)))
      } catch {
        Log.write("background fetches are not available: \(error.localizedDescription)")
      }
    }
  }
}
