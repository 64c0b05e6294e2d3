extension PCM16 {
  /// A whole WAV file of mono samples, for whoever wants sound without a file on the disk.
  ///
  /// - Parameters:
  ///   - samples: The sound; at most 1 GB, far below what the header can count.
  ///   - rate: Samples per second.
  /// - Returns: The bytes of the file.
  public static func wave(_ samples: [Int16], rate: Int = SampleTime.rate) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let data = littleEndian(samples)
    return Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8)
      + little(16, 4) + little(1, 2) + little(1, 2)  // plain PCM, one channel
      + little(rate, 4) + little(rate * 2, 4) + little(2, 2) + little(16, 2)
      + Array("data".utf8) + little(data.count, 4) + data
  }
}
