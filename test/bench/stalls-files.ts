/** Clones, files and pushes of the one who means harm. */

import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Target } from './stalls-target.js'

export function git(cwd: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
}

/** A clone to push from. */
export function clone(target: Target, name: string): string {
  const folder = path.join(target.folder, name)
  const pair = Buffer.from(target.authorization.slice('Basic '.length), 'base64').toString()
  const remote = new URL(`/v2/sites/${target.site}/repository.git`, target.url)
  const [key = '', secret = ''] = pair.split(':')
  remote.username = key
  remote.password = secret
  git(target.folder, 'clone', '-q', remote.href, folder)
  return folder
}

/** Pushes in a child, so that this process keeps measuring. */
export function push(folder: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('git', ['push', '-q', 'origin', 'HEAD'], { cwd: folder, stdio: 'ignore' })
    child.on('exit', (code) => resolve(code === 0 ? 'pushed' : `refused (${code})`))
  })
}

/** @returns a clone with files that are pushed. @throws Error if they are refused: what follows would measure nothing */
export async function withFiles(target: Target, name: string, fill: (folder: string) => void) {
  const folder = clone(target, name)
  fill(folder)
  git(folder, 'add', '-A')
  git(folder, 'commit', '-q', '-m', name)
  const answer = await push(folder)
  if (answer !== 'pushed') throw new Error(`The push of ${folder} was ${answer}`)
  return folder
}

export function writeFiles(
  folder: string,
  count: number,
  contentOf: (number: number) => string,
): void {
  mkdirSync(folder, { recursive: true })
  for (let i = 0; i < count; i++) writeFileSync(path.join(folder, nameOf(i)), contentOf(i))
}

export const nameOf = (number: number) => `2024-01-01-post-${number}.md`
