import Vocabulary

/// The properties of a systemd timer, as `systemctl show` prints them in UTC.
package struct TimerFacts: Hashable, Sendable {
  /// The properties to read.
  package static let properties = [
    "Id", "LoadState", "ActiveState", "UnitFileState", "FragmentPath", "Unit", "TimersCalendar",
    "TimersMonotonic", "RandomizedDelayUSec", "LastTriggerUSec", "NextElapseUSecRealtime",
    "OnClockChange", "OnTimezoneChange", "Persistent", "WakeSystem", "WantedBy", "RequiredBy",
  ]

  /// The name with its suffix, such as `fstrim.timer`.
  package var name: String
  package var loadState: String
  package var isActive: Bool
  /// The state that `systemctl is-enabled` prints.
  package var fileState: String
  package var path: String
  /// The unit that it starts, such as `fstrim.service`.
  package var unit: String
  /// The expressions of OnCalendar=.
  package var calendars: [String] = []
  /// The durations of OnUnitActiveSec= and OnUnitInactiveSec=, in seconds.
  package var repeats: [Double] = []
  package var randomizedDelay: Double
  package var lastTrigger: WallTime?
  /// The next time with its random delay; `nil` if it counts from the boot, or the timer is off.
  package var nextElapse: WallTime?
  package var followsClockChanges: Bool
  package var isPersistent: Bool
  package var wakesMachine: Bool
  /// Whether another unit starts it, such as timers.target at boot.
  package var isWanted: Bool

  /// Reads the output of `systemctl show`. A property without a line is empty or false.
  package init(_ output: String) {
    var values: [String: [String]] = [:]
    for line in output.split(separator: "\n") {
      guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      values[String(line[..<equals]), default: []].append(
        String(line[line.utf8.index(after: equals)...]))
    }
    // Several lines can have the same property; the first is that of a property with one value.
    let text = { (property: String) in values[property]?.first ?? "" }
    name = text("Id")
    loadState = text("LoadState")
    isActive = text("ActiveState") == "active"
    fileState = text("UnitFileState")
    path = text("FragmentPath")
    unit = text("Unit")
    randomizedDelay = SystemdSpan.seconds(text("RandomizedDelayUSec")) ?? 0
    lastTrigger = SystemdDate.parse(text("LastTriggerUSec"))
    nextElapse = SystemdDate.parse(text("NextElapseUSecRealtime"))
    followsClockChanges = text("OnClockChange") == "yes" || text("OnTimezoneChange") == "yes"
    isPersistent = text("Persistent") == "yes"
    wakesMachine = text("WakeSystem") == "yes"
    isWanted = !text("WantedBy").isEmpty || !text("RequiredBy").isEmpty
    calendars = (values["TimersCalendar"] ?? []).compactMap { Self.setting($0)?.value }
    repeats = (values["TimersMonotonic"] ?? []).compactMap { line in
      // OnUnitActiveUSec and OnUnitInactiveUSec repeat; OnBootUSec and OnStartupUSec elapse once.
      guard let setting = Self.setting(line), setting.name.hasPrefix("OnUnit") else { return nil }
      return SystemdSpan.seconds(setting.value)
    }
  }

  /// Reads the setting of `{ OnCalendar=Mon *-*-* 00:00:00 ; next_elapse=... }`; `nil` if the text has another form.
  private static func setting(_ text: String) -> (name: String, value: String)? {
    let inner = text.drop { $0 == "{" || $0 == " " }
    guard let equals = inner.utf8.firstIndex(of: UInt8(ascii: "=")),
      let end = inner.firstRange(of: " ; next_elapse="), equals < end.lowerBound
    else { return nil }
    let value = inner[inner.utf8.index(after: equals)..<end.lowerBound]
    return (String(inner[..<equals]), String(value))
  }

}
