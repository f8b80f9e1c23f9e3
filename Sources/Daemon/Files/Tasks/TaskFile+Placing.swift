extension TaskFile {
  /// Returns the task with all errors at one line, for a task that was made of another text, such as a line of a
  /// crontab.
  package func placed(inFile file: String, line: Int) -> TaskFile {
    var place = Place(file: file)
    place.line = line
    var task = self
    task.places = places.mapValues { _ in place }
    task.path = file
    return task
  }
}
