extension PolicyKeyInfo {
  package var isChanged: Bool { value != `default` }
}
