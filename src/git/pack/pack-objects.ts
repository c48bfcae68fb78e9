/** Makes packs with `git pack-objects`. */
import { GitError } from '../program/git-error.js'
import { startGit } from '../program/start.js'
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
  const program = await startGit({ gitDir, args, signal })
  program.input.end([commit, ...known.map((oid) => `^${oid}`), ''].join('\n'))
  try {
    const output: AsyncIterable<Buffer> = program.output
    yield* output
    const { status } = await program.ended
    if (status !== 0) throw new GitError('failed', 'git pack-objects failed.')
  } finally {
    program.kill()
  }
}
