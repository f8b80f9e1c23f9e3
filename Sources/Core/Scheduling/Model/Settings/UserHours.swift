/// Hours of one user, by uid.
package struct UserHours: Hashable, Sendable {
  package var user: UInt32
  package var hours: WeekHours

  package init(user: UInt32, hours: WeekHours) {
    self.user = user
    self.hours = hours
  }
}
