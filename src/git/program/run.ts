/** Runs git programs to their end. */
import type { GitCommand } from './command.js'
import { GitError } from './git-error.js'
import { startGit } from './start.js'

/** The result of a program. */
interface GitResult {
  /** Exit status; null if a signal ended it. */
  readonly status: number | null
  readonly stdout: Buffer
  /** At most 64 kB. */
  readonly stderr: string
}

/** Far more than any answer that we need. */
const OUTPUT_MAX = 512 * 1024 * 1024

/** A program to run, with a limit of its output in bytes; 512 MB if left out. */
type LimitedCommand = GitCommand & { readonly maxOutput?: number }

/**
 * Runs a git program to its end.
 *
 * @throws GitError `io` if it could not be started, `aborted`, `too_large` if its output exceeds the limit
 */
export async function runGit(command: LimitedCommand, input = ''): Promise<GitResult> {
  const program = await startGit(command)
  program.input.end(input)
  const read = async (): Promise<Buffer> => {
    const chunks: Buffer[] = []
    let bytes = 0
    const output: AsyncIterable<Buffer> = program.output
    for await (const chunk of output) {
      bytes += chunk.length
      if (bytes > (command.maxOutput ?? OUTPUT_MAX)) {
        throw new GitError('too_large', `git ${command.args[0] ?? ''} says too much.`)
      }
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
  try {
    const [{ status, stderr }, stdout] = await Promise.all([program.ended, read()])
    return { status, stdout, stderr }
  } catch (error) {
    program.kill()
    program.output.destroy()
    throw error
  }
}

/** Like `runGit`, for programs that must succeed. @throws GitError `failed` with git's message */
export async function expectGit(command: LimitedCommand, input = ''): Promise<Buffer> {
  const result = await runGit(command, input)
  if (result.status === 0) return result.stdout
  throw new GitError('failed', `git ${command.args[0] ?? ''}: ${result.stderr.trim()}`)
}
