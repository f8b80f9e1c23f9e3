/// What the machine does besides our own runs, by its cgroups (cgroup-v2 in the kernel's
/// administration guide).
struct ExternalLoad {
  enum Resource: String {
    case cpu, io, memory
  }

  let tree: KernelTree
  /// The cgroups of our runs, as paths below the hierarchy: "rubato.slice".
  let ownCgroups: [String]

  /// Processor time of our own runs, in µs; 0 where there are none.
  var ownMicroseconds: Int {
    ownCgroups.reduce(0) { $0 + (usage(of: $1) ?? 0) }
  }

  /// The worst pressure on any part of the machine but our own; on the whole machine, where no
  /// cgroup tells; nil where the kernel keeps no such account.
  func pressure(on resource: Resource) -> Pressure? {
    let others = others(below: "").compactMap {
      tree.text("\(hierarchy)/\($0)/\(resource.rawValue).pressure").flatMap { Pressure($0) }
    }
    guard !others.isEmpty else {
      return tree.text("/proc/pressure/\(resource.rawValue)").flatMap { Pressure($0) }
    }
    return Pressure(some: others.map(\.some).max() ?? 0, full: others.map(\.full).max() ?? 0)
  }

  /// The widest cgroups that hold nothing of ours: all that hang off the way to our own.
  func others(below directory: String) -> [String] {
    let place = directory.isEmpty ? hierarchy : "\(hierarchy)/\(directory)"
    return tree.directories(in: place).flatMap { name -> [String] in
      let child = directory.isEmpty ? name : "\(directory)/\(name)"
      if ownCgroups.contains(child) { return [] }
      return ownCgroups.contains { $0.hasPrefix("\(child)/") } ? others(below: child) : [child]
    }
  }

  private func usage(of cgroup: String) -> Int? {
    tree.text("\(hierarchy)/\(cgroup)/cpu.stat")?.split(separator: "\n")
      .first { $0.hasPrefix("usage_usec ") }.flatMap { Int($0.dropFirst("usage_usec ".count)) }
  }

  /// Where the version 2 hierarchy is mounted: alone, or beside version 1.
  private var hierarchy: String {
    let alone = "/sys/fs/cgroup"
    return tree.text("\(alone)/cgroup.controllers") != nil ? alone : "\(alone)/unified"
  }
}
