/// Which pages of a damaged database hold the rows of which table.
struct RawTables {
  let database: RawDatabase
  /// By table, the pages with its rows.
  private(set) var leaves: [String: [Int]] = [:]
  /// Pages with rows that no tree leads to, or not in its order, those with the highest numbers of rows first.
  private(set) var orphans: [Int] = []
  /// Tables of which a page is damaged, or where nobody knows where they begin.
  private(set) var damaged: Set<String> = []
  /// Pages of tables that are not what they should be.
  private(set) var lostPages = 0
  /// By name, where the trees of tables and indices begin.
  private(set) var roots: [String: Int] = [:]
  /// The first pages of all trees, of which none is ever below another.
  private var beginnings: [RawPage] = []
  private var claimed: Set<Int> = [1]
  /// Pages with rows whose numbers do not belong where their tree has them.
  private var strays: [RawPage] = []

  /// - Parameter shapes: The tables that there should be. Where the file's own directory of them cannot
  ///   be read, they begin where they do in a new database.
  init(_ database: RawDatabase, _ shapes: [TableShape]) {
    self.database = database
    readRoots()
    beginnings = shapes.compactMap { RawPage(roots[$0.name] ?? $0.root, of: database) }
    for shape in shapes {
      if roots[shape.name] == nil { damaged.insert(shape.name) }
      walk(from: roots[shape.name] ?? shape.root, of: shape.name)
    }
    findOrphans()
  }

  private mutating func readRoots() {
    var pages = [1]
    while let page = pages.popLast().flatMap({ RawPage($0, of: database) }) {
      pages += page.children.filter { claimed.insert($0).inserted }
      for cell in page.cells {
        guard let values = cell.values, values.count == 5, case .text(let name) = values[1],
          case .integer(let root) = values[3], root > 1, root <= database.pageCount
        else { continue }
        roots[name] = Int(root)
      }
    }
  }

  private mutating func walk(from root: Int, of table: String) {
    var pages = [(number: root, above: Int64.min, upTo: Int64.max)]
    while let (number, above, upTo) = pages.popLast() {
      let page = RawPage(number, of: database)
      guard let page, page.kind == .leafTable || page.kind == .interiorTable,
        claimed.insert(number).inserted,
        number == root || !beginnings.contains(where: page.isCopy)
      else {
        damaged.insert(table)
        lostPages += 1
        continue
      }
      if page.kind == .leafTable {
        if page.cells.contains(where: { $0.rowID <= above || $0.rowID > upTo }) {
          damaged.insert(table)
          strays.append(page)
        } else {
          leaves[table, default: []].append(number)
        }
      }
      let bounds = [above] + page.highestBelow + [upTo]
      for (index, child) in page.children.enumerated() {
        pages.append((child, bounds[index], bounds[index + 1]))
      }
    }
  }

  private mutating func findOrphans() {
    let free = freePages()
    var found: [(page: Int, highest: Int64)] = []
    for number in 1...max(1, database.pageCount) where !claimed.contains(number) {
      guard !free.contains(number), let page = RawPage(number, of: database),
        page.kind == .leafTable
      else { continue }
      found.append((number, page.highestRow))
    }
    // What was written a second time to the wrong place is read where it belongs.
    let placed = strays.isEmpty ? [] : Array(leaves.values.joined())
    let whole = placed.compactMap { RawPage($0, of: database) }
    for page in strays where !whole.contains(where: page.isCopy) {
      found.append((page.number, page.highestRow))
    }
    orphans = found.sorted { $0.highest > $1.highest }.map(\.page)
  }

  /// Pages that are not in use, as far as their list can be read: what they hold was deleted.
  private func freePages() -> Set<Int> {
    var free: Set<Int> = []
    var next = (database.page(1) ?? [])[...].number(at: 32, 4)
    while next > 0, free.insert(next).inserted, let bytes = database.page(next)?[...] {
      let count = min(bytes.number(at: 4, 4), bytes.count / 4 - 2)
      for index in 0..<max(0, count) { free.insert(bytes.number(at: 8 + 4 * index, 4)) }
      next = bytes.number(at: 0, 4)
    }
    return free
  }
}
