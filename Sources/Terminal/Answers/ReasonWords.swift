/// Reason codes in plain words; a code that is not known here stands for itself.
package enum ReasonWords {
  /// What is the case, as in "it waits: not plugged in".
  package static func state(_ code: String) -> String {
    switch code {
    case "earliest": "too early"
    case "backoff": "tries again later"
    case "running": "runs already"
    case "atOnce": "others run first"
    case "group": "its group runs"
    case "power": "not plugged in"
    case "battery": "battery too low"
    case "lowPower": "low-power mode"
    case "thermal": "too warm"
    case "userActive": "device in use"
    case "screen": "screen on"
    case "network": "no network"
    case "metered": "metered network"
    case "load": "device busy"
    case "memory": "memory short"
    case "storage": "storage short"
    case "locked": "data locked"
    case "path": "drive or share not there"
    case "sleep": "about to sleep"
    case "condition": "its condition is not met yet"
    case "herd": "just booted"
    case "switchedOff": "refresh switched off"
    case "forceQuit": "app force-quit"
    case "spacing": "its app just ran"
    case "rateLimit": "its app runs too often"
    case "quota": "quota used up"
    case "neverOpened": "app never opened"
    case "forgotten": "app not used"
    case "unreliable": "app had to be killed too often"
    case "quarantined": "quarantined after five crashes"
    case "betterMoment": "a better moment is coming"
    case "shortSpell": "not sure to last"
    case "price": "not worth its energy yet"
    default: code.visible
    }
  }

  /// What has to come, as in "waits for power".
  static func need(_ code: String) -> String {
    switch code {
    case "earliest": "its time"
    case "backoff": "its next try"
    case "running": "the run before it"
    case "atOnce": "its turn"
    case "group": "others of its group"
    case "power": "power"
    case "battery": "a fuller battery"
    case "lowPower": "low-power mode to end"
    case "thermal": "the device to cool"
    case "userActive": "an idle device"
    case "screen": "a dark screen"
    case "network": "a network"
    case "metered": "an unmetered network"
    case "load": "a less busy device"
    case "memory": "memory"
    case "storage": "storage space"
    case "locked": "unlocked data"
    case "path": "its drive or share"
    case "sleep": "the machine to have slept"
    case "condition": "its condition"
    case "herd": "the machine to have settled after its boot"
    case "switchedOff": "Background App Refresh to be switched on"
    case "forceQuit", "neverOpened", "forgotten": "its app to be opened"
    case "spacing": "a distance from the run before it"
    case "rateLimit": "a minute's rest of its app"
    case "quota": "its app's quota"
    case "unreliable": "the end of its app's bar"
    case "quarantined": "`rubatoctl unquarantine`"
    case "betterMoment": "a better moment"
    case "shortSpell": "the device to stay so"
    case "price": "a better chance of being of use"
    default: code.visible
    }
  }
}

extension [String] {
  /// `a`, `a and b`, `a, b and c`.
  var enumerated: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}

extension String {
  /// With a capital first letter.
  var sentenceCase: String {
    prefix(1).uppercased() + dropFirst()
  }
}
