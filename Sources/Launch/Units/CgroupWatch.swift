import CLinux
import Dispatch
import Glibc

/// Tells when something changes in a cgroup: the kernel reports it as a change of the file
/// cgroup.events (cgroup-v2 in the kernel's administration guide).
final class CgroupWatch {
  private let source: any DispatchSourceRead

  /// - Parameter onChange: called on the queue.
  /// - Returns: nil where there is nothing to watch, because the cgroup is gone.
  init?(_ cgroup: Cgroup, queue: DispatchQueue, onChange: @escaping () -> Void) {
    let fd = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard fd >= 0 else { return nil }
    guard inotify_add_watch(fd, "\(cgroup.path)/cgroup.events", UInt32(IN_MODIFY)) >= 0 else {
      close(fd)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: fd, queue: queue)
    source.setCancelHandler { close(fd) }
    source.setEventHandler {
      var events = [UInt8](repeating: 0, count: 4096)
      // What it says does not matter; that it said something does.
      while read(fd, &events, events.count) > 0 {}
      onChange()
    }
    source.activate()
  }

  deinit {
    source.cancel()
  }
}
