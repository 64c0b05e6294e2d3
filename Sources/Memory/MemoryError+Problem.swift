public import Dialogue
import Journal

extension MemoryError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .folderInUse(let process, let address):
      return Self.inUse(process, address)
    case .folderUnusable(let path, let fault):
      return fault.problem(path)
    case .diskFull(let path):
      return Problem(
        .diskFull, "There is no room left to write \(path).",
        action: "Free some space and try again; everything kept before is still there.")
    case .databaseNewer(let path):
      return Problem(
        .databaseNewer, "\(path) was written by a newer Kith; it was left as it is.",
        action: "Use that newer Kith, or another folder with --data.")
    case .databaseDamaged(let path):
      return Problem(
        .databaseDamaged, "\(path) is damaged; it was left as it is.",
        action: "Put a backup in its place, or move it away, with its -wal file, and start anew.")
    case .databaseUnrecognised(let path):
      return Problem(
        .dataFolderUnusable, "\(path) was not written by this Kith; it was left as it is.",
        action: "Choose another folder with --data, or move the file away.")
    case .databaseBusy(let path):
      return Problem(
        .dataFolderInUse, "Another program keeps \(path) locked.",
        action: "Close the program that has it open and try again.")
    case .databaseFailed(let path, let code):
      return Problem(
        .dataFolderUnusable, "\(path) could not be used (SQLite code \(code)).",
        action: "Check the disk it is on, then try again.")
    case .databaseClosed:
      return Problem(
        .unexpected, "The memory was closed already.", action: "Start Kith again.")
    case .turnEmpty, .turnTooLong, .requestUnusable, .timelineUnusable, .noSuchTurn,
      .alreadyAnswered:
      return turnProblem
    }
  }

  private var turnProblem: Problem {
    switch self {
    case .turnEmpty:
      Problem(.wrongUse, "There were no words to keep.", action: "Say or type something.")
    case .turnTooLong(let bytes):
      Problem(
        .wrongUse,
        "That was too long: \(bytes) bytes, and at most \(ConversationHistory.maximumTextBytes) "
          + "can be kept in one go.", action: "Say it in several goes.")
    case .requestUnusable:
      Problem(
        .wrongUse, "The id of the message is empty, too long or was used for other words.",
        action: "Give every message an id of its own, 1 to 128 bytes long.")
    case .timelineUnusable:
      Problem(
        .unexpected, "The times of a turn could not be kept.", action: "Report this: it is a fault."
      )
    case .alreadyAnswered(let id):
      Problem(
        .unexpected, "Turn \(id) has its answer already.", action: "Report this: it is a fault.")
    case .noSuchTurn(let id):
      Problem(
        .wrongUse, "There is no turn \(id) of the person.", action: "See the turns with kith turns."
      )
    default:
      Problem(.unexpected, "The memory failed.", action: "Run kith doctor.")
    }
  }

  private static func inUse(_ process: Int32?, _ address: String?) -> Problem {
    let who = process.map { " by process \($0)" } ?? ""
    let place = address.map { ", which answers at \($0)" } ?? ""
    return Problem(
      .dataFolderInUse, "The data folder is in use\(who)\(place).",
      action: address == nil
        ? "Stop the other Kith, or choose another folder with --data."
        : "Use kith chat, which joins it; for anything else stop it first, or add --data DIR.")
  }
}

extension FolderFault {
  fileprivate func problem(_ path: String) -> Problem {
    let (message, action) = sentences(path)
    return Problem(.dataFolderUnusable, message, action: action)
  }

  private func sentences(_ path: String) -> (String, String) {
    let another = "Choose another folder with --data."
    return switch self {
    case .noHome:
      ("There is no home folder to keep anything in.", "Set HOME, or choose a folder with --data.")
    case .notAbsolute:
      ("The data folder must be a full path, not \(path).", "Write the path from / on.")
    case .tooLong:
      ("The path of the data folder is too long.", another)
    case .missingParent:
      (
        "The folder that \(path) would lie in does not exist.",
        "Make it first, or check that its disk is there."
      )
    case .notAFolder:
      ("\(path) is in the way: it is not a folder.", "Move it away, or choose with --data.")
    case .notOurs:
      ("\(path) belongs to another user.", another)
    case .holdsOtherThings:
      ("\(path) holds other things already.", "Choose an empty or new folder with --data.")
    case .wentAway:
      (
        "\(path) was moved, deleted or replaced while Kith had it open.",
        "Start Kith again; what is said now would not be kept."
      )
    case .notWritable:
      ("\(path) may not be written.", "Allow it for your user, or choose another with --data.")
    case .refused(let error):
      ("\(path) can't be used (error \(error)).", another)
    }
  }
}
