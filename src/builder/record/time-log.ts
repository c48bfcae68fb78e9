/** Whether anything that a build read is another at another time. */

import type { Item } from '../items/item.js'
import { NOW, TIME, type ReadLog } from '../facts/read-log.js'
import type { Reuse } from './reuse.js'

/** Notes that the time was read, and nothing else. */
export class TimeLog implements ReadLog {
  isRead = false

  item(): void {
    // What is in a site is the same at any time.
  }

  fact(owner: string): void {
    if (isTime(owner)) this.isRead = true
  }

  target(): void {
    // As above.
  }

  remembered(): void {
    // As above.
  }

  counted(): void {
    // As above.
  }

  carried(): void {
    // As above.
  }

  asExcerpt<Result>(_owner: Item, run: () => Result): Result {
    return run()
  }
}

/** Whether the time was read by what was rendered, or by what an earlier build has rendered. */
export function readsTime({ place, recorder }: Reuse): boolean {
  const former = place.record?.facts.some(([owner]) => isTime(owner)) === true
  return former || recorder.facts.some(({ owner }) => isTime(owner))
}

function isTime(owner: string): boolean {
  return owner === NOW || owner === TIME
}
