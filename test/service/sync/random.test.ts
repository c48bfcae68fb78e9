import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { expectSound, git } from '../../git/fixture.js'
import { useGitHost } from '../../git/remote/remote-host.js'
import { report } from '../../torture/figures.js'
import { change, makeSyncBench, type SyncBench } from './bench.js'

const execute = promisify(execFile)

/** Numbers that look random and are the same each time. */
function sequence(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** What has been acknowledged to whoever wrote it. */
interface Ledger {
  readonly commits: Set<string>
  /** Files that nobody touches again, with their text. */
  readonly files: Map<string, string>
}

const ROUNDS = Number(process.env['GALLEY_SYNC_ROUNDS'] ?? 60)
/** Sites that share the rounds, all at the same time, each with a remote of its own. */
const SITES = 2
const SHARED = 4
const LINES = 12

/** What goes on at one site and its remote. */
function makeLane(bench: SyncBench, random: (below: number) => number) {
  const ledger: Ledger = { commits: new Set(), files: new Map() }

  function edit(who: string, round: number) {
    const own = `${who}/${round}.md`
    const files: Record<string, string> = { [own]: `${who} ${round}\n` }
    // A line of a file that the other side may be changing, too.
    const lines = Array.from({ length: LINES }, (_, at) => `line ${at}`)
    if (random(2) === 0) {
      lines[random(LINES)] = `${who} was here in ${round}`
      const title = random(3) === 0 ? `${who} ${round}` : 'Shared'
      files[`shared-${random(SHARED)}.md`] = `---\ntitle: ${title}\n---\n${lines.join('\n')}\n`
    }
    return { files, own }
  }

  function acknowledge(commit: string, own: string, files: Readonly<Record<string, string>>): void {
    ledger.commits.add(commit)
    ledger.files.set(own, files[own] ?? '')
  }

  async function apiWrites(round: number): Promise<void> {
    const { files, own } = edit('api', round)
    acknowledge(await bench.write(files), own, files)
  }

  /** A developer with a clone commits, takes over what is new as people do, and pushes. */
  async function developerPushes(who: string, from: string, round: number): Promise<void> {
    const work = bench.folder(who)
    const { files, own } = edit(who, round)
    await git(work, 'pull', '-q', '--no-rebase', '--no-edit', '-X', 'ours', from, 'main')
    await change(work, files)
    for (let left = 20; left > 0; left--) {
      const commit = await git(work, 'rev-parse', 'HEAD')
      const pushed = await git(work, 'push', '-q', from, 'HEAD:main').then(
        () => true,
        () => false,
      )
      if (pushed) return acknowledge(commit, own, files)
      await git(work, 'pull', '-q', '--no-rebase', '--no-edit', '-X', 'ours', from, 'main')
    }
    throw new Error(`${who} could not push.`)
  }

  async function play(rounds: number): Promise<void> {
    await bench.write({ 'index.md': 'Start\n' })
    await bench.sync()
    const sources = { remote: bench.hosted.dir, local: bench.repository.gitDir }
    for (const [who, from] of Object.entries(sources)) {
      await git('/', 'clone', '-q', from, bench.folder(who))
    }
    for (let round = 0; round < rounds; round++) {
      const work: Promise<unknown>[] = []
      if (random(3) > 0) work.push(apiWrites(round))
      if (random(3) > 0) work.push(developerPushes('remote', sources.remote, round))
      if (random(8) === 0) work.push(developerPushes('local', sources.local, round))
      if (random(2) === 0) work.push(bench.sync())
      await Promise.all(work)
    }
  }

  async function expectAll(): Promise<void> {
    await bench.sync()
    expect(await bench.sync()).to.equal(null)
    expect(await bench.remoteTip()).to.equal(await bench.repository.head())
    for (const dir of [bench.hosted.dir, bench.repository.gitDir]) {
      const args = ['-C', dir, 'rev-list', 'main']
      const { stdout } = await execute('git', args, { maxBuffer: 1 << 26 })
      const reachable = new Set(stdout.split('\n'))
      const lost = [...ledger.commits].filter((commit) => !reachable.has(commit))
      expect(lost).to.deep.equal([])
      await expectSound(dir)
    }
    const files = await bench.files()
    for (const [path, text] of ledger.files) expect(files[path], path).to.equal(text)
    expect(ledger.files.size).to.be.greaterThan(ROUNDS / SITES)
  }

  return { play, expectAll }
}

describe(`createSyncing, in ${ROUNDS} random interleavings`, function () {
  this.timeout(600_000)
  const host = useGitHost()
  let benches: SyncBench[]
  beforeEach(async () => {
    benches = []
    while (benches.length < SITES) benches.push(await makeSyncBench(host()))
  })
  afterEach(async () => {
    for (const bench of benches) await bench.remove()
  })

  it('loses no acknowledged write on either side', async () => {
    const lanes = benches.map((bench, at) => makeLane(bench, sequence(20_261_120 + at)))
    await Promise.all(lanes.map((lane) => lane.play(ROUNDS / SITES)))
    for (const lane of lanes) await lane.expectAll()
    report({ rounds: ROUNDS })
  })
})
