/** One or two initials for the badge of a person or site; signs between words have none. Pure. */
export function initialsOf(name: string): string {
  return name
    .split(/[^\p{L}\p{N}'’-]+/u)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .slice(0, 2)
    .map((letter) => letter.toUpperCase())
    .join('')
}
