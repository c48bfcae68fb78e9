/**
 * Checks the index in a separate process. It reads the whole file, which takes a minute at 100,000 documents. Only
 * sites whose rows may be wrong wait for it.
 */

import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitedProgram } from '../../../system/limited-program.js'

/** Far more than needed, because rows are read one by one. */
const MEMORY_MB = 2048
/** Largest file that it may write: it writes only SQLite's files beside the index. */
const FILE_MB = 64

/** A message of the process. */
export type CheckMessage =
  /** The rows of a site are good. */
  | { readonly kind: 'site'; readonly siteId: string }
  /** The last message: the damage, or null for none. */
  | { readonly kind: 'end'; readonly damage: string | null }

interface CheckRequest {
  readonly path: string
  /** Called with each site whose rows are good, before the tables are checked as a whole. */
  readonly onSite?: ((siteId: string) => void) | undefined
  /** Kills the process. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Describes the damage of the file; null for none, and if it was aborted.
 *
 * @throws Error if the process fails
 */
export function checkIndexFile({ path, onSite, signal }: CheckRequest): Promise<string | null> {
  const self = fileURLToPath(import.meta.url)
  const extension = extname(self)
  // In tests, which run TypeScript, the process needs the same loader.
  const loader = extension === '.ts' ? ['--import=tsx'] : []
  const node = { file: process.execPath, args: loader }
  const { file, args } = limitedProgram(node, { memoryMb: MEMORY_MB, fileMb: FILE_MB })
  const child = fork(
    fileURLToPath(new URL(`./check-child${extension}`, import.meta.url)),
    [path, onSite ? 'by-site' : 'whole'],
    {
      execPath: file,
      execArgv: [...args],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  )
  const stop = () => void child.kill('SIGKILL')
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted === true) stop()
  return new Promise<string | null>((resolve, reject) => {
    let ending: { readonly damage: string | null } | null = null
    let words = ''
    child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (words = `${words}${text}`.slice(-2000)))
    child.on('message', (news: CheckMessage) => {
      if (news.kind === 'end') ending = news
      else onSite?.(news.siteId)
    })
    child.once('error', reject)
    child.once('close', () => {
      if (ending) resolve(ending.damage)
      else if (signal?.aborted === true) resolve(null)
      else reject(new Error(`The index could not be checked: ${words.trim()}`))
    })
  }).finally(() => signal?.removeEventListener('abort', stop))
}
