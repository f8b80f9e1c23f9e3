/// The assignment of a damaged database's pages to tables.
struct RawTables {
  let database: RawDatabase
  /// By table, the pages with its rows.
  private(set) var leaves: [String: [Int]] = [:]
  /// Pages with rows that are in no tree, or at a wrong place in one, those with the highest row numbers first.
  private(set) var orphans: [Int] = []
  /// Tables with a damaged page, or with an unknown first page.
  private(set) var damaged: Set<String> = []
  /// The number of pages of tables with wrong content.
  private(set) var lostPages = 0
  /// By name, the first pages of the trees of tables and indices.
  private(set) var roots: [String: Int] = [:]
  /// The first pages of all trees, of which none is ever below another.
  private var rootPages: [RawPage] = []
  /// The pages that belong to a tree. A page in two trees is damage.
  private var assignedPages: Set<Int> = [1]
  /// Pages with row numbers that do not fit their place in the tree.
  private var misplacedLeaves: [RawPage] = []

  /// - Parameter shapes: The expected tables. If the file's own directory of them cannot be read, their first pages are
  ///   assumed as in a new database.
  init(_ database: RawDatabase, _ shapes: [TableShape]) {
    self.database = database
    readRoots()
    rootPages = shapes.compactMap { RawPage(roots[$0.name] ?? $0.root, of: database) }
    for shape in shapes {
      if roots[shape.name] == nil { damaged.insert(shape.name) }
      assignLeaves(from: roots[shape.name] ?? shape.root, of: shape.name)
    }
    findOrphans()
  }

  /// Reads the first page of every table and index from the file's directory of them, whose tree starts at page 1.
  /// Invalid entries and pages are skipped.
  private mutating func readRoots() {
    var pages = [1]
    while let number = pages.popLast() {
      guard let page = RawPage(number, of: database) else { continue }
      pages += page.children.filter { assignedPages.insert($0).inserted }
      for cell in page.cells {
        // The columns of this table are type, name, tbl_name, rootpage and sql.
        guard let values = cell.values, values.count == 5, case .text(let name) = values[1],
          case .integer(let root) = values[3], root > 1, root <= database.pageCount
        else { continue }
        roots[name] = Int(root)
      }
    }
  }

  /// Assigns the leaf pages of a table's tree, which starts at page `root`, to the table. A page that cannot belong to
  /// the tree counts as lost. A leaf with row numbers that do not fit its place counts as misplaced. Both make the
  /// table damaged.
  private mutating func assignLeaves(from root: Int, of table: String) {
    // The row numbers in a page must be above `above`, and at most `upTo`.
    var pages = [(number: root, above: Int64.min, upTo: Int64.max)]
    while let (number, above, upTo) = pages.popLast() {
      let page = RawPage(number, of: database)
      guard let page, page.kind == .leafTable || page.kind == .interiorTable,
        // It is in no other tree, and not twice in this one.
        assignedPages.insert(number).inserted,
        // A copy of a first page was written to a wrong place.
        number == root || !rootPages.contains(where: page.isCopy)
      else {
        damaged.insert(table)
        lostPages += 1
        continue
      }
      if page.kind == .leafTable {
        if page.cells.contains(where: { $0.rowID <= above || $0.rowID > upTo }) {
          damaged.insert(table)
          misplacedLeaves.append(page)
        } else {
          leaves[table, default: []].append(number)
        }
      }
      // The bounds before and after each child.
      let bounds = [above] + page.highestBelow + [upTo]
      for (position, child) in page.children.enumerated() {
        pages.append((child, bounds[position], bounds[position + 1]))
      }
    }
  }

  /// Fills `orphans` with the leaf pages of tables that are in no tree and not free, and with the misplaced leaves that
  /// are not copies of a page at its right place.
  private mutating func findOrphans() {
    let free = freePages()
    var orphanPages: [(number: Int, highestRow: Int64)] = []
    for number in 1...max(1, database.pageCount) where !assignedPages.contains(number) {
      guard !free.contains(number), let page = RawPage(number, of: database),
        page.kind == .leafTable
      else { continue }
      orphanPages.append((number, page.highestRow))
    }
    // A page that was also written to a wrong place is read at its right place.
    let placed = misplacedLeaves.isEmpty ? [] : Array(leaves.values.joined())
    let placedPages = placed.compactMap { RawPage($0, of: database) }
    for page in misplacedLeaves where !placedPages.contains(where: page.isCopy) {
      orphanPages.append((page.number, page.highestRow))
    }
    // The newest rows first: row numbers rise, and of two rows with equal keys the first one that is read stays.
    orphans = orphanPages.sorted { $0.highestRow > $1.highestRow }.map(\.number)
  }

  /// Returns the numbers of the free pages, as far as the file's list of them can be read. Their rows were deleted.
  private func freePages() -> Set<Int> {
    // The list consists of pages. Each contains the number of the next one, a count of free pages, and their numbers.
    let numberSize = 4
    let countOffset = numberSize
    let numbersOffset = 2 * numberSize
    // The header of the file has the number of the list's first page.
    let firstPageOffset = 32
    var free: Set<Int> = []
    var next = (database.page(1) ?? [])[...].number(at: firstPageOffset, numberSize)
    // A damaged list can lead back to a page before.
    while next > 0, free.insert(next).inserted, let bytes = database.page(next)?[...] {
      let mostNumbers = bytes.count / numberSize - 2
      let count = min(bytes.number(at: countOffset, numberSize), mostNumbers)
      for position in 0..<max(0, count) {
        free.insert(bytes.number(at: numbersOffset + numberSize * position, numberSize))
      }
      next = bytes.number(at: 0, numberSize)
    }
    return free
  }
}
