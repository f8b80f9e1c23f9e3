extension PolicyKeyInfo {
  /// Whether a policy file has changed the setting. `policy show --changed` lists only these.
  package var isChanged: Bool { value != `default` }
}
