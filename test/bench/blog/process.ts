/**
 * What a command costs: the whole process, its start included.
 */

import { spawnSync } from 'node:child_process'

/** Seconds, and the most memory that one process of the command held, in megabytes. */
export interface Cost {
  readonly wall: number
  readonly cpu: number
  readonly mb: number
}

const MARK = 'cost of the command:'

/** Runs a command under GNU time. @throws Error with what the command said when it fails */
export function measured(command: readonly string[], cwd: string): Cost {
  const args = ['-f', `${MARK} %e %U %S %M`, ...command]
  const env = { ...process.env, JEKYLL_NO_BUNDLER_REQUIRE: '1' }
  const { status, error, stdout, stderr } = spawnSync('/usr/bin/time', args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  if (error !== undefined) throw error
  const [said = '', figures = ''] = stderr.split(MARK)
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${stdout}${said}`)
  const [wall = 0, user = 0, system = 0, kilobytes = 0] = figures.trim().split(' ').map(Number)
  return { wall, cpu: user + system, mb: kilobytes / 1024 }
}

/** The run with the median wall time. */
export function median(costs: readonly Cost[]): Cost {
  const sorted = [...costs].sort((a, b) => a.wall - b.wall)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('Nothing was measured')
  return middle
}
