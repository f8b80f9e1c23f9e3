/// The load of the machine without our own runs, by its cgroups (cgroup-v2 in the kernel's administration guide).
/// Without cgroups, only the processor time of our own runs is known, and pressure also counts them.
struct ExternalLoad {
  enum Resource: String {
    case cpu, io, memory
  }

  let tree: KernelTree
  /// The cgroups of our runs, as paths below the hierarchy: "rubato.slice".
  var ownCgroups: [String]

  /// Processor time of our own runs in µs, by cgroup.
  var ownMicroseconds: [String: Int] {
    let times = ownCgroups.map { ($0, usage(of: $0)) }
    return Dictionary(times) { first, _ in first }.compactMapValues(\.self)
  }

  /// Processor time of our own processes in µs, for a daemon without cgroups for its runs; otherwise `nil`.
  var processMicroseconds: Int? {
    ownCgroups.isEmpty ? OwnProcesses(tree: tree).microseconds : nil
  }

  /// Returns the highest pressure in any of the widest cgroups without our runs; on the whole machine, if no cgroup
  /// reports it; `nil` if the kernel does not measure pressure.
  func pressure(on resource: Resource) -> Pressure? {
    let pressures = otherCgroups(below: "").compactMap { cgroup in
      tree.text("\(hierarchy)/\(cgroup)/\(resource.rawValue).pressure").flatMap { Pressure($0) }
    }
    guard !pressures.isEmpty else {
      return tree.text("/proc/pressure/\(resource.rawValue)").flatMap { Pressure($0) }
    }
    return Pressure(
      some: pressures.map(\.some).max() ?? 0, full: pressures.map(\.full).max() ?? 0)
  }

  /// Returns the widest cgroups without our runs: all siblings along the path to our own. For our cgroup `a/rubato`,
  /// these are `b`, `c` and `a/x`.
  ///
  /// - Parameter directory: The cgroup in which they are searched, below the hierarchy; empty for its root.
  func otherCgroups(below directory: String) -> [String] {
    let path = directory.isEmpty ? hierarchy : "\(hierarchy)/\(directory)"
    return tree.directories(in: path).flatMap { name -> [String] in
      let child = directory.isEmpty ? name : "\(directory)/\(name)"
      if ownCgroups.contains(child) { return [] }
      let containsOwn = ownCgroups.contains { $0.hasPrefix("\(child)/") }
      return containsOwn ? otherCgroups(below: child) : [child]
    }
  }

  /// Returns the processor time of a cgroup in µs; `nil` if it cannot be read.
  private func usage(of cgroup: String) -> Int? {
    tree.text("\(hierarchy)/\(cgroup)/cpu.stat")?.split(separator: "\n")
      .first { $0.hasPrefix("usage_usec ") }.flatMap { Int($0.dropFirst("usage_usec ".count)) }
  }

  /// The mount point of the version 2 hierarchy: its own, or the one next to version 1.
  private var hierarchy: String {
    let directory = "/sys/fs/cgroup"
    let hasOnlyVersion2 = tree.text("\(directory)/cgroup.controllers") != nil
    return hasOnlyVersion2 ? directory : "\(directory)/unified"
  }
}
