package struct ListQuotas: ControlMethod {
  package static let name = "ListQuotas"

  package struct Reply: Codable, Sendable {
    package var quotas: [QuotaInfo]

    package init(
      quotas: [QuotaInfo]
    ) {
      self.quotas = quotas
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

/// Forgets what an app used. How its user uses it stays.
package struct ResetQuota: ControlMethod {
  package static let name = "ResetQuota"

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

/// Puts an app into a tier, whatever its use; without a tier it goes by use again.
package struct SetTier: ControlMethod {
  package static let name = "SetTier"

  package struct Reply: Codable, Sendable {
    package init() {}
  }

  package var id: String
  package var owner: Int64?
  package var tier: String?

  package init(
    id: String, owner: Int64? = nil, tier: String? = nil
  ) {
    self.id = id
    self.owner = owner
    self.tier = tier
  }
}
