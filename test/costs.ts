/**
 * What each file of tests costs, in seconds of a processor: its own work and that of the processes it waited
 * for. Clocks say nothing on a busy machine. `npm test` gives a folder (`GALLEY_COSTS`), where each part leaves
 * what it has counted.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type Mocha from 'mocha'

/** How the kernel counts processor time. @see sysconf(3) */
const TICKS_A_SECOND = 100

export interface Cost {
  readonly file: string
  readonly own: number
  /** Of processes that have ended, with all that they waited for themselves. */
  readonly children: number
}

/** Seconds so far. @see proc_pid_stat(5) */
function usedSoFar(): Omit<Cost, 'file'> {
  const [, rest = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
  const fields = rest.split(' ').map((word) => Number(word) / TICKS_A_SECOND)
  const sum = (first: number) => (fields[first] ?? 0) + (fields[first + 1] ?? 0)
  return { own: sum(11), children: sum(13) }
}

/** Counts for the files of a run and writes the result at its end. Does nothing where nobody asks, or nothing tells. */
export function countCosts(runner: Mocha.Runner): void {
  const folder = process.env['GALLEY_COSTS'] ?? ''
  if (folder === '' || process.platform !== 'linux') return
  const costs = new Map<string, { own: number; children: number }>()
  let before = { own: 0, children: 0 }
  const charge = (file: string) => {
    const now = usedSoFar()
    const cost = costs.get(file) ?? { own: 0, children: 0 }
    costs.set(file, {
      own: cost.own + now.own - before.own,
      children: cost.children + now.children - before.children,
    })
    before = now
  }
  runner.once('start', () => charge('loading all files'))
  for (const event of ['hook end', 'test end', 'suite end'] as const) {
    runner.on(event, (one: Mocha.Suite | Mocha.Test | Mocha.Hook) => {
      charge(
        one.file === undefined
          ? 'hooks of all files'
          : path.relative('.', one.file).replace(/\.js$/, '.ts'),
      )
    })
  }
  const write = () => {
    const rows: Cost[] = Array.from(costs, ([file, cost]) => ({ file, ...cost }))
    writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify(rows))
  }
  // A run that is ended from outside has told what it came to.
  runner.on('suite end', (suite: Mocha.Suite) => {
    if (suite.parent?.root === true) write()
  })
  process.once('exit', () => {
    charge('after the last test')
    write()
  })
}

/** What the parts have left in a folder, the dearest first; what is of no file, of all parts together. */
export function readCosts(folder: string): Cost[] {
  const costs = new Map<string, Cost>()
  for (const name of readdirSync(folder)) {
    for (const row of JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Cost[]) {
      const { own, children } = costs.get(row.file) ?? { own: 0, children: 0 }
      costs.set(row.file, { ...row, own: own + row.own, children: children + row.children })
    }
  }
  return [...costs.values()].toSorted((a, b) => b.own + b.children - a.own - a.children)
}
