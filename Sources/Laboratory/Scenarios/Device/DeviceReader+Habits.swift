import Files
import Scheduling
import Simulation

// The places, charging, sleep and use of the device.
extension DeviceReader {
  /// Reads the times of charging, sleep and use, and the places, into `device`. An item of `use` with `from` is one
  /// continuous session; any other is a rhythm of short uses.
  func readHabits(_ fields: Fields, _ device: inout DeviceModel) throws(FileError) {
    device.plugged = try periods("charger", fields)
    device.sleeps = try periods("sleep", fields)
    device.places = try places(fields)
    device.stays = try stays(fields, device.places)
    for item in try fields.items("use") {
      let itemFields = try Fields(
        item, describing: "a use", allowed: Calendar.rhythmKeys + ["from", "until", "for"],
        file: fields.place.file)
      if itemFields.node("from") == nil {
        device.use.append(try calendar.rhythm(itemFields))
      } else {
        device.sessions.append(try calendar.period(itemFields))
      }
    }
  }

  /// Reads the list of daily intervals at `key`; empty if the key is absent.
  private func periods(_ key: String, _ fields: Fields) throws(FileError) -> [DailyPeriod] {
    try fields.items(key).map { item throws(FileError) in
      try calendar.period(
        Fields(
          item, describing: "an item of '\(key)'", allowed: Calendar.periodKeys,
          file: fields.place.file))
    }
  }

  /// Reads the places in the order of the file, of which the first is the default; empty if the key is absent. The
  /// default identifier of a network is the name of its place.
  private func places(_ fields: Fields) throws(FileError) -> [DeviceModel.Place] {
    guard let node = fields.node("places") else { return [] }
    guard case .mapping(let mapping) = node else {
      throw fields.error(at: node, "'places' must be lines 'NAME: {network: wifi}', home first")
    }
    let names = mapping.map(\.key).compactMap { $0.scalar?.string }
    // The keys are the names of the places, which the file chooses.
    let placeFields = try Fields(
      node, describing: "'places'", allowed: names, file: fields.place.file)
    return try placeFields.all().map { (name, node) throws(FileError) in
      let itemFields = try Fields(
        node, describing: "a place",
        allowed: ["network", "metered", "network-id", "network-names", "ambient"],
        file: fields.place.file)
      var place = DeviceModel.Place(name: name)
      place.network = try itemFields.word("network")
      // This is the daemon's default without a report.
      place.isMetered = try itemFields.flag("metered") ?? place.network.map { $0 == .cellular }
      place.networkID = try itemFields.text("network-id") ?? place.network.map { _ in name }
      place.networkNames = try networkNames(itemFields)
      // A place without a network has nothing that could be metered or identified.
      if place.network == Network.none { (place.isMetered, place.networkID) = (nil, nil) }
      place.ambient = try itemFields.number("ambient", in: -60...100) ?? place.ambient
      return place
    }
  }

  /// Reads the names of the networks at a place; `nil` if the key is absent.
  private func networkNames(_ fields: Fields) throws(FileError) -> [ExactString]? {
    let key = DeviceKey.networkNames.rawValue
    guard let node = fields.node(key), let text = try fields.text(key) else { return nil }
    // As a value of the device, so that the same names are allowed as in a report to the daemon.
    do throws(Refusal) {
      guard case .networkNames(let names) = try DeviceValue(key: key, text: text) else {
        return nil
      }
      return names
    } catch {
      throw fields.error(at: node, error.message)
    }
  }

  /// Reads the intervals in which the device is at a place other than the default, from `whereabouts`; empty if the
  /// key is absent. A stay refers to its place by the index in `places`.
  private func stays(
    _ fields: Fields, _ places: [DeviceModel.Place]
  ) throws(FileError) -> [DeviceModel.Stay] {
    try fields.items("whereabouts").map { item throws(FileError) in
      let itemFields = try Fields(
        item, describing: "an item of 'whereabouts'", allowed: ["place"] + Calendar.periodKeys,
        file: fields.place.file)
      try itemFields.require("place", example: places.last?.name ?? "work")
      let place = try itemFields.value("place", allowed: places.map(\.name).listed) { text in
        places.firstIndex { $0.name == text }
      }
      return DeviceModel.Stay(place: place ?? 0, period: try calendar.period(itemFields))
    }
  }

  /// Reads whether the device has a screen, and the time for which the screen stays lit after the last use.
  func readScreen(_ fields: Fields, _ device: inout DeviceModel) throws(FileError) {
    device.hasScreen = !fields.hasWord("none", at: "screen")
    guard device.hasScreen else { return }
    let screen = try fields.mapping("screen", allowed: ["dark-after"])
    device.darkAfter = try screen?.duration("dark-after") ?? .zero
  }

  /// Reads the device values of `set`, which apply from the beginning; empty if the key is absent.
  func values(_ fields: Fields) throws(FileError) -> [DeviceValue] {
    guard let node = fields.node("set") else { return [] }
    return try StoryFile.values(of: node, file: fields.place.file)
  }
}
