/// What a live run tells of itself: one of the three. Answered once it is on disk.
package struct ReportRun: ControlMethod {
  package static let name = "ReportRun"

  package struct Reply: Codable, Sendable {
    package init() {}
  }

  package var run: Int64
  /// It is ready for its work
  package var ready: Bool?
  /// What the next run begins with, at most 16 KiB
  package var data: String?
  /// How much of the work is done, 0 to 1
  package var share: Double?

  package init(
    run: Int64, ready: Bool? = nil, data: String? = nil, share: Double? = nil
  ) {
    self.run = run
    self.ready = ready
    self.data = data
    self.share = share
  }
}

/// What a live run of the same request has reported last, and how many steps are completed.
package struct GetCheckpoint: ControlMethod {
  package static let name = "GetCheckpoint"

  package struct Reply: Codable, Sendable {
    @OrNull package var data: String?
    @OrNull package var share: Double?
    package var stepsDone: Int64

    package init(data: String? = nil, share: Double? = nil, stepsDone: Int64) {
      self.data = data
      self.share = share
      self.stepsDone = stepsDone
    }
  }

  package var run: Int64

  package init(run: Int64) {
    self.run = run
  }
}
