// What the browser calls. Compiled by scripts/face together with FaceEngine as one module; there is
// no target for it in Package.swift. A face is a pointer, so that nothing here is shared.

/// A face and the numbers the browser reads.
struct HeldFace {
  var face: Face
  let numbers: UnsafeMutablePointer<Float>

  /// Copies what the face says to where the browser reads it.
  func publish() {
    for index in 0..<FaceLayout.count { numbers[index] = face.output[index] }
  }
}

extension UnsafeMutableRawPointer {
  /// The face this points to; only ``faceNew`` makes such pointers.
  var held: UnsafeMutablePointer<HeldFace> { assumingMemoryBound(to: HeldFace.self) }
}

@_expose(wasm, "face_new")
@c(face_new)
func faceNew(_ seed: UInt32) -> UnsafeMutableRawPointer {
  let numbers = UnsafeMutablePointer<Float>.allocate(capacity: FaceLayout.count)
  numbers.initialize(repeating: 0, count: FaceLayout.count)
  let held = UnsafeMutablePointer<HeldFace>.allocate(capacity: 1)
  held.initialize(to: HeldFace(face: Face(seed: seed), numbers: numbers))
  held.pointee.publish()
  return UnsafeMutableRawPointer(held)
}

/// How many numbers there are, so that a page with an older layout notices.
@_expose(wasm, "face_count")
@c(face_count)
func faceCount() -> Int32 {
  Int32(FaceLayout.count)
}

@_expose(wasm, "face_numbers")
@c(face_numbers)
func faceNumbers(_ face: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Float> {
  face.held.pointee.numbers
}

@_expose(wasm, "face_step")
@c(face_step)
func faceStep(_ face: UnsafeMutableRawPointer, _ seconds: Float) {
  face.held.pointee.face.step(seconds: seconds)
  face.held.pointee.publish()
}

@_expose(wasm, "face_state")
@c(face_state)
func faceState(_ face: UnsafeMutableRawPointer, _ state: Int32) {
  if let state = FaceState(rawValue: state) { face.held.pointee.face.set(state) }
}

@_expose(wasm, "face_express")
@c(face_express)
func faceExpress(_ face: UnsafeMutableRawPointer, _ emotion: Int32, _ weight: Float) {
  if let emotion = Emotion(rawValue: emotion) {
    face.held.pointee.face.express(emotion, weight: weight)
  }
}

@_expose(wasm, "face_look")
@c(face_look)
func faceLook(_ face: UnsafeMutableRawPointer, _ x: Float, _ y: Float) {
  face.held.pointee.face.look(x: x, y: y)
}

@_expose(wasm, "face_look_around")
@c(face_look_around)
func faceLookAround(_ face: UnsafeMutableRawPointer) {
  face.held.pointee.face.lookAround()
}

@_expose(wasm, "face_mouth")
@c(face_mouth)
func faceMouth(_ face: UnsafeMutableRawPointer, _ openness: Float, _ roundness: Float) {
  face.held.pointee.face.mouth(openness: openness, roundness: roundness)
}

@_expose(wasm, "face_level")
@c(face_level)
func faceLevel(_ face: UnsafeMutableRawPointer, _ level: Float) {
  face.held.pointee.face.voiceLevel(level)
}

@_expose(wasm, "face_touch")
@c(face_touch)
func faceTouch(_ face: UnsafeMutableRawPointer, _ touch: Int32, _ x: Float, _ y: Float) {
  if let touch = Touch(rawValue: touch) { face.held.pointee.face.touch(touch, x: x, y: y) }
}

@_expose(wasm, "face_motion")
@c(face_motion)
func faceMotion(_ face: UnsafeMutableRawPointer, _ x: Float, _ y: Float, _ z: Float) {
  face.held.pointee.face.motion(x: x, y: y, z: z)
}

@_expose(wasm, "face_accent")
@c(face_accent)
func faceAccent(_ face: UnsafeMutableRawPointer, _ red: Float, _ green: Float, _ blue: Float) {
  face.held.pointee.face.accent(red: red, green: green, blue: blue)
}

@_expose(wasm, "face_reduced_motion")
@c(face_reduced_motion)
func faceReducedMotion(_ face: UnsafeMutableRawPointer, _ reduced: Int32) {
  face.held.pointee.face.reducedMotion(reduced != 0)
}
