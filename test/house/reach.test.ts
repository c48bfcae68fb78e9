import { expect } from 'chai'
import { readNames, reachOf } from './reach.js'

describe('tests that a change can reach', () => {
  const names = readNames()
  const near = (...changed: readonly string[]) => reachOf(names, changed).near

  it('are those that import what has changed, directly or not', () => {
    const found = near('src/kramdown/blocks/tables.ts')
    expect(found).to.include('test/kramdown/markdown.test.ts')
    expect(found).to.include('test/builder/fixtures.test.ts')
    expect(found).to.not.include('test/content/slug.test.ts')
  })

  for (const [what, changed, test] of [
    ['a thread', 'src/store/index/search-worker.ts', 'test/store/index/search.test.ts'],
    [
      'a child process',
      'src/builder/process/session-child.ts',
      'test/builder/process/session-process.test.ts',
    ],
    ['a script of the tests', 'test/git/race-writer.ts', 'test/git/race.test.ts'],
    ['a recorded file', 'fixtures/content/psych.json', 'test/content/yaml/parse.test.ts'],
    ['a recorded folder', 'fixtures/sites/blog/_config.yml', 'test/builder/fixtures.test.ts'],
  ] as const) {
    it(`are those that name ${what}`, () => {
      expect(near(changed)).to.include(test)
    })
  }

  it('follow no types, which are gone when they run', () => {
    const named = names.get('src/service/render/unsaved.ts')
    expect(named).to.include('src/content/classify.ts')
    expect(named).to.not.include('src/model/role.ts')
  })

  it('of the whole server are those that are called like it, a typical one, and others on demand', () => {
    const { near: first, named, far } = reachOf(names, ['src/http/routes/media.ts'])
    expect(first).to.not.include('test/api/media.test.ts')
    expect(named).to.include.members(['test/api/media.test.ts', 'test/api/documents.test.ts'])
    expect(far).to.include.members(['test/api/users.test.ts', 'test/stories/kill.test.ts'])
    expect(reachOf(names, ['src/admin/editor/saving/use-save.ts']).named).to.include.members([
      'test/admin/story.test.ts',
      'test/admin/editor/source-saving.test.ts',
    ])
  })

  it('are some for every module that runs', () => {
    const isBelow = (file: string, named: string) => file === named || file.startsWith(`${named}/`)
    const left = [...names.keys()].filter((file) => file.endsWith('.test.ts'))
    const reached = new Set(left)
    for (let file = left.pop(); file !== undefined; file = left.pop())
      for (const named of names.get(file) ?? [])
        if (!reached.has(named)) {
          reached.add(named)
          left.push(named)
        }
    const folders = [...reached].filter((name) => !names.has(name))
    const used = new Set([...names.values()].flat())
    const missed = [...used].filter(
      (file) =>
        file.startsWith('src/') &&
        !reached.has(file) &&
        !folders.some((folder) => isBelow(file, folder)),
    )
    expect(missed).to.deep.equal([])
  })
})
