/** What the commit of a landed change set says of the set, so that a landing that was cut off is known again. */

const NOTE = /^Galley-Change-Set: (\S+) ([0-9a-f]{40})$/gm

interface LandingNote {
  readonly id: string
  /** The commit of the set. */
  readonly head: string
}

/** A trailer of the commit message. */
export function landingNote({ id, head }: LandingNote): string {
  return `Galley-Change-Set: ${id} ${head}`
}

/** The commit of the set that a commit with this message has landed; null if it has landed none. */
export function landedHead(message: string): string | null {
  return [...message.matchAll(NOTE)].at(-1)?.[2] ?? null
}
