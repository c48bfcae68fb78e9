/**
 * `npm test`: all tests, in two processes side by side where there are two processors. What the second
 * says is printed when the first is through, and what failed in either once more at the end, where
 * whoever reads the end of a long log sees it. Where nothing did, what the API's document promises must
 * have been seen, every status of every operation.
 */

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Folders of the first half; together they take about as long as all others. */
const FIRST = [
  'admin',
  'api',
  'builder',
  'cli',
  'client',
  'content',
  'deploy',
  'features',
  'torture',
]

const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .toSorted()
const isFirst = (name: string) => FIRST.includes(name.split(path.sep)[0] ?? '')

/** Where the halves note which statuses of the API they have seen. */
const seen = mkdtempSync(path.join(tmpdir(), 'galley-seen-'))

interface Half {
  readonly isWell: boolean
  /** Mocha's list of what failed; empty if nothing did. */
  readonly failures: string
}

/** Runs tests; gives `show` what they say as they say it. */
async function run(half: readonly string[], show: (chunk: Buffer) => void): Promise<Half> {
  const names = half.map((name) => path.join('test', name))
  const mocha = path.join(ROOT, 'node_modules/mocha/bin/mocha.js')
  const child = spawn(process.execPath, [mocha, ...names], {
    cwd: ROOT,
    env: { ...process.env, GALLEY_API_SEEN: seen },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said.push(chunk)
      show(chunk)
    })
  const isWell = await new Promise<boolean>((resolve) => {
    child.once('close', (code) => resolve(code === 0))
    // What a test left running may hold the pipe open.
    child.once('exit', (code) => setTimeout(resolve, 5_000, code === 0).unref())
  })
  const text = Buffer.concat(said).toString()
  const [, failures = ''] = text.split(/^.*\b\d+ failing\b.*$/m)
  return { isWell, failures }
}

const print = (chunk: Buffer | string) => process.stdout.write(chunk)

/** A test that failed or did not run leaves gaps, so it is asked only where all is well. */
function sawAllOfApi(): boolean {
  const args = ['--import', 'tsx', 'test/api/coverage.ts', '--missing']
  const env = { ...process.env, GALLEY_API_SEEN: seen }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env })
  print(Buffer.concat([stdout, stderr]))
  return status === 0
}

async function sideBySide(): Promise<readonly Half[]> {
  const held: Buffer[] = []
  let isShown = false
  const second = run(
    files.filter((name) => !isFirst(name)),
    (chunk) => {
      if (isShown) print(chunk)
      else held.push(chunk)
    },
  )
  const first = await run(files.filter(isFirst), print)
  isShown = true
  print(Buffer.concat(held))
  return [first, await second]
}

const halves = availableParallelism() > 1 ? await sideBySide() : [await run(files, print)]
for (const { failures } of halves) if (failures) print(`\nWhat failed:${failures}`)
const isWell = halves.every((half) => half.isWell) && sawAllOfApi()
rmSync(seen, { recursive: true, force: true })
// Once all that was printed has gone: an exit drops what a slow reader has not taken from a pipe.
process.stdout.write('', () => process.exit(isWell ? 0 : 1))
