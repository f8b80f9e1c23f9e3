import BackgroundTasks
import Foundation
import Testing

@testable import DaemonConnection

/// How a process finds the class of its connection.
@Suite struct AppConnectionTests {
  @Test func theConnectionIsFoundByItsName() {
    let found: AnyClass? = NSClassFromString(TaskCenter.connectionName)
    #expect(found == AppConnection.self)
  }
}
