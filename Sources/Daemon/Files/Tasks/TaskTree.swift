/// Task files as they lie in their directories, before anything in them is understood.
package struct TaskTree: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case text(String)
    /// Empty, or a link to /dev/null: as if there were no file of this name, here and below.
    case masked
    /// It cannot be read, or must not be believed; why.
    case refused(String)
  }

  /// One file of a directory.
  package struct Entry: Hashable, Sendable {
    /// Below the directory: `backup.yaml`, or a drop-in's `backup.yaml.d/10-power.yaml`. A directory
    /// of drop-ins that is refused is named as itself, `backup.yaml.d`.
    package var name: String
    /// As it is told to people.
    package var path: String
    package var content: Content

    package init(name: String, path: String, content: Content) {
      self.name = name
      self.path = path
      self.content = content
    }
  }

  /// One of the directories that task files come from.
  package struct Layer: Hashable, Sendable {
    package var directory: String
    package var entries: [Entry] = []
    /// Why the directory as a whole cannot be read or believed, if it cannot.
    package var refusal: String?

    package init(directory: String = "", entries: [Entry] = [], refusal: String? = nil) {
      self.directory = directory
      self.entries = entries
      self.refusal = refusal
    }
  }

  /// The highest first: of files of one name, the first counts.
  package var layers: [Layer]

  package init(layers: [Layer]) {
    self.layers = layers
  }

  /// What is empty, and so hides what has its name below it.
  package var masks: [Entry] { winners.filter { $0.content == .masked } }

  /// The entries that count, of all those of one name the highest, in the order of their names.
  var winners: [Entry] {
    var taken: Set<String> = []
    return layers.flatMap(\.entries).filter { taken.insert($0.name).inserted }
      .sorted { $0.name < $1.name }
  }
}
