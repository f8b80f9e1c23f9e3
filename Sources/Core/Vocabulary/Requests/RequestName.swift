/// A value that belongs to a request, such as one of its runs.
package protocol HasRequestName {
  /// The app of the request; `nil` for a command of its own.
  var app: String? { get }
  /// The identifier of the request.
  var id: String { get }
}

extension HasRequestName {
  /// The name as it is typed: `backup`, or with its app `com.example.mail/fetch`.
  package var name: String { app.map { "\($0)/\(id)" } ?? id }
}

/// The app and the identifier of a request, without its owner.
package struct RequestName: HasRequestName {
  package var app: String?
  package var id: String

  package init(app: String?, id: String) {
    (self.app, self.id) = (app, id)
  }
}
