#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension TaskTree {
  /// Reads the directories, the highest priority first. A directory that does not exist is empty.
  ///
  /// - Parameter owners: The users whose files are trusted.
  package init(directories: [String], owners: Set<UInt32>) {
    self.init(
      layers: directories.map { path in
        TaskDirectory(path: path, owners: owners).layer()
      })
  }
}

/// A directory of task files.
struct TaskDirectory {
  let path: String
  let owners: Set<UInt32>

  /// Reads the task files and drop-ins of the directory. A missing directory is empty; an error becomes the layer's
  /// refusal.
  func layer() -> TaskTree.Layer {
    var layer = TaskTree.Layer(directory: path)
    do throws(FileError) {
      guard let directory = try OpenDirectory(path: path, owners: owners) else { return layer }
      for name in try directory.names() { layer.entries += entries(name, in: directory) }
    } catch {
      layer.refusal = error.message
    }
    return layer
  }

  /// Returns the entries of a name in the directory: a task file, its drop-ins, or none. A file that ends in `.yml`
  /// becomes a refused entry.
  private func entries(_ name: String, in directory: OpenDirectory) -> [TaskTree.Entry] {
    if name.hasSuffix(".yaml") { return [directory.entry(name, below: "")] }
    if name.hasSuffix(".yaml.d") { return dropIns(name) }
    if name.hasSuffix(".yml.d") {
      let stem = name.dropLast(".yml.d".count)
      let message = "directories of drop-ins end in .yaml.d; rename it to \(stem).yaml.d"
      return [TaskTree.Entry(name: name, path: "\(path)/\(name)", content: .refused(message))]
    }
    guard name.hasSuffix(".yml") else { return [] }
    return [Self.misnamedEntry(name, "task files", below: "", path: "\(path)/\(name)")]
  }

  /// Returns the refused entry of a file that ends in `.yml`.
  ///
  /// - Parameters:
  ///   - files: The word for such files in the message, such as `drop-ins`.
  ///   - prefix: The path of its directory below the tree.
  private static func misnamedEntry(
    _ name: String, _ files: String, below prefix: String, path: String
  ) -> TaskTree.Entry {
    let stem = name.dropLast(".yml".count)
    let message = "\(files) end in .yaml, and this one ends in .yml; rename it to \(stem).yaml"
    return TaskTree.Entry(name: prefix + name, path: path, content: .refused(message))
  }

  /// Returns the drop-ins in a subdirectory. If it cannot be read or is not trusted, returns one entry with the reason.
  /// A file that ends in `.yml` becomes a refused entry, and other files are left out.
  private func dropIns(_ name: String) -> [TaskTree.Entry] {
    let subdirectory = "\(path)/\(name)"
    do throws(FileError) {
      guard let directory = try OpenDirectory(path: subdirectory, owners: owners) else { return [] }
      return try directory.names().compactMap { file in
        if file.hasSuffix(".yaml") { return directory.entry(file, below: "\(name)/") }
        guard file.hasSuffix(".yml") else { return nil }
        return Self.misnamedEntry(
          file, "drop-ins", below: "\(name)/", path: "\(subdirectory)/\(file)")
      }
    } catch {
      return [TaskTree.Entry(name: name, path: subdirectory, content: .refused(error.message))]
    }
  }
}
