// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of Darwin.

@_exported import DarwinHeaders

// The functions and constants that Swift adds to Darwin's headers, since it does not import macros with casts and
// functions with variable arguments.

public var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
}

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  rubato_open(path, flags, 0)
}

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  rubato_open(path, flags, Int32(mode))
}

public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  rubato_openat(fd, path, flags, 0)
}

public var S_IFMT: mode_t { 0o170000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
