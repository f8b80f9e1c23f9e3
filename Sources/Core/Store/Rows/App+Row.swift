import JSON
import Scheduling

extension App: TableRow {
  static let table = StoredTable(
    name: "apps",
    columns: [
      "owner", "id", "permitted_identifiers", "background_modes", "refresh_is_on",
      "is_foreground", "is_force_quit", "registered_ns", "last_opened_ns", "last_served_ns",
      "usage", "habit", "last_refreshed_ns", "reliability", "installation",
    ],
    keys: ["(owner, id)"], kept: ["owner", "id"])

  /// Binds every column in the order of `table`, in which `init(from:)` reads them. The installation is JSON, or NULL
  /// if the app is not installed.
  func bind(to binder: inout Binder) {
    binder.bind(key)
    binder.bind(permittedIdentifiers)
    binder.bind(backgroundModes)
    binder.bind(refreshIsOn)
    binder.bind(isForeground)
    binder.bind(isForceQuit)
    binder.bind(registered)
    binder.bind(lastOpened)
    binder.bind(lastServed)
    binder.bind(usage.text)
    binder.bind(habit.bytes)
    binder.bind(lastRefreshed)
    binder.bind(reliability.text)
    if let installation {
      binder.bindJSON(installation.write)
    } else {
      binder.bind(nil as String?)
    }
  }

  /// Reads every column, in the order in which `bind(to:)` binds them.
  init(from row: inout RowReader) throws(StoreError) {
    let key = try row.appKey()
    let permitted = try row.list()
    let modes = try row.list()
    let storedRefreshIsOn = try row.flag()
    let storedIsForeground = try row.flag()
    let storedIsForceQuit = try row.flag()
    self.init(key: key, registered: try row.moment())
    permittedIdentifiers = permitted
    backgroundModes = modes
    refreshIsOn = storedRefreshIsOn
    isForeground = storedIsForeground
    isForceQuit = storedIsForceQuit
    lastOpened = try row.optionalMoment()
    lastServed = try row.optionalMoment()
    usage = try row.usage()
    habit = try row.habit()
    lastRefreshed = try row.optionalMoment()
    reliability = try row.reliability()
    installation = try row.optionalMembers().map { (members) throws(StoreError) in
      var members = members
      return try Installation(from: &members)
    }
  }
}

extension Installation: JSONWritable {
  /// Writes the installation as a JSON object. The registered handlers and the granted permissions are missing if they
  /// are `nil`.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("program", program.arguments)
    json.member("directory", program.directory)
    json.member("environment", program.environment)
    json.member("umask", program.umask)
    json.member("entitlements", entitlements)
    json.member("handlers", ifThere: handlers)
    json.member("allowed", ifThere: allowed?.map(\.rawValue))
    json.endObject()
  }

  /// Reads the members that `write(to:)` writes. Missing optional members keep their defaults.
  fileprivate init(from members: inout StoredMembers) throws(StoreError) {
    var program = Command(arguments: try members.required("program"))
    try members.read("directory", &program.directory)
    try members.read("environment", &program.environment)
    try members.read("umask", &program.umask)
    self.init(program: program, entitlements: try members.optional("entitlements") ?? [])
    handlers = try members.optional("handlers")
    // Unknown words of a later version are ignored.
    let words: [String]? = try members.optional("allowed")
    allowed = words?.compactMap(Consent.init)
  }
}
