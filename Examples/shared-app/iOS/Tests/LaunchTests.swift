#if canImport(UIKit)
  import Background
  import XCTest

  /// Runs within the app, in a simulator: its launch has registered the handlers, or the process would have ended.
  final class LaunchTests: XCTestCase {
    func testTheInfoPlistListsTheIdentifiers() {
      let listed = Bundle.main.object(forInfoDictionaryKey: "BGTaskSchedulerPermittedIdentifiers")
      XCTAssertEqual(listed as? [String], [FeedTasks.refresh, FeedTasks.cleanUp])
    }
  }
#endif
