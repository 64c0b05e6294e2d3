import FoundationEssentials
import Glibc
import PretendProvider
import TestSupport
import Testing

extension Visits {
  /// Nobody is kept out.
  struct AccessibilityTests {
    @Test func `every screen can be read, named and touched`() async throws {
      try await Tour { name, page in
        for look in Look.phone + Look.desktop + Look.highContrast {
          try await look.take(at: page)
          let faults = try await page.value(of: "faults()").list.map(\.text)
          #expect(faults == [], "\(name) \(look)")
        }
      }.run()
    }

    @Test func `the keyboard alone is enough`() async throws {
      let visit = try await Visit(.saying("Fine."), isNew: true)
      let page = visit.page
      try await page.wait(for: "document.querySelector('dialog:modal')")
      // The introduction keeps the focus, and Escape ends it.
      for _ in 0..<12 {
        try await page.press("Tab")
        let inside = try await page.value(
          of: "document.activeElement === document.body "
            + "|| document.querySelector('dialog:modal').contains(document.activeElement)")
        #expect(inside.isTrue)
      }
      try await page.press("Escape")
      try await page.wait(for: "!document.querySelector('dialog:modal')")

      try await reach("Write", page)
      try await page.press("Enter")
      try await page.type("Hello.")
      try await page.press("Enter")
      try await visit.wait(forReplies: 1)
      try await page.press("Escape")
      #expect(try await named(page) == "Write")

      for sheet in ["Words", "Settings"] {
        try await reach(sheet, page)
        try await page.press("Enter")
        let dialog = "document.querySelector('kith-\(sheet.lowercased())-sheet dialog')"
        try await page.wait(for: "\(dialog).open && \(dialog).contains(document.activeElement)")
        try await page.press("Escape")
        try await page.wait(for: "!\(dialog).open")
        #expect(try await named(page) == sheet)
      }

      try await reach("Talk", page)
      try await page.press(" ")
      try await page.wait(for: "wire.sent.some(({ type }) => type === 'kith.listen')")
      try await page.press(" ")
      try await page.wait(for: "wire.sent.some(({ type }) => type === 'kith.unlisten')")
      try await visit.end()
    }

    private func named(_ page: BrowserPage) async throws -> String {
      try await page.value(of: "document.activeElement.getAttribute('aria-label')").text
    }

    /// Presses Tab until the control of this name has the focus, which every control shows.
    private func reach(_ name: String, _ page: BrowserPage) async throws {
      for _ in 0..<20 {
        try await page.press("Tab")
        if try await page.value(of: "document.activeElement !== document.body").isTrue {
          #expect(try await page.value(of: "showsFocus()").text == "")
        }
        if try await named(page) == name { return }
      }
      Issue.record("\(name) can't be reached")
    }
  }

  /// Makes pictures instead of testing, when `KITH_PICTURES` names a folder for them.
  struct PictureTests {
    private static let folder = getenv("KITH_PICTURES").map { String(cString: $0) }

    @Test(.enabled(if: folder != nil, "KITH_PICTURES names no folder; scripts/screenshots does."))
    func `every screen has its picture taken`() async throws {
      let folder = try #require(Self.folder)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try await Tour { name, page in
        let isMain = ["talk-idle", "talk-speaking", "welcome-1", "words-full", "settings"]
          .contains(name)
        for look in Look.phone + Look.desktop + (isMain ? Look.largeText : []) {
          try await look.take(at: page)
          let picture = try await page.picture()
          try write(
            [UInt8](try #require(Data(base64Encoded: picture))), to: "\(folder)/\(name)-\(look).png"
          )
        }
        try await Look.phone[0].take(at: page)
      }.run()
    }
  }
}
