/// What can go wrong, as one word per kind: shown in the log, in `--json` and on the status chip.
///
/// What a person is told and can do about each is the table `Problem.told` in `Dialogue`.
public enum ProblemCode: String, Sendable, Hashable, CaseIterable, Codable {
  // MARK: Parts on this machine
  case partMissing = "part_missing"
  case partDamaged = "part_damaged"
  case engineFailed = "engine_failed"
  case voiceFailed = "voice_failed"
  case hearingFailed = "hearing_failed"
  // MARK: The brain
  case brainUnreachable = "brain_unreachable"
  case brainWaking = "brain_waking"
  case brainTooSlow = "brain_too_slow"
  case brainRefusedKey = "brain_refused_key"
  case brainForbidden = "brain_forbidden"
  case brainModelMissing = "brain_model_missing"
  case brainBusy = "brain_busy"
  case brainFailed = "brain_failed"
  case brainNotAModelServer = "brain_not_a_model_server"
  case brainSilent = "brain_silent"
  case brainBrokeOff = "brain_broke_off"
  case addressRefused = "address_refused"
  // MARK: The data folder
  case dataFolderInUse = "data_folder_in_use"
  case dataFolderUnusable = "data_folder_unusable"
  case databaseNewer = "database_newer"
  case databaseDamaged = "database_damaged"
  case diskFull = "disk_full"
  case memoryLow = "memory_low"
  // MARK: Files and wrong use
  case fileMissing = "file_missing"
  case fileUnreadable = "file_unreadable"
  case fileEmpty = "file_empty"
  case fileUnsupported = "file_unsupported"
  case fileTooLong = "file_too_long"
  case outputUnwritable = "output_unwritable"
  case portInUse = "port_in_use"
  case wrongUse = "wrong_use"
  case configurationInvalid = "configuration_invalid"
  case cancelled = "cancelled"
  case unexpected = "unexpected"
}
