import Glibc

/// A shared library opened at run time, so that Kith starts and explains itself without it.
///
/// It is never closed: ONNX Runtime registers exit handlers that live in the library.
@safe final class DynamicLibrary: @unchecked Sendable {  // the dynamic linker locks for itself
  private let part: String
  private let handle: UnsafeMutableRawPointer

  /// Opens the library at `path`, which belongs to the part called `part`.
  ///
  /// The caller has checked the size of the file: mapping a truncated one would end the program.
  ///
  /// - Throws: `libraryUnusable` when the dynamic linker refuses.
  init(path: String, part: String) throws(EngineError) {
    guard let handle = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw .libraryUnusable(part, "it can't be opened on this machine")
    }
    self.part = part
    unsafe self.handle = handle
  }

  /// The C function `name`, which must have the C signature `type`.
  ///
  /// - Returns: The function.
  /// - Throws: `libraryUnusable` when the library has no such function.
  func function<Function>(_ name: String, as type: Function.Type) throws(EngineError) -> Function {
    guard let symbol = unsafe dlsym(handle, name) else {
      throw .libraryUnusable(part, "\(name) is missing")
    }
    return unsafe unsafeBitCast(symbol, to: type)
  }
}
