/**
 * How much processor time the long turns of a Galley server's event loop took: a figure that does not
 * tell how busy the machine was with something else. Linux alone says what one thread used.
 *
 * @see https://docs.kernel.org/scheduler/sched-stats.html `/proc/<pid>/schedstat`, nanoseconds first
 */

import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Runs in the server before itself: writes turns of 10 ms or more into the file that GALLEY_TURNS names, a
 * number of milliseconds a line, in order. What the server starts, threads too, has its options: plain
 * JavaScript takes none of the memory that they are given.
 */
const WATCH = `
import { appendFileSync, openSync, readSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.argv.includes('serve')) {
  const source = openSync('/proc/self/task/' + process.pid + '/schedstat', 'r')
  const bytes = Buffer.alloc(64)
  const used = () => parseInt(bytes.toString('latin1', 0, readSync(source, bytes, 0, 64, 0)), 10)
  let before = used()
  const turn = () => {
    const now = used()
    const milliseconds = (now - before) / 1e6
    if (milliseconds >= 10) appendFileSync(process.env.GALLEY_TURNS, milliseconds.toFixed(1) + '\\n')
    before = now
    setTimeout(turn, 1).unref()
  }
  turn()
}
`

/** Environment of a server that is to write its turns into the file, which is made empty. */
export function turnsInto(file: string): Record<string, string> {
  writeFileSync(file, '')
  const module = `data:text/javascript,${encodeURIComponent(WATCH)}`
  return { GALLEY_TURNS: file, NODE_OPTIONS: `--import ${module}` }
}

/** The longest turn in the file from line `from` on, ms, and how many lines there are. */
export function longestTurn(file: string, from = 0): { longest: number; lines: number } {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return { longest: Math.max(0, ...lines.slice(from).map(Number)), lines: lines.length }
}
