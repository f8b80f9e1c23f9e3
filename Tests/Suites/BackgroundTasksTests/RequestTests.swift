import Testing

@testable import BackgroundTasks

/// The default values of requests, and their copies.
@Suite struct RequestTests {
  @Test func aContinuedRequestIsCopiedWhole() throws {
    let request = BGContinuedProcessingTaskRequest(
      identifier: "com.example.films.export.1", title: "Exporting", subtitle: "1 of 4")
    #expect(request.strategy == .queue && request.requiredResources.isEmpty)
    request.strategy = .fail
    request.requiredResources = .gpu
    let copy = try #require(request.copy() as? BGContinuedProcessingTaskRequest)
    request.title = "Another"
    #expect(copy.identifier == "com.example.films.export.1")
    #expect((copy.title, copy.subtitle) == ("Exporting", "1 of 4"))
    #expect(copy.strategy == .fail && copy.requiredResources == .gpu)
  }

  @Test func numbersAreApples() {
    #expect(BGContinuedProcessingTaskRequest.SubmissionStrategy.fail.rawValue == 0)
    #expect(BGContinuedProcessingTaskRequest.SubmissionStrategy.queue.rawValue == 1)
    #expect(BGContinuedProcessingTaskRequest.Resources.gpu.rawValue == 1)
  }

  @Test func aRequestForResearchIsCopiedWhole() throws {
    let request = BGHealthResearchTaskRequest(identifier: "com.example.study")
    #expect(request.protectionTypeOfRequiredData == .completeUntilFirstUserAuthentication)
    request.protectionTypeOfRequiredData = .complete
    request.requiresExternalPower = true
    let copy = try #require(request.copy() as? BGHealthResearchTaskRequest)
    #expect(copy.protectionTypeOfRequiredData == .complete)
    #expect(copy.requiresExternalPower && !copy.requiresNetworkConnectivity)
  }

  /// The daemon refuses other titles, and the progress of their tasks.
  @Test func aTitleIsCutForTheDaemon() {
    let title = TaskReport.Title(
      title: "a\0b", subtitle: String(repeating: "\u{1F4F7}", count: 300) + "\0")
    #expect(title.accepted.title == "ab")
    #expect(title.accepted.subtitle == String(repeating: "\u{1F4F7}", count: 256))
    let short = TaskReport.Title(title: "Exporting", subtitle: "")
    #expect(short.accepted == short)
  }
}
