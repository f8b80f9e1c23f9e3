/// The interface as the daemon describes it; the only file that defines it.
package enum Interface {
  package static let name = "io.rubato.Scheduler"

  /// The text of `io.rubato.Scheduler.varlink`.
  package static var description: String {
    String(decoding: PackageResources.io_rubato_Scheduler_varlink, as: UTF8.self)
  }
}
