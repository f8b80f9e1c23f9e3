/// Runs, newest first.
package struct Runs: ControlMethod {
  package static let name = "Runs"

  package struct Reply: Codable, Sendable {
    package var runs: [RunInfo]

    package init(
      runs: [RunInfo]
    ) {
      self.runs = runs
    }
  }

  package var id: String?
  package var app: String?
  package var owner: Int64?
  package var allUsers: Bool?
  package var run: Int64?
  /// 50 unless given
  package var limit: Int64?

  package init(
    id: String? = nil, app: String? = nil, owner: Int64? = nil, allUsers: Bool? = nil,
    run:
      Int64? = nil, limit: Int64? = nil
  ) {
    self.id = id
    self.app = app
    self.owner = owner
    self.allUsers = allUsers
    self.run = run
    self.limit = limit
  }
}

/// The kept output of a run, or of the newest run of a request, in pieces; call with "more".
package struct Logs: ControlMethod {
  package static let name = "Logs"

  package struct Reply: Codable, Sendable {
    package var run: Int64
    package var text: String
    /// Older output was dropped
    package var truncated: Bool

    package init(
      run: Int64, text: String, truncated: Bool
    ) {
      self.run = run
      self.text = text
      self.truncated = truncated
    }
  }

  package var run: Int64?
  package var id: String?
  package var app: String?
  package var owner: Int64?

  package init(
    run: Int64? = nil, id: String? = nil, app: String? = nil, owner: Int64? = nil
  ) {
    self.run = run
    self.id = id
    self.app = app
    self.owner = owner
  }
}

/// Answers when the request has ended, or a run of it has: a run that was sent back to wait does not count.
/// With a run, answers when that run has ended, at once if it has.
package struct Wait: ControlMethod {
  package static let name = "Wait"

  package struct Reply: Codable, Sendable {
    @OrNull package var run: RunInfo?

    package init(
      run: RunInfo? = nil
    ) {
      self.run = run
    }
  }

  package var id: String?
  package var app: String?
  package var owner: Int64?
  package var run: Int64?

  package init(
    id: String? = nil, app: String? = nil, owner: Int64? = nil, run: Int64? = nil
  ) {
    self.id = id
    self.app = app
    self.owner = owner
    self.run = run
  }
}

/// Runs a request now: ifReady, force (past all but absolute vetoes) or forceReally.
package struct RunNow: ControlMethod {
  package static let name = "RunNow"

  package struct Reply: Codable, Sendable {
    package var run: Int64

    package init(
      run: Int64
    ) {
      self.run = run
    }
  }

  package var id: String
  package var app: String?
  package var owner: Int64?
  package var mode: String?

  package init(
    id: String, app: String? = nil, owner: Int64? = nil, mode: String? = nil
  ) {
    self.id = id
    self.app = app
    self.owner = owner
    self.mode = mode
  }
}

/// Treats the budget of the live run as used up: expiration, grace, kill.
package struct Expire: ControlMethod {
  package static let name = "Expire"

  package struct Reply: Codable, Sendable {
    package var run: Int64

    package init(
      run: Int64
    ) {
      self.run = run
    }
  }

  package var id: String
  package var app: String?
  package var owner: Int64?

  package init(
    id: String, app: String? = nil, owner: Int64? = nil
  ) {
    self.id = id
    self.app = app
    self.owner = owner
  }
}

/// Stops the live run for the given reason; its request waits again.
package struct Stop: ControlMethod {
  package static let name = "Stop"

  package struct Reply: Codable, Sendable {
    package var run: Int64

    package init(
      run: Int64
    ) {
      self.run = run
    }
  }

  package var id: String
  package var app: String?
  package var owner: Int64?
  package var reason: String?

  package init(
    id: String, app: String? = nil, owner: Int64? = nil, reason: String? = nil
  ) {
    self.id = id
    self.app = app
    self.owner = owner
    self.reason = reason
  }
}

/// Lets a request run again that is quarantined.
package struct Unquarantine: ControlMethod {
  package static let name = "Unquarantine"

  package struct Reply: Codable, Sendable {
    package init() {}
  }

  package var id: String
  package var app: String?
  package var owner: Int64?

  package init(id: String, app: String? = nil, owner: Int64? = nil) {
    self.id = id
    self.app = app
    self.owner = owner
  }
}
