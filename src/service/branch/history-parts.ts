/** A history in parts that fit in memory, however much each of its commits changes. */

import type { AuthoredStep } from './authorship.js'

/** How much of a history is in memory at a time. */
export interface PartLimits {
  /** Most steps of a part. */
  readonly steps: number
  /** Changes of a part; the last step may go beyond. A long message counts as some. */
  readonly changes: number
}

/** A change with its paths and oids takes about as much. */
const CHARACTERS_OF_CHANGE = 500

/** Steps in their order, a part at a time; the next part is read when it is asked for. */
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
