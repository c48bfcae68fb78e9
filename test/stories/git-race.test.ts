/**
 * Pushes over HTTP, pushes on disk, API writes and edits on disk at once, on one site: whatever was
 * acknowledged is there afterwards. That the index equals one made anew and that `git fsck --strict`
 * finds nothing is looked at when the server stops.
 *
 * GALLEY_RACE_ROUNDS makes it longer (1,000 before a release).
 *
 * @see SECURITY.md
 */

import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { useApi, type Site } from '../api/server.js'
import { report } from '../torture/figures.js'
import { commitFiles, eventually, git, useDesk } from './git-client.js'

const ROUNDS = Number(process.env['GALLEY_RACE_ROUNDS'] ?? 8)
const PAGE = `---\ntitle: Shared\n---\n${Array.from({ length: 40 }, (_, n) => `Line ${n}\n`).join('')}`
const MAX_TRIES = 30

describe('pushes, writes and edits on one site at once', () => {
  const api = useApi({ settings: { watch: 'true' } })
  const desk = useDesk(api)
  let site: Site
  let pageId = ''
  let tries = 0
  /** New files with their content, which nobody else touches: all must stand at the end. */
  const files = new Map<string, string>()
  /** What must be somewhere in the history. */
  const marks: string[] = []

  /** Pushes; where others were faster, on top of their work. */
  async function push(work: string): Promise<void> {
    for (let left = MAX_TRIES; ; left -= 1) {
      tries += 1
      const error = await git(work, 'push', '-q').then(
        () => null,
        (reason: unknown) => reason,
      )
      if (error === null) return
      if (left === 0) throw error
      await git(work, 'pull', '-q', '--rebase')
    }
  }

  async function pushed(work: string, name: string): Promise<void> {
    const content = `---\ntitle: ${name}\n---\n${name}\n`
    await commitFiles(work, { [name]: content })
    await push(work)
    files.set(name, content)
  }

  async function written(round: number): Promise<void> {
    const title = `Title ${round}`
    const update = await api.put(`/v2/pages/${pageId}`, { title })
    expect(update.status, update.text).to.equal(200)
    marks.push(`Galley-Request-Id: ${String(update.headers['x-request-id'])}`)
    const name = `api-${round}.txt`
    const url = `/v2/sites/${site.id}/source/${name}`
    const put = await api.upload('PUT', url, { data: name })
    expect(put.status, put.text).to.equal(200)
    files.set(name, name)
  }

  async function edited(round: number): Promise<void> {
    const name = `disk-${round}.txt`
    await writeFile(desk.tree(site.id, name), name)
    files.set(name, name)
    const mark = `Disk ${round}.`
    await appendFile(desk.tree(site.id, 'shared.md'), `${mark}\n`)
    marks.push(mark)
  }

  async function missingMarks(): Promise<string[]> {
    // Only what can hold a mark: the history of 1,000 rounds is long.
    const log = ['log', '-m', '--first-parent', '-U0', '--format=%B']
    const messages = await git(desk.bare(site.id), ...log, '-s', 'main')
    const texts = await git(desk.bare(site.id), ...log, '-p', 'main', '--', 'shared*')
    const history = messages + texts
    return marks.filter((mark) => !history.includes(mark))
  }

  it(`lose no change in ${ROUNDS} rounds`, async function () {
    this.timeout(300_000 + ROUNDS * 30_000)
    site = await api.site()
    const page = { title: 'Shared', path: 'shared.md', body: 'x' }
    pageId = String((await api.post(`/v2/sites/${site.id}/pages`, page)).json['id'])
    await api.upload('PUT', `/v2/sites/${site.id}/source/shared.md`, { data: PAGE })
    const shared = desk.tree(site.id, 'shared.md')
    await eventually(async () => expect(await readFile(shared, 'utf8')).to.equal(PAGE))
    const far = await desk.clone(site.id)
    const near = desk.at('near')
    await git(desk.at('.'), 'clone', '-q', desk.bare(site.id), near)
    for (let round = 0; round < ROUNDS; round += 1) {
      const names = [`far-${round}.md`, `near-${round}.md`] as const
      await Promise.all([
        pushed(far, names[0]),
        pushed(near, names[1]),
        written(round),
        edited(round),
      ])
    }
    await eventually(async () => {
      const status = await git(
        desk.tree(site.id),
        `--git-dir=${desk.bare(site.id)}`,
        '--work-tree=.',
        'ls-files',
        '-o',
        '-x',
        '.galley*',
      )
      const onDisk = new Set(status.split('\n'))
      const inMain = await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')
      expect([...onDisk].sort()).to.deep.equal(inMain.trim().split('\n').sort())
      // An edit of a file that was there before shows in its history only.
      expect(await missingMarks()).to.deep.equal([])
    })
    for (const [name, content] of files) {
      expect(await api.file(site.id, name), name).to.equal(content)
      expect(await readFile(desk.tree(site.id, name), 'utf8'), name).to.equal(content)
    }
    expect(tries).to.be.greaterThan(ROUNDS * 2 - 1)
    report({ rounds: ROUNDS, 'pushes tried': tries, 'changes found': files.size + marks.length })
  })
})
