/** The progress of a deployment in sentences: counts of files and bytes. */

import { formatBytes } from '../network/remote-text.js'

/** Counts files and bytes. Reports about a hundred times in all, and at the end. */
export interface Progress {
  done(size: number): void
}

/**
 * @param verb how a sentence begins: `Uploaded` gives `Uploaded 12 of 30 files (1.2 MB of 4 MB)`
 * @param sizes bytes of each file to come; null for work that moves none
 */
export function progressOf(
  verb: string,
  sizes: readonly (number | null)[],
  report: (message: string) => void,
): Progress {
  const total = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  const every = Math.ceil(sizes.length / 100)
  const hasBytes = sizes.some((size) => size !== null)
  let files = 0
  let bytes = 0
  return {
    done(size) {
      files += 1
      bytes += size
      if (files % every !== 0 && files !== sizes.length) return
      const amount = hasBytes ? ` (${formatBytes(bytes)} of ${formatBytes(total)})` : ''
      report(`${verb} ${count(files)} of ${countFiles(sizes.length)}${amount}`)
    },
  }
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** `1 file`, `1,200 files`. */
export function countFiles(files: number): string {
  return files === 1 ? '1 file' : `${count(files)} files`
}
