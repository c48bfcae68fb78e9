/**
 * What a `Gemfile`, its lock and a `.gemspec` say, without running any Ruby: gems, groups and dependencies are found
 * line by line, as people and `jekyll new` write them.
 *
 * @see https://bundler.io/man/gemfile.5.html; https://guides.rubygems.org/specification-reference/
 */

/** Where they stand in a site. */
export const GEMFILE = 'Gemfile'
export const GEMFILE_LOCK = 'Gemfile.lock'

/** A gem that a site asks for. */
interface GemLine {
  readonly name: string
  /** Such as `~> 2.5`; none for any version. */
  readonly requirements: readonly string[]
  /** Whether it is in the group `:jekyll_plugins`, so that Jekyll loads it. */
  readonly isPlugin: boolean
}

export interface Gemfile {
  readonly gems: readonly GemLine[]
  /** Whether it takes the gems of a `.gemspec` beside it. */
  readonly hasGemspec: boolean
}

const GROUP = ':jekyll_plugins'
const GEM = /^gem[\s(]\s*(["'])([\w.-]+)\1(.*)$/
const OPENS = /^(if|unless|case|begin)\b|\bdo(\s*\|[^|]*\|)?$/
/** `# …` to the end of the line, where no quote follows that it could stand in. */
const COMMENT = /(^|\s)#[^"']*$/

/** The gems of a Gemfile, in their order. */
export function parseGemfile(text: string): Gemfile {
  const gems: GemLine[] = []
  let hasGemspec = false
  // Of the blocks around a line: whether each is the group.
  const blocks: boolean[] = []
  for (const whole of text.split(/\r?\n/)) {
    const line = whole.replace(COMMENT, '').trim()
    const [, , name, rest = ''] = GEM.exec(line) ?? []
    const isPlugin = blocks.includes(true) || namesGroup(rest)
    if (name !== undefined) gems.push({ name, requirements: requirementsIn(rest), isPlugin })
    hasGemspec ||= /^gemspec\b/.test(line)
    if (line === 'end') blocks.pop()
    else if (OPENS.test(line)) blocks.push(line.startsWith('group') && namesGroup(line))
  }
  return { gems, hasGemspec }
}

function namesGroup(line: string): boolean {
  return line.split(/[\s,()[\]]+/).includes(GROUP)
}

const QUOTED = /^\s*,\s*\[?\s*(["'])([^"']*)\1/

/** The texts behind a name, up to the first option. */
function requirementsIn(rest: string): string[] {
  const found: string[] = []
  let left = rest
  for (let match = QUOTED.exec(left); match !== null; match = QUOTED.exec(left)) {
    if (/^[^\w]*\d/.test(match[2] ?? '')) found.push(match[2] ?? '')
    left = left.slice(match[0].length)
  }
  return found
}

const LOCKED = /^ {4}([\w.-]+) \(([0-9][^()\s-]*)(?:-[^()\s]*)?\)$/

/** Versions by gem, as `bundle install` chose them; those for one platform alone have that of the gem. */
export function parseGemfileLock(text: string): ReadonlyMap<string, string> {
  const versions = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const [, name, version] = LOCKED.exec(line) ?? []
    if (name !== undefined && version !== undefined) versions.set(name, version)
  }
  return versions
}

/** A gem that another needs to run. */
interface GemDependency {
  readonly name: string
  readonly requirements: readonly string[]
}

interface Gemspec {
  readonly name: string | null
  /** Null where Ruby would work it out. */
  readonly version: string | null
  readonly summary: string | null
  readonly dependencies: readonly GemDependency[]
}

const DEPENDENCY =
  /^\s*[a-z_]+\.add_(?:runtime_)?dependency[\s(]+(?:%q<([^>]*)>|["']([\w.-]+)["'])(.*)$/

/** What a `.gemspec` says in plain texts. */
export function parseGemspec(text: string): Gemspec {
  const dependencies: GemDependency[] = []
  const lines = text.split(/\r?\n/).map((line) => line.replace(COMMENT, ''))
  for (const line of lines) {
    const [, odd, plain, rest = ''] = DEPENDENCY.exec(line) ?? []
    const name = odd ?? plain
    if (name !== undefined) dependencies.push({ name, requirements: requirementsIn(rest) })
  }
  const value = (key: string) => {
    const pattern = new RegExp(`^\\s*[a-z_]+\\.${key}\\s*=\\s*(["'])([^"'#]*)\\1`)
    return lines.map((line) => pattern.exec(line)?.[2]).find((one) => one !== undefined) ?? null
  }
  return { name: value('name'), version: value('version'), summary: value('summary'), dependencies }
}
