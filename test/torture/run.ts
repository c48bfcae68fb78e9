/**
 * `npm run torture [-- SIZE] [part of a name]`: the suites that try to break the promises, larger than in
 * `npm test`, one after another; prints what each counted, as a Markdown table. A size of 1 takes
 * minutes, 10 an hour, 100 a night. GALLEY_SEED chooses other cases.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const size = Math.max(1, Math.floor(Number(process.argv[2] ?? 1)) || 1)
const wanted = process.argv[3] ?? ''
const seed = process.env['GALLEY_SEED'] ?? '20261122'

interface Suite {
  readonly name: string
  readonly file: string
  /** How large it is, in the words of its own file. */
  readonly env?: Readonly<Record<string, string>>
}

const times = (one: number) => String(one * size)

const SUITES: readonly Suite[] = [
  { name: 'histories against a model', file: 'torture/histories.test.ts' },
  { name: 'racing writers', file: 'torture/increments.test.ts' },
  { name: 'hostile names at nine doors', file: 'torture/paths.test.ts' },
  { name: 'outsiders at every operation', file: 'torture/outsiders.test.ts' },
  { name: 'requests from the OpenAPI document', file: 'api/fuzz.test.ts' },
  { name: 'bombs', file: 'torture/bombs.test.ts' },
  { name: 'use for long', file: 'torture/soak.test.ts' },
  { name: 'kill -9', file: 'stories/kill.test.ts', env: { GALLEY_KILL_ROUNDS: times(10) } },
  { name: 'faults', file: 'stories/faults.test.ts', env: { GALLEY_FAULT_POINTS: times(10) } },
  {
    name: 'power cuts',
    file: 'stories/power-loss.test.ts',
    env: { GALLEY_POWER_CUTS: times(8), GALLEY_POWER_SEED: seed },
  },
  {
    name: 'doors at once',
    file: 'stories/git-race.test.ts',
    env: { GALLEY_RACE_ROUNDS: times(20) },
  },
  { name: 'deployments cut off', file: 'deploy/cuts.test.ts', env: { GALLEY_CUTS: 'all' } },
  {
    name: 'syncs at random',
    file: 'service/sync/random.test.ts',
    env: { GALLEY_SYNC_ROUNDS: times(200) },
  },
  {
    name: 'edits between builds',
    file: 'builder/incremental/session.test.ts',
    env: { STEPS: times(15) },
  },
  {
    name: 'edits of plugins between builds',
    file: 'builder/site-plugins/again.test.ts',
    env: { STEPS: times(12) },
  },
  { name: 'lexers', file: 'highlight/linear.test.ts' },
  { name: 'characters of two code units', file: 'highlight/astral.test.ts' },
  { name: 'Markdown', file: 'kramdown/hostile.test.ts' },
  { name: 'edits of YAML', file: 'content/yaml/edit.test.ts' },
  { name: 'merges beside git', file: 'content/merge.test.ts' },
  { name: 'pushed bombs', file: 'stories/git-bombs.test.ts' },
  { name: 'hostile pushes', file: 'stories/git-hostile.test.ts' },
  { name: 'backups under load', file: 'stories/backup.test.ts' },
  { name: 'lost disks', file: 'stories/copies.test.ts' },
  { name: 'a full disk', file: 'stories/full-disk.test.ts' },
]

/** Sums of what a suite has reported; what names a time or a size is the largest. */
function figures(file: string): string {
  if (!existsSync(file)) return ''
  const sums = new Map<string, number>()
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    for (const [name, count] of Object.entries(JSON.parse(line) as Record<string, number>)) {
      const before = sums.get(name) ?? 0
      sums.set(name, /ms$|MB|files/.test(name) ? Math.max(before, count) : before + count)
    }
  }
  return [...sums].map(([name, count]) => `${name} ${count.toLocaleString('en')}`).join(', ')
}

function run({ name, file, env }: Suite): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-figures-'))
  const counted = path.join(folder, 'figures')
  const began = performance.now()
  const words = ['mocha', '--reporter', 'dot', path.join('test', file)]
  const { status, stdout, stderr } = spawnSync('npx', words, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      GALLEY_TORTURE: String(size),
      GALLEY_SEED: seed,
      GALLEY_FIGURES: counted,
      ...env,
    },
  })
  const seconds = Math.round((performance.now() - began) / 1000)
  const passed = /(\d+) passing/.exec(stdout)?.[1] ?? '0'
  const sizes = Object.values(env ?? {}).join(', seed ')
  const what = figures(counted) || (sizes === '' ? '' : `rounds ${sizes}`)
  const result = status === 0 ? `${passed} passed` : '**failed**'
  console.log(`| ${name} | ${what} | ${result} | ${seconds} s |`)
  if (status !== 0) console.error(stdout + stderr)
  rmSync(folder, { recursive: true })
  return status === 0
}

const load = loadavg()[0]?.toFixed(1)
console.log(`Size ${size}, seed ${seed}, Node ${process.version}, load average ${load}\n`)
console.log('| suite | what it did | tests | took |\n|---|---|---|---|')
const results = SUITES.filter(({ name }) => name.includes(wanted)).map(run)
process.exitCode = results.every(Boolean) && results.length > 0 ? 0 : 1
