/**
 * The blog that every generator of `bench:build` builds: the same posts, written for each in its dialect.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One post: `day` is `YYYY-MM-DD`, a day later for each. */
export interface Post {
  readonly number: number
  readonly day: string
  readonly title: string
  readonly tags: readonly string[]
  readonly body: string
}

/** Posts from the oldest to the newest. */
export function* posts(count: number): Generator<Post> {
  for (let i = 0; i < count; i++) {
    yield {
      number: i,
      day: dayOf(i, count),
      title: `Post number ${i}`,
      tags: [...new Set([`tag${i % 10}`, `tag${i % 7}`])],
      body: bodyOf(i),
    }
  }
}

const DAY = 86_400_000

/** The day of a post among so many. */
export function dayOf(number: number, count: number): string {
  // No generator builds what is dated in the future: the newest is of yesterday at the latest.
  const first = Math.min(Date.UTC(1995, 0, 1), Date.now() - (count + 1) * DAY)
  return new Date(first + number * DAY).toISOString().slice(0, 10)
}

function bodyOf(i: number): string {
  return `${words(i)} with *emphasis*, **strong**, \`code\` and a [link](https://example.org/${i}).

## Heading ${i}

* item ${words(i + 1)}
* item two
  * nested

| name | value |
|------|-------|
| a    | ${i}  |

\`\`\`ruby
def post_${i}(x)
  puts "number #{x}" if x > ${i}
end
\`\`\`

> ${words(i + 2)}
`
}

function words(from: number): string {
  return Array.from({ length: 40 }, (_, n) => `word${(from * 31 + n * 7) % 997}`).join(' ')
}

/** Front matter that all of them read. */
export function frontMatter(post: Post, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}\n`)
  return `---\n${lines.join('')}title: "${post.title}"\ntags: [${post.tags.join(', ')}]\n---\n`
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
