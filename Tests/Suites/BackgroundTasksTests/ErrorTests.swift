import Testing

@testable import BackgroundTasks

/// Errors of a refused submission, as callers see them.
@Suite struct ErrorTests {
  @Test func codesAreApples() {
    #expect(BGTaskScheduler.errorDomain == "BGTaskSchedulerErrorDomain")
    let codes: [BGTaskScheduler.Error.Code] = [
      .unavailable, .tooManyPendingTaskRequests, .notPermitted, .immediateRunIneligible,
    ]
    #expect(codes.map(\.rawValue) == [1, 2, 3, 4])
  }

  /// Each write to /dev/full fails as on a full disk.
  @Test func aMessageThatCannotBeWrittenEndsNoProcess() throws {
    Log.write("lost", to: try #require(FileHandle(forWritingAtPath: "/dev/full")))
  }

  @Test func aCopyIsARequestOfItsOwn() throws {
    let request = BGProcessingTaskRequest(identifier: "com.example.clean")
    request.requiresExternalPower = true
    request.earliestBeginDate = Date(timeIntervalSince1970: 1)
    let copy = try #require(request.copy() as? BGProcessingTaskRequest)
    request.requiresExternalPower = false
    request.earliestBeginDate = nil
    #expect(copy.identifier == "com.example.clean")
    #expect(copy.requiresExternalPower && !copy.requiresNetworkConnectivity)
    #expect(copy.earliestBeginDate == Date(timeIntervalSince1970: 1))
  }
}
