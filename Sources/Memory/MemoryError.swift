import Database

/// What can go wrong with the data folder and what is kept in it.
public enum MemoryError: Error, Sendable, Equatable {
  /// Another process uses the folder; who and where, when it says so.
  case folderInUse(process: Int32?, address: String?)
  /// The folder can't be used.
  case folderUnusable(path: String, FolderFault)
  /// There is no room; nothing of the write was kept.
  case diskFull(path: String)
  /// The database was written by a newer Kith.
  case databaseNewer(path: String)
  /// The database can't be read.
  case databaseDamaged(path: String)
  /// The file of the database belongs to another program.
  case databaseUnrecognised(path: String)
  /// Another program holds the database.
  case databaseBusy(path: String)
  /// SQLite refused for another reason; its code.
  case databaseFailed(path: String, code: Int32)
  /// The database was closed before.
  case databaseClosed
  /// A turn without words.
  case turnEmpty
  /// A turn longer than ``ConversationHistory/maximumTextBytes``.
  case turnTooLong(bytes: Int)
  /// A request id that is empty, longer than 128 bytes, or was used for other words.
  case requestUnusable
  /// A timeline that is no JSON, or too long.
  case timelineUnusable
  /// There is no such turn of the person.
  case noSuchTurn(Int64)
  /// The turn has its answer already.
  case alreadyAnswered(Int64)
}

/// Why a folder can't hold a companion's memory.
public enum FolderFault: Sendable, Equatable {
  /// The environment names neither a data nor a home folder.
  case noHome
  /// The path does not start at the root.
  case notAbsolute
  /// The path is longer than the system takes.
  case tooLong
  /// The folder it would lie in does not exist.
  case missingParent
  /// Something that is no folder lies there.
  case notAFolder
  /// It belongs to another user.
  case notOurs
  /// It holds files, none of which are Kith's.
  case holdsOtherThings
  /// It, or the memory in it, was moved, deleted or replaced while it was open.
  case wentAway
  /// It may not be written.
  case notWritable
  /// The system refused with another error number.
  case refused(Int32)
}

extension MemoryError {
  /// What an error of the database at `path` means here.
  init(_ error: any Error, path: String) {
    if let known = error as? MemoryError {
      self = known
      return
    }
    guard let error = error as? DatabaseError else {
      self = .databaseFailed(path: path, code: 0)
      return
    }
    self =
      switch error.reason {
      case .full: .diskFull(path: path)
      case .damaged, .mismatch: .databaseDamaged(path: path)
      case .newer: .databaseNewer(path: path)
      case .unrecognised: .databaseUnrecognised(path: path)
      case .readOnly: .folderUnusable(path: path, .notWritable)
      case .cannotOpen: .folderUnusable(path: path, .refused(error.extendedCode))
      case .busy: .databaseBusy(path: path)
      case .closed: .databaseClosed
      case .constraint, .misuse, .other:
        .databaseFailed(path: path, code: error.extendedCode)
      }
  }
}
