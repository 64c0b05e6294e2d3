extension [Float] {
  /// The samples within -1…1, with silence where there is no number: a single NaN would stay in the
  /// memory of a recurrent model for ever.
  var bounded: [Float] {
    map { $0.isFinite ? Swift.min(1, Swift.max(-1, $0)) : 0 }
  }
}

/// The sample rate of everything that listens, in Hz.
let hearingRate = 16_000
