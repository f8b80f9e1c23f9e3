/// The connection of a process to the daemon. A program contains it if its package depends on this one with the trait
/// `Connection`.
package protocol ProcessConnection {
  /// Attaches this process to the daemon, and finishes its launch when the main queue first runs.
  static func attach() -> TaskCenter
}
