import Scheduling
import Testing

@testable import Devices

/// A directory that a drive has left behind is not the drive.
@Suite struct ExpectedMountsTests {
  private var expected = ExpectedMounts()
  private let away = MountTable("30 1 8:1 / / rw - ext4 /dev/sda1 rw")
  private let mounted = MountTable(
    """
    30 1 8:1 / / rw - ext4 /dev/sda1 rw
    40 30 8:17 / /mnt/backup rw - ext4 /dev/sdb1 rw
    """)

  @Test mutating func whereADriveWasItMustBeAgain() {
    #expect(!expected.isOnAbsentMount("/mnt/backup/photos", in: away))
    expected.recordMount(of: "/mnt/backup/photos", in: mounted)
    #expect(!expected.isOnAbsentMount("/mnt/backup/photos", in: mounted))
    #expect(expected.isOnAbsentMount("/mnt/backup/photos", in: away))
    #expect(!expected.isOnAbsentMount("/mnt/other", in: away))
  }

  @Test mutating func aPathThatNobodyAsksForAnyMoreIsForgotten() {
    expected.recordMount(of: "/mnt/backup", in: mounted)
    expected.forgetPaths(except: ["/mnt/other"])
    #expect(!expected.isOnAbsentMount("/mnt/backup", in: away))
  }

  @Test mutating func whatIsOnTheFileSystemOfTheRootWaitsForNothing() {
    expected.recordMount(of: "/srv/data", in: away)
    #expect(!expected.isOnAbsentMount("/srv/data", in: away))
  }

  /// To Swift, a return with a line feed is one character, and so is a space with a mark.
  @Test mutating func theTableOfTheAdministratorIsReadByBytes() {
    expected.readFstab(
      "UUID=1 /srv ext4 noauto 0 2\r\n\u{600} /mnt/backup ext4 noauto 0 2\r\n")
    #expect(expected.isOnAbsentMount("/mnt/backup/photos", in: away))
  }

  @Test mutating func theTableOfTheAdministratorNamesDrivesThatWereNeverSeen() {
    expected.readFstab(
      """
      # UUID=1 /commented ext4 defaults 0 2
      UUID=2 / ext4 defaults 0 1
      UUID=3\tnone swap sw 0 0
      UUID=4 /mnt/backup ext4 noauto 0 2
      UUID=5 /mnt/my\\040drive ext4 noauto 0 2
      """)
    #expect(expected.isOnAbsentMount("/mnt/backup/photos", in: away))
    #expect(!expected.isOnAbsentMount("/mnt/backup/photos", in: mounted))
    #expect(expected.isOnAbsentMount("/mnt/my drive", in: mounted))
    #expect(!expected.isOnAbsentMount("/commented", in: away))
    #expect(!expected.isOnAbsentMount("/srv", in: away))
  }

  /// mount(8) and systemd accept a slash at the end of a mount point, and the kernel lists it without.
  @Test mutating func aSlashAtTheEndOfAMountPointChangesNothing() {
    expected.readFstab("UUID=4 /mnt/backup/ ext4 nofail 0 2\nUUID=5 // ext4 defaults 0 1")
    #expect(expected.isOnAbsentMount("/mnt/backup/photos", in: away))
    #expect(!expected.isOnAbsentMount("/mnt/backup/photos", in: mounted))
    #expect(!expected.isOnAbsentMount("/srv", in: away))
  }

  @Test mutating func aLinkToADriveIsOnTheDrive() {
    expected.readFstab("UUID=4 /mnt/backup ext4 nofail 0 2")
    #expect(expected.isOnAbsentMount("/link", at: "/mnt/backup/photos", in: away))
    #expect(!expected.isOnAbsentMount("/link", at: "/mnt/backup/photos", in: mounted))
    expected.readFstab("")
    #expect(!expected.isOnAbsentMount("/link", at: "/mnt/backup/photos", in: away))
    expected.recordMount(of: "/link", at: "/mnt/backup/photos", in: mounted)
    #expect(expected.isOnAbsentMount("/link", at: "/mnt/backup/photos", in: away))
    // The link leads elsewhere now.
    #expect(!expected.isOnAbsentMount("/link", at: "/srv/photos", in: away))
  }

  /// On some systems, /mnt is a link to /var/mnt.
  @Test mutating func aMountPointBelowALinkIsThatWithoutTheLink() {
    expected.readFstab("UUID=4 /link/backup ext4 nofail 0 2") { point in
      point == "/link/backup" ? "/mnt/backup" : point
    }
    #expect(!expected.isOnAbsentMount("/link/backup", at: "/mnt/backup", in: mounted))
    #expect(expected.isOnAbsentMount("/link/backup", at: "/mnt/backup", in: away))
  }
}
