/// The keys of the device's fields that can be set, in display order. `charging` is an alias of `power`. There is also
/// a key for each path, such as `path:/mnt/backup`.
package enum DeviceKey: String, CaseIterable, Sendable {
  case power
  case battery
  case lowPower = "low-power"
  case thermal
  case network
  case metered
  case screen
  case idle
  case load
  case memory
  case storage
  case locked
  case backgroundRefresh = "background-refresh"
  case networkID = "network-id"
  case networkNames = "network-names"

  package static let names = allCases.map(\.rawValue)
  package static let pathPrefix = "path:"
}
