/** Makes packs with `git pack-objects`. */
import { spawnGit } from '../program/command.js'
import { GitError } from '../program/git-error.js'
import type { Oid } from '../objects/oid.js'

interface PackRequest {
  readonly commit: Oid
  /** Commits that the receiver has, with everything that they reach. */
  readonly known: readonly Oid[]
  readonly signal: AbortSignal
}

/** Streams a pack of everything that a commit needs. @see git-pack-objects(1) */
export async function* packObjects(
  gitDir: string,
  { commit, known, signal }: PackRequest,
): AsyncGenerator<Buffer> {
  const args = ['pack-objects', '--revs', '--stdout', '--thin', '--delta-base-offset', '-q']
  const child = spawnGit({ gitDir, args, signal })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  ended.catch(() => undefined)
  child.stdin.on('error', () => undefined)
  child.stdin.end([commit, ...known.map((oid) => `^${oid}`), ''].join('\n'))
  child.stderr.resume()
  try {
    yield* child.stdout
    if ((await ended) !== 0) throw new GitError('failed', 'git pack-objects failed.')
  } finally {
    child.kill('SIGKILL')
  }
}
