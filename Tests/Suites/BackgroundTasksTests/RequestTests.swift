import Testing

@testable import BackgroundTasks

/// What requests have by themselves, and what their copies have.
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

  @Test(arguments: [0, 0.0004, 0.9996, 951_782_400.25, 1_795_474_038.461, 64_092_211_200])
  func momentsAreWrittenAndReadAsFoundationDoes(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let text = try #require(Moment.text(date))
    let rounded = Date(timeIntervalSince1970: (seconds * 1000).rounded() / 1000)
    // It cuts off what is less than a millisecond, and with it what no binary fraction can tell.
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    #expect(text == rounded.addingTimeInterval(0.0001).formatted(style))
    #expect(try #require(Moment.date(text)).timeIntervalSince(rounded).magnitude < 0.0005)
  }

  @Test(arguments: [-1, 1e12, .infinity, -.infinity, .nan])
  func momentsWithoutAYearOfFourDigitsAreNotWritten(seconds: Double) {
    #expect(Moment.text(Date(timeIntervalSince1970: seconds)) == nil)
  }
}
