/// The version of this Rubato.
package enum Version {
  package static let text = "0.1.0"
}
