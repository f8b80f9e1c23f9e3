import CLinux
import Descriptors
import Glibc

/// Reports changes of a cgroup: the kernel signals them as changes of the file cgroup.events (cgroup-v2 in the
/// kernel's administration guide).
final class CgroupWatch {
  private let watch: LoopWatch

  /// Watches whether there are processes in the cgroup, or in cgroups below it.
  /// - Parameter onChange: Called on the loop.
  /// - Returns: `nil` if nothing can be watched, because the cgroup no longer exists.
  init?(_ cgroup: Cgroup, loop: EventLoop, onChange: @escaping () -> Void) {
    let fd = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard fd >= 0 else { return nil }
    guard inotify_add_watch(fd, "\(cgroup.path)/cgroup.events", UInt32(IN_MODIFY)) >= 0 else {
      close(fd)
      return nil
    }
    let watch = LoopWatch(on: loop, closing: fd) {
      var events = [UInt8](repeating: 0, count: 4096)
      // The contents of the events do not matter.
      while read(fd, &events, events.count) > 0 {}
      onChange()
    }
    guard let watch else { return nil }
    self.watch = watch
  }
}
