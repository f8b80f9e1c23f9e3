/// What happens, as it happens; call with "more". The first reply is a snapshot of the device.
package struct Watch: ControlMethod {
  package static let name = "Watch"

  package struct Reply: Codable, Sendable {
    package var notice: NoticeInfo

    package init(
      notice: NoticeInfo
    ) {
      self.notice = notice
    }
  }

  package var allUsers: Bool?

  package init(
    allUsers: Bool? = nil
  ) {
    self.allUsers = allUsers
  }
}
