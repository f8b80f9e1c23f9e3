package struct ListApps: ControlMethod {
  package static let name = "ListApps"

  package struct Reply: Codable, Sendable {
    package var apps: [AppInfo]

    package init(
      apps: [AppInfo]
    ) {
      self.apps = apps
    }
  }

  package var id: String?
  package var owner: Int64?
  package var allUsers: Bool?

  package init(
    id: String? = nil, owner: Int64? = nil, allUsers: Bool? = nil
  ) {
    self.id = id
    self.owner = owner
    self.allUsers = allUsers
  }
}

package struct RegisterApp: ControlMethod {
  package static let name = "RegisterApp"

  package struct Reply: Codable, Sendable {
    package var app: AppInfo

    package init(
      app: AppInfo
    ) {
      self.app = app
    }
  }

  package var id: String
  package var permittedIdentifiers: [String]?
  package var backgroundModes: [String]?

  package init(
    id: String, permittedIdentifiers: [String]? = nil, backgroundModes: [String]? = nil
  ) {
    self.id = id
    self.permittedIdentifiers = permittedIdentifiers
    self.backgroundModes = backgroundModes
  }
}

/// What an app tells of itself, or its user does to it: opened, closed, forceQuit, refreshOn, refreshOff.
package struct ReportApp: ControlMethod {
  package static let name = "ReportApp"

  package struct Reply: Codable, Sendable {
    package init() {}
  }

  package var id: String
  package var owner: Int64?
  package var event: String

  package init(
    id: String, owner: Int64? = nil, event: String
  ) {
    self.id = id
    self.owner = owner
    self.event = event
  }
}

/// Removes an app, its requests and, unless they are being stopped, its runs.
package struct RemoveApp: ControlMethod {
  package static let name = "RemoveApp"

  package struct Reply: Codable, Sendable {
    package init() {}
  }

  package var id: String
  package var owner: Int64?

  package init(
    id: String, owner: Int64? = nil
  ) {
    self.id = id
    self.owner = owner
  }
}
