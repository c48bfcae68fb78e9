/** Splits a history into parts that fit into memory, however large its commits are. */

import type { AuthoredStep } from './authorship.js'

/** Limits of a part. */
export interface PartLimits {
  /** Most commits of a part. */
  readonly steps: number
  /** Most changes of a part; the last commit may exceed it. A long message counts as several. */
  readonly changes: number
}

/** A change with its paths and ids takes about this many characters. */
const CHARACTERS_OF_CHANGE = 500

/** Yields the parts in order. The next part is read when it is requested. */
export async function* inParts(
  steps: AsyncIterable<AuthoredStep>,
  limits: PartLimits,
): AsyncGenerator<readonly AuthoredStep[]> {
  let part: AuthoredStep[] = []
  let changes = 0
  for await (const step of steps) {
    part.push(step)
    changes += step.changes.length + step.commit.message.length / CHARACTERS_OF_CHANGE
    if (part.length < limits.steps && changes < limits.changes) continue
    yield part
    part = []
    changes = 0
  }
  if (part.length > 0) yield part
}
