extension Face {
  /// Puts pose, gaze, blink, speech, rhythm and springs together.
  mutating func fill(isShaken: Bool) {
    let pose = blend.pose
    let closed = blinker.closed
    let gazeX = gaze.x + pose[.gazeX] * (toldGaze == nil ? 1 : 0.3)
    let gazeY = gaze.y + pose[.gazeY] * (toldGaze == nil ? 1 : 0.3)
    let look = (
      x: Maths.clamp(gazeX, -1.2, 1.2) * (1 - blend.weight(.asleep)),
      y: Maths.clamp(gazeY, -1.2, 1.2) * (1 - blend.weight(.asleep))
    )
    for eye in 0...1 { fill(eye: eye, pose, look, closed) }
    fillHead(pose, look)
    fillColour(pose)
    fillMouth(pose)
    put(.shake, meter.reading)
    put(.shown, blend.strongest.map { Float($0) } ?? Float(64 + blend.state.rawValue))
    put(
      .events,
      Float(
        (isShaken ? FaceLayout.Event.shaken.rawValue : 0)
          + (blinker.began ? FaceLayout.Event.blinked.rawValue : 0)))
  }

  private mutating func fill(
    eye: Int, _ pose: Pose, _ look: (x: Float, y: Float), _ closed: Float
  ) {
    let side: Float = eye == 0 ? -1 : 1
    // Towards the side it looks to, an eye comes nearer.
    let near = 1 + 0.07 * look.x * side
    let hop = pose[.bounce] * (0.5 - rhythms.hopping) * 0.1
    let beat = 1 + 0.07 * pose[eye, .heart] * rhythms.beating
    let stretch = pulse.value
    var shape = Outline.Eye(
      width: pose[eye, .width] * near * beat * (1 - 0.55 * stretch + hop) * (1 + 0.05 * closed),
      height: pose[eye, .height] * near * beat * (1 + 0.8 * stretch - hop),
      corner: pose[eye, .corner], upper: 1 - (1 - pose[eye, .upper]) * (1 - closed),
      upperTilt: pose[eye, .upperTilt], upperBend: pose[eye, .upperBend],
      lower: pose[eye, .lower] + 0.14 * closed * (1 - pose[eye, .lower])
        + 0.06 * speech.openness * (1 - pose[eye, .lower]),
      lowerTilt: pose[eye, .lowerTilt], lowerBend: pose[eye, .lowerBend],
      heart: pose[eye, .heart] * (1 - closed), inner: -side)
    shape.width = Maths.clamp(shape.width, 0.05, 1.6)
    shape.height = Maths.clamp(shape.height, 0.1, 1.6)
    shape.corner = Maths.clamp(shape.corner, 0, 1)
    shape.upper = Maths.clamp(shape.upper, 0, 1)
    shape.lower = Maths.clamp(shape.lower, 0, 1)
    shape.heart = Maths.clamp(shape.heart, 0, 1)
    put(eye, .x, side * pose[eye, .x] + 0.15 * look.x)
    put(eye, .y, pose[eye, .y] + 0.13 * look.y)
    put(eye, .angle, -side * pose[eye, .angle])
    put(eye, shape)
    put(eye, .spiral, pose[eye, .spiral] * (1 - closed))
    put(eye, .sparkle, pose[eye, .sparkle])
    put(eye, .tear, pose[eye, .tear])
    put(eye, .tint, pose[.tint])
    let hearing = blend.weight(.listening) * speech.loud
    put(eye, .glow, pose[.glow] * (1 + 0.05 * rhythms.breathing) + 0.25 * hearing)
    fillPupil(eye, shape, pupil: pose[eye, .pupil] * (1 + 0.1 * hearing), look)
  }

  private mutating func put(_ eye: Int, _ shape: Outline.Eye) {
    put(eye, .width, shape.width)
    put(eye, .height, shape.height)
    put(eye, .corner, shape.corner)
    put(eye, .upperLid, shape.upper)
    put(eye, .upperTilt, shape.upperTilt)
    put(eye, .upperBend, shape.upperBend)
    put(eye, .lowerLid, shape.lower)
    put(eye, .lowerTilt, shape.lowerTilt)
    put(eye, .lowerBend, shape.lowerBend)
    put(eye, .heart, shape.heart)
    let radius = shape.radius
    put(eye, .radius, radius)
    var place = FaceLayout.eyePoints + eye * 2 * Outline.eyePoints
    for index in 0..<Outline.eyePoints {
      let point = shape.point(index, radius: radius)
      output[place] = Maths.clamp(point.x, -1.6, 1.6)
      output[place + 1] = Maths.clamp(point.y, -1.6, 1.6)
      place += 2
    }
  }

  private mutating func fillPupil(
    _ eye: Int, _ shape: Outline.Eye, pupil: Float, _ look: (x: Float, y: Float)
  ) {
    let edges = shape.edges(0)
    let middle = (edges.top + edges.bottom) / 2
    // Between narrow lids the pupil is small, and behind closed ones there is none.
    let gap = shape.gap
    let full = min(pupil * min(shape.width, shape.height), 1.5 * gap)
    // A heart and a spiral have none either.
    let bare = Maths.smooth(1.5 * max(shape.heart, output[FaceLayout.index(eye, .spiral)]))
    let size = full * Maths.smooth((gap - Outline.thinnest - 0.03) / 0.14) * (1 - bare)
    let x = look.x * min(0.2, max(shape.width / 2 - size / 2, 0.02))
    let y = 0.55 * middle + look.y * min(0.19, max(shape.height / 2 - size / 2, 0.02))
    put(eye, .pupilX, x)
    put(eye, .pupilY, y)
    put(eye, .pupilSize, size)
    // The light stands still while the eye moves under it; without a pupil it lies on the eye.
    let has = Maths.clamp(pupil / 0.2, 0, 1) * (1 - bare)
    put(eye, .highlightX, Maths.mix(-0.2 * shape.width, 0.88 * x - 0.24 * size, has))
    put(eye, .highlightY, Maths.mix(-0.18 * shape.height, 0.88 * y - 0.26 * size, has))
    let open = Maths.smooth((gap - 0.3) / 0.3)
    put(eye, .highlightSize, Maths.mix(0.14 * shape.width * open, 0.38 * size, has))
  }

  private mutating func fillHead(_ pose: Pose, _ look: (x: Float, y: Float)) {
    let place = body.place
    let live: Float = isCalm ? 0 : 1
    let breath = rhythms.breathing * live * Maths.mix(1, 2, blend.weight(.asleep))
    let sway = pose[.sway] * live
    let shiver = pose[.tremble] * live * rhythms.shivering
    let round = rhythms.sway * Maths.turn
    let hop = pose[.bounce] * live * rhythms.hopping
    put(.x, pose[.headX] + place.x + 0.012 * shiver + 0.06 * sway * Maths.sin(round))
    put(
      .y,
      pose[.headY] + place.y + 0.01 * breath - 0.07 * hop + 0.035 * sway * Maths.cos(round)
        - 0.02 * speech.openness * live)
    put(.angle, pose[.headAngle] + place.angle + 0.07 * sway * Maths.cos(round))
    let scale = pose[.headScale] + place.scale + 0.006 * breath
    put(.scaleX, scale)
    put(.scaleY, scale + 0.004 * breath)
    put(.gazeX, look.x)
    put(.gazeY, look.y)
    put(.breath, breath / 2)
    let wandering = rhythms.wandering
    put(.driftX, wandering.x)
    put(.driftY, wandering.y)
    put(.spiralAngle, rhythms.spiral * Maths.turn)
    put(.fall, rhythms.fall)
    put(.doze, rhythms.doze)
    put(.pulse, rhythms.pulse)
    put(.sweat, pose[.sweat])
    put(.sleep, pose[.sleep])
    put(.question, pose[.question])
    put(.battery, pose[.battery])
  }

  private mutating func fillColour(_ pose: Pose) {
    let left = 1 - Maths.clamp(pose[.tint], 0, 1)
    put(.red, accent.red * left + pose[.red])
    put(.green, accent.green * left + pose[.green])
    put(.blue, accent.blue * left + pose[.blue])
    put(.dim, dim.value * (1 - 0.3 * pose[.battery]))
    put(.blush, pose[.blush])
    let loud = max(blend.weight(.listening), blend.weight(.speaking)) * speech.loud
    put(.halo, 0.5 * pose[.glow] + 0.4 * loud)
  }

  private mutating func fillMouth(_ pose: Pose) {
    let voice = max(speech.openness, 0.75 * speech.loud * blend.weight(.speaking))
    let hop = pose[.bounce] * rhythms.hopping * 0.15
    let open = 1 - (1 - Maths.clamp(pose[.mouthOpen], 0, 1)) * (1 - 0.8 * voice)
    let round = Maths.mix(pose[.mouthRound], speech.roundness, min(2 * speech.openness, 1))
    let mouth = Outline.Mouth(
      width: Maths.clamp(
        pose[.mouthWidth] + 0.1 * voice * (1 - round) + 0.06 * pulse.value, 0.05, 1.2),
      open: Maths.clamp(open + hop, 0, 1), curve: pose[.mouthCurve],
      round: Maths.clamp(round, 0, 1), skew: pose[.mouthSkew], wave: pose[.mouthWave],
      wavePhase: pose[.mouthWave] * rhythms.sway * Maths.turn)
    put(.mouthShow, pose[.mouthShow])
    put(.mouthX, 0.06 * gaze.x)
    put(.mouthY, pose[.mouthY] + 0.04 * gaze.y)
    put(.mouthWidth, mouth.width)
    put(.mouthOpen, mouth.open)
    put(.mouthCurve, mouth.curve)
    put(.mouthRound, mouth.round)
    put(.mouthSkew, mouth.skew)
    put(.mouthWave, mouth.wave)
    put(.mouthRadius, mouth.radius)
    var place = FaceLayout.mouthPoints
    for index in 0..<Outline.mouthPoints {
      let point = mouth.point(index)
      output[place] = Maths.clamp(point.x, -1.6, 1.6)
      output[place + 1] = Maths.clamp(point.y, -1.6, 1.6)
      place += 2
    }
  }

  private mutating func put(_ eye: Int, _ part: FaceLayout.Eye, _ value: Float) {
    let range = FaceLayout.range(part)
    output[FaceLayout.index(eye, part)] = Maths.clamp(value, range.least, range.most)
  }

  private mutating func put(_ part: FaceLayout.Head, _ value: Float) {
    let range = FaceLayout.range(part)
    output[FaceLayout.index(part)] = Maths.clamp(value, range.least, range.most)
  }
}
