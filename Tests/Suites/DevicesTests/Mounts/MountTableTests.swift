import Scheduling
import Testing

@testable import Devices

@Suite struct MountTableTests {
  private let table = MountTable(
    """
    22 27 0:21 / /proc rw,relatime - proc proc rw
    27 1 254:0 / / ro,relatime shared:1 - ext4 /dev/vda rw,discard
    30 27 8:1 / /mnt/backup rw,noatime shared:7 master:2 - autofs systemd-1 rw,fd=1
    31 27 8:1 / /mnt/backup rw,noatime - ext4 /dev/sdb1 ro
    32 27 8:1 / /mnt/My\\040Drive\\134x rw - vfat /dev/sdc1 rw
    33 27
    """)

  @Test func theLastMountHidesTheOthers() {
    #expect(table.visibleMount(at: "/mnt/backup")?.type == "ext4")
    #expect(table.visibleMount(at: "/mnt") == nil)
  }

  @Test func readsNamesWithSpaces() {
    #expect(table.visibleMount(at: "/mnt/My Drive\\x")?.type == "vfat")
  }

  @Test func aBackslashBeforeASignIsNoEscape() {
    #expect(MountTable.unescaped("/mnt/a\\+12") == "/mnt/a\\+12")
    #expect(MountTable.unescaped("/mnt/a\\-00") == "/mnt/a\\-00")
  }

  @Test func findsTheMountThatAPathIsOn() {
    #expect(table.mount(containing: "/mnt/backup/a/b")?.point == "/mnt/backup")
    #expect(table.mount(containing: "/mnt/backup2")?.point == "/")
    #expect(table.mount(containing: "/")?.type == "ext4")
  }

  @Test func aNameThatReadsTheSameIsAnother() {
    let table = MountTable("31 27 8:1 / /mnt/n\u{e9} rw - ext4 /dev/sdb1 rw")
    #expect(table.visibleMount(at: "/mnt/ne\u{301}") == nil)
    #expect(table.mount(containing: "/mnt/ne\u{301}/a") == nil)
    #expect(table.mount(containing: "/mnt/n\u{e9}/\u{301}a")?.type == "ext4")
  }

  /// Marks that are one `Character` with a space beside them.
  @Test func aMarkDoesNotHideAMount() {
    let table = MountTable(
      "31 27 0:50 / /mnt/a\u{600} rw - fuse.sshfs \u{301}host rw\n32 27 8:1 / /mnt/b rw - ext4 x rw"
    )
    #expect(table.mounts.map(\.type) == ["fuse.sshfs", "ext4"])
    #expect(table.mount(containing: "/mnt/a\u{600}/b")?.mustNotBeEntered == true)
  }

  @Test func tellsReadOnlyFileSystemsFromReadOnlyMounts() {
    #expect(table.visibleMount(at: "/")?.isReadOnly == false)
    #expect(table.visibleMount(at: "/mnt/backup")?.isReadOnly == true)
  }
}
