import CLinux
import Descriptors
import Glibc

/// Tells when something changes in a cgroup: the kernel reports it as a change of the file
/// cgroup.events (cgroup-v2 in the kernel's administration guide).
final class CgroupWatch {
  private let watch: LoopWatch

  /// - Parameter onChange: called on the loop.
  /// - Returns: nil where there is nothing to watch, because the cgroup is gone.
  init?(_ cgroup: Cgroup, loop: EventLoop, onChange: @escaping () -> Void) {
    let fd = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard fd >= 0 else { return nil }
    guard inotify_add_watch(fd, "\(cgroup.path)/cgroup.events", UInt32(IN_MODIFY)) >= 0 else {
      close(fd)
      return nil
    }
    let watch = LoopWatch(on: loop, closing: fd) {
      var events = [UInt8](repeating: 0, count: 4096)
      // What it says does not matter; that it said something does.
      while read(fd, &events, events.count) > 0 {}
      onChange()
    }
    guard let watch else { return nil }
    self.watch = watch
  }
}
