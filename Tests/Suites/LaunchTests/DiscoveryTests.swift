import Testing

@testable import Launch

extension LauncherTests {
  /// How the cgroup of a process is found.
  @Suite struct Discovery {
    static let pure = "28 22 0:25 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw"
    static let hybrid = """
      28 22 0:25 / /sys/fs/cgroup ro shared:9 - tmpfs tmpfs rw
      29 28 0:26 / /sys/fs/cgroup/unified rw shared:10 - cgroup2 cgroup2 rw
      30 28 0:27 / /sys/fs/cgroup/systemd rw shared:11 - cgroup cgroup rw,name=systemd
      """
    static let bound = "28 22 0:25 /box /sys/fs/cgroup rw shared:9 - cgroup2 cgroup2 rw"

    @Test(arguments: [
      ("0::/system.slice/rubatod.service\n", pure, "/sys/fs/cgroup/system.slice/rubatod.service"),
      ("0::/\n", pure, "/sys/fs/cgroup"),
      ("4:memory:/a\n0::/b\n", hybrid, "/sys/fs/cgroup/unified/b"),
      ("0::/box/inner\n", bound, "/sys/fs/cgroup/inner"),
      ("0::/box\n", bound, "/sys/fs/cgroup"),
      // Outside of the mount, or without a mount of version 2.
      ("0::/boxer\n", bound, nil),
      ("4:memory:/a\n", hybrid, nil),
      ("0::/a\n", "28 22 0:25 / /proc rw - proc proc rw", nil),
    ])
    func followsTheMount(membership: String, mounts: String, expected: String?) {
      #expect(CgroupTree.cgroupDirectory(membership: membership, mounts: mounts) == expected)
    }
  }
}
