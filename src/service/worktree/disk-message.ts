/** Makes the messages of commits with edits on disk. Pure. */

/** One file of such a commit. */
export interface EditedFile {
  readonly path: string
  readonly what: 'Create' | 'Update' | 'Delete'
  /** An additional sentence. */
  readonly note?: string | undefined
}

const NAMED = 3
const LISTED = 200

/** `Update a.md`, `Create 2 files: a.md, b.md`, `Change 12 files: a.md, b.md, c.md, …`; then each file. */
export function diskMessage(files: readonly EditedFile[]): string {
  const [first] = files
  if (!first) return 'Edit on disk'
  const verbs = new Set(files.map(({ what }) => what))
  const verb = verbs.size === 1 ? first.what : 'Change'
  const names = files.slice(0, NAMED).map(({ path }) => path)
  const list = files.length > NAMED ? [...names, '…'].join(', ') : names.join(', ')
  const title = files.length === 1 ? `${verb} ${list}` : `${verb} ${files.length} files: ${list}`
  const notes = files.flatMap(({ path, note }) => (note === undefined ? [] : [`${path}: ${note}`]))
  const lines =
    files.length > 1 ? files.slice(0, LISTED).map(({ path, what }) => `${what} ${path}`) : []
  const more = files.length > LISTED ? [`and ${files.length - LISTED} more`] : []
  const parts = ['Edited on disk.', ...notes, [...lines, ...more].join('\n')]
  return [title, ...parts.filter((part) => part !== '')].join('\n\n')
}
