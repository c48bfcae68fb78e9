/**
 * What a pusher reads on the terminal when a push is refused. What is wrong with a tree or a history is worded where it is
 * found: `git/objects/check-tree.ts`, `git/refs/check-commits.ts`, `content/paths.ts`.
 */

/** Why commits are refused. */
export interface Refusal {
  /** One line for each problem, for who sent the commits. */
  readonly reason: string
  /** The limit that they exceed, for the operator's log: no names of files. Null if they break another rule. */
  readonly limit: string | null
}

/** For a limit whose sentence names no file. */
export function refusedBy(limit: string): Refusal {
  return { reason: limit, limit }
}

export const REFUSALS = {
  moved: 'This branch has commits that your push lacks: run git pull --rebase, then push again.',
  notAllowed: 'You may not push to this site any more.',
  notTaken: 'The server could not accept the push; try again.',
  fullDisk:
    "The server's disk is nearly full, so nothing was changed. Ask the server's operator to make room.",
  submodule: 'This must be a file, but is a submodule.',
  otherKind: (ref: string) => `${ref}: Only branches, tags and notes can be pushed.`,
  removed: (ref: string) => `${ref}: This branch cannot be removed.`,
  dropped: (ref: string) =>
    `${ref}: This is a change set, which is not removed by git: drop it, and it can be brought back.`,
  noCommit: (ref: string) => `${ref}: A branch must point to a commit.`,
  tooLong: (ms: number) =>
    `Checking the commits took more than ${ms / 1000} seconds; push smaller parts.`,
  tooMuchMemory: 'Checking the commits took too much memory; push them in smaller parts.',
  tooManyRefs: (most: number) =>
    `The repository would have more than ${shown(most)} branches and tags: remove some first.`,
  tooManySets: (most: number) =>
    `The site would have more than ${most} open change sets: land or drop some first.`,
  tooManyCommits: (most: number) =>
    `There are more than ${shown(most)} new commits; push some of them first.`,
  largeFile: (most: number) => `The file is larger than ${inMegabytes(most)}.`,
  largeFiles: (most: number) => `The new files are larger than ${inMegabytes(most)} together.`,
} as const

function shown(count: number): string {
  return count.toLocaleString('en')
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`
}
