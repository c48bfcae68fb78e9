/**
 * Looks the index through in a process of its own: it reads all of the file, which takes a minute at
 * 100,000 documents, and nobody waits for it but the sites whose rows can't be relied on.
 */

import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { limitedProgram } from '../../system/limited-program.js'

/** Far more than it takes: rows are read one by one. */
const MEMORY_MB = 2048
/** It writes none but what SQLite keeps beside the file. */
const FILE_MB = 64

/** What the process tells. */
export type CheckNews =
  /** The rows of a site can be read. */
  | { readonly kind: 'site'; readonly siteId: string }
  /** What is wrong, null for nothing. */
  | { readonly kind: 'end'; readonly damage: string | null }

/** What is looked through, and how. */
interface CheckRequest {
  readonly path: string
  /** Told of each site whose rows are as they should be, before the tables are looked at as a whole. */
  readonly onSite?: ((siteId: string) => void) | undefined
  /** Ends it. */
  readonly signal?: AbortSignal | undefined
}

/**
 * What is wrong with the file, null for nothing or when it was ended.
 *
 * @throws Error when the process could not do its work
 */
export function checkIndexFile({ path, onSite, signal }: CheckRequest): Promise<string | null> {
  const self = fileURLToPath(import.meta.url)
  const extension = extname(self)
  // Run from TypeScript (tests), it needs the same loader; compiled, it needs none.
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
    child.on('message', (news: CheckNews) => {
      if (news.kind === 'end') ending = news
      else onSite?.(news.siteId)
    })
    child.once('error', reject)
    child.once('close', () => {
      if (ending) resolve(ending.damage)
      else if (signal?.aborted === true) resolve(null)
      else reject(new Error(`The index could not be looked through: ${words.trim()}`))
    })
  }).finally(() => signal?.removeEventListener('abort', stop))
}
