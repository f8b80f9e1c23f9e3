import ArgumentParser
import Control
import Terminal
import Vocabulary

struct DeviceVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", abstract: "Show or override the device's state.",
    subcommands: [
      DeviceShowVerb.self, DeviceSetVerb.self, DeviceFreezeVerb.self, DeviceThawVerb.self,
      DevicePlayVerb.self,
    ],
    defaultSubcommand: DeviceShowVerb.self)
}

struct DeviceShowVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the device's state: each value, its age and source.")

  @OptionGroup var connection: ConnectionOptions

  /// Prints the fields of the device.
  func perform(_ session: Session) throws(Failure) {
    let device = try session.call(GetDevice())
    try session.printAnswer(device) { DeviceTable.lines(device, on: $0) }
  }
}

struct DeviceSetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set fields of the device's state.",
    discussion: """
      rubatoctl device set battery=18 power=battery low-power=on thermal=fair network=wifi \
      metered=no screen=off idle=yes path:/mnt/backup=yes

      Values set by hand override detected ones until `rubatoctl device thaw` or the next boot.
      """)

  @Argument(
    help: "New values as KEY=VALUE; every key accepts unknown.",
    completion: .list(DeviceKey.names.map { "\($0)=" } + [DeviceKey.pathPrefix]))
  var values: [String]

  @OptionGroup var connection: ConnectionOptions

  /// Overrides device fields, and prints the new values.
  func perform(_ session: Session) throws(Failure) {
    let values = try assignments()
    let reply = try session.call(SetDevice(values: values))
    try session.printAnswer(reply) { screen in
      [
        screen.wrap(
          DeviceAnswers.sentence(afterSetting: values, untilThaw: reply.untilThaw, on: screen))
      ]
    }
  }

  /// Returns the typed values by their keys. Throws a refusal if a word is not an assignment.
  private func assignments() throws(Failure) -> [String: String] {
    do throws(InputError) {
      return try values.assignments()
    } catch {
      throw .refused(error)
    }
  }
}

struct DeviceFreezeVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "freeze",
    abstract: "Ignore detected changes until `device thaw` or the next boot.")

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("Thaw after this long.", valueName: "duration"))
  var length: String?

  @OptionGroup var connection: ConnectionOptions

  /// Freezes the device for the given duration; without one, until it is thawed.
  func perform(_ session: Session) throws(Failure) {
    let call = FreezeDevice(seconds: try OptionValue.seconds(length, of: "--for"))
    do throws(Failure) {
      let reply = try session.call(call)
      try session.printAnswer(reply) { screen in
        [
          screen.wrap(
            DeviceAnswers.sentence(
              afterFreezingUntil: reply.thaws.map(screen.clock.full), on: screen))
        ]
      }
    } catch {
      throw error.naming(["seconds": "--for"])
    }
  }
}

struct DeviceThawVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "thaw",
    abstract: "Use detected values again for all fields, including those set by hand.")

  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    let reply = try session.call(ThawDevice())
    try session.printAnswer(reply) { _ in ["All fields follow detected values again."] }
  }
}
