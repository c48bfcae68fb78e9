/** Shows the progress of long work: one updated line on a terminal; elsewhere plain lines or nothing. */

import { visible } from './output.js'

/** A progress display. */
interface Progress {
  readonly update: (message: string) => void
  /** Erases the updated line, so that other output can follow. */
  readonly clear: () => void
}

/** The part of a stream that is used; a terminal has `columns`. */
interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

interface ProgressOptions {
  /** True shows nothing. */
  readonly quiet?: boolean
  /** True prints each message as a line if the stream is no terminal. */
  readonly lines?: boolean
  /** A monotonic clock in milliseconds. */
  readonly clock?: () => number
}

const MIN_MS = 80
const ERASE = '\r\u001b[2K'

/** Creates a progress display, by default on standard error, because standard output is for results. */
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
      stream.write(ERASE + visible(message).slice(0, Math.max(10, (stream.columns ?? 80) - 1)))
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
      if (isWanted && message !== last) stream.write(`${visible(message)}\n`)
      last = message
    },
    clear: () => undefined,
  }
}
