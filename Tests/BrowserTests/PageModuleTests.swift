import PretendProvider
import TestSupport
import Testing

extension Visits {
  /// What the page's own modules decide, tried where they run.
  struct PageModuleTests {
    @Test func `every module of the page does what its tests say`() async throws {
      let visit = try await Visit(.saying("Hello."))
      for file in Visit.pageTests {
        let failures = try await visit.page.value(
          of: """
            (async () => {
              const { tests } = await import('/under-test/\(file)');
              const failures = [];
              for (const [name, test] of Object.entries(tests)) {
                try { await test(); } catch (error) { failures.push(`${name}: ${error.message}`); }
              }
              return [Object.keys(tests).length, failures];
            })()
            """)
        #expect(failures[0].value > 0, "\(file) has no tests")
        #expect(failures[1].list.map(\.text) == [], "\(file)")
      }
      #expect(Visit.pageTests.count >= 4)
      try await visit.end()
    }
  }
}
