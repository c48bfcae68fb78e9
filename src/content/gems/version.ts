/**
 * Versions of gems and requirements on them, compared as RubyGems compares them.
 *
 * @see https://guides.rubygems.org/patterns/ (Semantic versioning, Declaring dependencies, Prerelease gems)
 */

const VERSION = /^\d+(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/
const REQUIREMENT = /^\s*(=|!=|>=|<=|~>|>|<)?\s*(\S+)\s*$/

/** If a text is the version of a gem. */
export function isGemVersion(text: string): boolean {
  return text.length <= 100 && VERSION.test(text)
}

/** True for versions such as `1.0.beta2`: one is chosen only where it is asked for. */
export function isPrerelease(version: string): boolean {
  return /[a-z-]/i.test(version)
}

/** Below zero where the first version is older, 0 for the same, above zero where it is newer. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [segmentsOf(a), segmentsOf(b)]
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const order = compareSegments(left[i] ?? 0, right[i] ?? 0)
    if (order !== 0) return order
  }
  return 0
}

/** Of `1.0.beta2`: 1, 0, 'beta', 2. Zeros before a word and at the end are left out, as they mean nothing. */
function segmentsOf(version: string): (number | string)[] {
  const parts = version.replaceAll('-', '.pre.').match(/\d+|[a-z]+/gi) ?? []
  return parts.map((part) => (/^\d/.test(part) ? Number(part) : part))
}

// A word marks a prerelease, so it is older than any number.
function compareSegments(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return typeof a === 'string' ? -1 : 1
}

/** True if a version meets every requirement, such as `~> 2.5` or `>= 3.5, < 5.0`; one that is no requirement is ignored. */
export function satisfies(version: string, requirements: readonly string[]): boolean {
  return requirements
    .flatMap((text) => text.split(','))
    .every((requirement) => meets(version, requirement))
}

function meets(version: string, requirement: string): boolean {
  const [, sign = '=', wanted = ''] = REQUIREMENT.exec(requirement) ?? []
  if (!isGemVersion(wanted)) return true
  const order = compareVersions(version, wanted)
  if (sign === '=') return order === 0
  if (sign === '!=') return order !== 0
  if (sign === '>') return order > 0
  if (sign === '<') return order < 0
  if (sign === '<=') return order <= 0
  return order >= 0 && (sign === '>=' || compareVersions(releaseOf(version), bumped(wanted)) < 0)
}

/** The version that a prerelease leads to: 1.0 for `1.0.beta2`. */
function releaseOf(version: string): string {
  return (
    /^\d+(?:\.\d+)*(?![0-9A-Za-z])/.exec(version.replace(/\.[a-z].*$|-.*$/i, ''))?.[0] ?? version
  )
}

/** The first version that `~>` does not allow: 3 for 2.5, 2.6 for 2.5.1. */
function bumped(version: string): string {
  const numbers = releaseOf(version).split('.').map(Number)
  if (numbers.length > 1) numbers.pop()
  numbers[numbers.length - 1] = (numbers.at(-1) ?? 0) + 1
  return numbers.join('.')
}

/** The newest version that meets the requirements; prereleases only where nothing else does. Null for none. */
export function newestOf(
  versions: Iterable<string>,
  requirements: readonly string[],
): string | null {
  const fitting = [...versions].filter((version) => satisfies(version, requirements))
  const released = fitting.filter((version) => !isPrerelease(version))
  const choice = released.length > 0 ? released : fitting
  return choice.toSorted(compareVersions).at(-1) ?? null
}
