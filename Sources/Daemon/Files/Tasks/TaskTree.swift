/// Task files in their directories, before they are parsed.
package struct TaskTree: Hashable, Sendable {
  /// Returns whether a file of this name has the defaults of its directory, and is no task.
  package static func isDefaults(_ name: String) -> Bool { name == "\(TaskKey.defaults).yaml" }

  package enum Content: Hashable, Sendable {
    case text(String)
    /// Empty, or a link to /dev/null: hides the files of this name here and in lower directories.
    case masked
    /// The file cannot be read or is not trusted, with the reason.
    case refused(String)
  }

  /// One file of a directory.
  package struct Entry: Hashable, Sendable {
    /// The path below the directory: `backup.yaml`, or a drop-in's `backup.yaml.d/10-power.yaml`. A refused
    /// directory of drop-ins is named itself, `backup.yaml.d`.
    package var name: String
    /// The path for messages.
    package var path: String
    package var content: Content

    package init(name: String, path: String, content: Content) {
      self.name = name
      self.path = path
      self.content = content
    }
  }

  /// One of the directories of task files.
  package struct Layer: Hashable, Sendable {
    package var directory: String
    package var entries: [Entry] = []
    /// The reason why the whole directory cannot be read or is not trusted; `nil` if it can.
    package var refusal: String?

    package init(directory: String = "", entries: [Entry] = [], refusal: String? = nil) {
      self.directory = directory
      self.entries = entries
      self.refusal = refusal
    }
  }

  /// The directories, the highest priority first: of several files with one name, the first applies.
  package var layers: [Layer]

  package init(layers: [Layer]) {
    self.layers = layers
  }

  /// The masks, which hide files of the same name in lower directories.
  package var masks: [Entry] { entriesInEffect.filter { $0.content == .masked } }

  /// The entries in effect: the highest of each name, in the order of their names.
  var entriesInEffect: [Entry] {
    var knownNames: Set<String> = []
    let highest = layers.flatMap(\.entries).filter { knownNames.insert($0.name).inserted }
    return highest.sorted { $0.name < $1.name }
  }
}
