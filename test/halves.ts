/**
 * `npm test`: all tests, in two processes side by side where there are two processors. What the second
 * says is printed when the first is through.
 */

import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
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
const halves = [files.filter(isFirst), files.filter((name) => !isFirst(name))] as const

function run(half: readonly string[], output: 'inherit' | 'pipe'): ChildProcess {
  const names = half.map((name) => path.join('test', name))
  const mocha = path.join(ROOT, 'node_modules/mocha/bin/mocha.js')
  return spawn(process.execPath, [mocha, ...names], {
    cwd: ROOT,
    stdio: ['ignore', output, output],
  })
}

/** True for a process that ends well. */
async function ends(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)))
}

/** Runs the second half beside the first, and shows it after that. */
async function sideBySide(): Promise<readonly boolean[]> {
  const [first, second] = [run(halves[0], 'inherit'), run(halves[1], 'pipe')]
  const said: Buffer[] = []
  let isShown = false
  for (const stream of [second.stdout, second.stderr])
    stream?.on('data', (chunk: Buffer) => {
      if (isShown) process.stdout.write(chunk)
      else said.push(chunk)
    })
  const both = [ends(first), ends(second)] as const
  const isWell = await both[0]
  isShown = true
  process.stdout.write(Buffer.concat(said))
  return [isWell, await both[1]]
}

async function oneAfterTheOther(): Promise<readonly boolean[]> {
  return [await ends(run(halves[0], 'inherit')), await ends(run(halves[1], 'inherit'))]
}

const results = await (availableParallelism() > 1 ? sideBySide() : oneAfterTheOther())
process.exitCode = results.every(Boolean) ? 0 : 1
