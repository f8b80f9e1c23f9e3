import CLinux
import Dispatch
import Glibc

/// Calls back on a queue whenever a descriptor has something to read. Closes it in the end.
final class DescriptorWatch {
  private let source: any DispatchSourceRead

  /// - Parameters:
  ///   - fd: a descriptor that does not block; it belongs to the watch now.
  ///   - onReadable: has to take what there is.
  init(_ fd: CInt, queue: DispatchQueue, onReadable: @escaping () -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: fd, queue: queue)
    source.setEventHandler(handler: onReadable)
    source.setCancelHandler { close(fd) }
    source.activate()
  }

  deinit { source.cancel() }
}

/// Calls back on a queue at each priority event of a file, the way in which files of the kernel tell
/// of changes: /proc/self/mountinfo, a trigger on memory pressure, an attribute of sysfs.
final class PriorityWatch {
  private let watch: DescriptorWatch
  private let file: CInt

  /// - Parameter file: belongs to the watch now.
  /// - Returns: nil where the file tells of nothing.
  init?(_ file: CInt, queue: DispatchQueue, onEvent: @escaping () -> Void) {
    let epoll = rubato_priority_watch(file)
    guard epoll >= 0 else {
      close(file)
      return nil
    }
    self.file = file
    watch = DescriptorWatch(epoll, queue: queue) {
      rubato_priority_take(epoll)
      onEvent()
    }
  }

  deinit { close(file) }
}
