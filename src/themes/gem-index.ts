/**
 * Reads what a gem server says of one gem: its versions, what each needs, and the checksum of its file.
 *
 * @see https://guides.rubygems.org/rubygems-org-compact-index-api/ (`/info/NAME`)
 */

import { isGemVersion, isPrerelease, newestOf, satisfies } from '../content/gems/version.js'
import { fitsJekyll, type ThemeFacts } from '../builder/theme/installed.js'
import type { WantedGem } from '../builder/theme/wanted.js'

interface GemVersion {
  readonly version: string
  readonly dependencies: ThemeFacts['dependencies']
  /** SHA-256 in hexadecimal; null where the server names none. */
  readonly checksum: string | null
}

/** The versions that run anywhere, in the order of the text. */
export function parseGemIndex(text: string): GemVersion[] {
  const versions: GemVersion[] = []
  for (const line of text.split('\n')) {
    const space = line.indexOf(' ')
    const version = line.slice(0, Math.max(0, space))
    // Behind a dash stands a platform.
    if (!isGemVersion(version) || version.includes('-')) continue
    const [needs = '', more = ''] = line.slice(space + 1).split('|')
    const [, checksum = null] = /(?:^|,)checksum:([0-9a-f]{64})(?:,|$)/.exec(more) ?? []
    versions.push({ version, dependencies: dependenciesIn(needs), checksum })
  }
  return versions
}

function dependenciesIn(text: string): ThemeFacts['dependencies'] {
  return text.split(',').flatMap((one) => {
    const at = one.indexOf(':')
    if (at < 1) return []
    const requirements = one.slice(at + 1).split('&')
    return [
      { name: one.slice(0, at), requirements: requirements.filter((each) => each !== '>= 0') },
    ]
  })
}

/** The version to fetch: the locked one, else the newest that the Gemfile and Jekyll allow. Null for none. */
export function chooseVersion(
  versions: readonly GemVersion[],
  { locked, requirements }: Pick<WantedGem, 'locked' | 'requirements'>,
  jekyll: string,
): GemVersion | null {
  const find = (version: string | null) =>
    versions.findLast((one) => one.version === version) ?? null
  if (locked !== null) return find(locked)
  const allowed = versions.filter(({ version }) => satisfies(version, requirements))
  const fitting = allowed.filter(({ dependencies }) => fitsJekyll(dependencies, jekyll))
  const released = fitting.filter(({ version }) => !isPrerelease(version))
  const choice = [released, fitting, allowed].find(({ length }) => length > 0) ?? []
  return find(
    newestOf(
      choice.map(({ version }) => version),
      [],
    ),
  )
}
