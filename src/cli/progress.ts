/** Progress of long work: one line that changes on a terminal, plain lines or nothing elsewhere. */

/** Where progress is shown. */
interface Progress {
  readonly update: (message: string) => void
  /** Takes the changing line away, so that other output can follow. */
  readonly clear: () => void
}

/** What a stream must be able to do; a terminal has `columns`. */
interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

interface ProgressOptions {
  /** Shows nothing at all. */
  readonly quiet?: boolean
  /** Elsewhere than on a terminal each message is a line. */
  readonly lines?: boolean
  /** Milliseconds of any clock that only goes forward. */
  readonly clock?: () => number
}

const MIN_MS = 80
const ERASE = '\r\u001b[2K'

/** Progress on a stream, by default standard error: standard output is for results. */
export function createProgress(
  options: ProgressOptions = {},
  stream: ProgressStream = process.stderr,
): Progress {
  if (options.quiet === true) return { update: () => undefined, clear: () => undefined }
  if (stream.isTTY !== true) return plainLines(stream, options.lines === true)
  const clock = options.clock ?? (() => performance.now())
  let shownAt = Number.NEGATIVE_INFINITY
  let isShown = false
  return {
    update(message) {
      if (clock() - shownAt < MIN_MS) return
      shownAt = clock()
      isShown = true
      stream.write(ERASE + message.slice(0, Math.max(10, (stream.columns ?? 80) - 1)))
    },
    clear() {
      if (isShown) stream.write(ERASE)
      isShown = false
      shownAt = Number.NEGATIVE_INFINITY
    },
  }
}

function plainLines(stream: ProgressStream, isWanted: boolean): Progress {
  let last = ''
  return {
    update(message) {
      if (isWanted && message !== last) stream.write(`${message}\n`)
      last = message
    },
    clear: () => undefined,
  }
}
