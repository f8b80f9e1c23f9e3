/// Brings a database from the schema that it has to a later one, in steps. Each step is one transaction, and the database
/// records its name.
struct Migrations {
  private struct Step {
    var name: String
    var statements: [String]
  }

  private var steps: [Step] = []

  /// The names of the steps, in order.
  var names: [String] { steps.map(\.name) }

  /// Adds a step behind all others.
  mutating func add(_ name: String, _ statements: [String]) {
    steps.append(Step(name: name, statements: statements))
  }

  /// The names of the steps that `database` has taken.
  func applied(to database: Database) throws(StoreError) -> Set<String> {
    let count = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '\(Self.table)'"
    guard try database.integer(count) == 1 else { return [] }
    return Set(try database.texts("SELECT identifier FROM \(Self.table)"))
  }

  /// Takes the steps that are missing, up to `last` or to the last one.
  func migrate(_ database: Database, upTo last: String? = nil) throws(StoreError) {
    try database.execute(
      "CREATE TABLE IF NOT EXISTS \(Self.table) (identifier TEXT NOT NULL PRIMARY KEY)")
    let applied = try applied(to: database)
    for step in steps {
      if !applied.contains(step.name) {
        try database.transaction { () throws(StoreError) in
          for statement in step.statements { try database.execute(statement) }
          try database.execute("INSERT INTO \(Self.table) VALUES ('\(step.name)')")
        }
      }
      if step.name == last { return }
    }
  }

  /// Under this name databases have had it from the beginning.
  private static let table = "grdb_migrations"
}
