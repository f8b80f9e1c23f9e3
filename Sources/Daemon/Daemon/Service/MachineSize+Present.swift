import Glibc
import Scheduling

extension MachineSize {
  /// The size of this machine; `nil` if it is unknown.
  static var present: MachineSize? {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let (pages, page) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    let (memory, overflows) = pages.multipliedReportingOverflow(by: page)
    guard processors > 0, pages > 0, page > 0, !overflows else { return nil }
    return MachineSize(processors: processors, memory: memory)
  }
}
