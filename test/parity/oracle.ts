/**
 * Jekyll as the oracle: the `jekyll` of the machine, or the command that JEKYLL names, made repeatable.
 *
 * A plugin stops the clock, sorts what folders list and lets `sample` take the
 * first: all that a build's output can depend on besides the site.
 */

import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JekyllVersion } from '../../src/builder/base/jekyll-version.js'
import { hasCode } from '../../src/system/errno.js'

// It has only names that Ruby knows already, and is loaded late: Jekyll orders the keys of a document's
// JSON by when Ruby first met their names.
const repeatable = (seconds: number) => `
def Time.now(**) = at(${seconds})
class << Dir
  %i[entries children].each do |name|
    method = instance_method(name)
    define_method(name) { |*args, **options| method.bind(self).call(*args, **options).sort }
  end
  def foreach(*args, **options, &block)
    block ? (entries(*args, **options).each(&block); nil) : entries(*args, **options).each
  end
  def each_child(*args, **options, &block)
    block ? (children(*args, **options).each(&block); nil) : children(*args, **options).each
  end
end
class Array
  def sample(size = nil, **) = size ? first(size) : first
end
`

/** What an oracle's build needs. */
export interface OracleRequest {
  readonly source: string
  readonly destination: string
  /** Which Jekyll it is. */
  readonly version: JekyllVersion
  /** JSON values over the site's configuration. */
  readonly overrides: Readonly<Record<string, unknown>>
  /** Milliseconds since the Unix epoch, whole seconds. */
  readonly now: number
  /** A folder for files of the run. */
  readonly work: string
}

/** The command that builds. */
const JEKYLL = process.env['JEKYLL'] ?? 'jekyll'

/** The line of releases that its version is of. */
export function jekyllsLine(): JekyllVersion {
  const said = execFileSync(JEKYLL, ['--version'], { encoding: 'utf8' })
  if (said.startsWith('jekyll 3.')) return '3.10'
  return said.startsWith('jekyll 4.4.') ? '4.4' : '4.3'
}

/** A site that takes longer is left out. */
const JEKYLL_MS = 240_000

/** Builds with Jekyll; the end of what it says where it fails, null where it does not. */
export function buildWithJekyll(request: OracleRequest): string | null {
  const plugins = join(request.work, 'plugins')
  const overrides = join(request.work, 'overrides.yml')
  mkdirSync(plugins, { recursive: true })
  writeFileSync(join(plugins, 'repeatable.rb'), repeatable(request.now / 1000))
  // JSON is YAML.
  writeFileSync(overrides, JSON.stringify({ ...request.overrides, plugins_dir: plugins }))
  const configs = [join(request.source, '_config.yml'), overrides].join(',')
  const args = ['build', '-s', request.source, '-d', request.destination, '--config', configs]
  // Jekyll 3 has no cache.
  const cache = request.version === '3.10' ? [] : ['--disable-disk-cache']
  const result = spawnSync(JEKYLL, [...args, ...cache, '-q', '--trace'], {
    encoding: 'utf8',
    cwd: request.source,
    maxBuffer: 2 ** 28,
    timeout: JEKYLL_MS,
    env: {
      ...process.env,
      TZ: 'UTC',
      LANG: 'C.UTF-8',
      JEKYLL_ENV: 'development',
      JEKYLL_NO_BUNDLER_REQUIRE: '1',
      RUBYOPT: '-W0',
    },
  })
  if (wasStopped(result)) return `Jekyll was stopped after ${JEKYLL_MS / 1000} s`
  return result.status === 0 ? null : complaint(result.stderr)
}

/** Jekyll catches the signal that ends it, so the signal alone does not tell. */
function wasStopped({ signal, error }: SpawnSyncReturns<string>): boolean {
  return signal !== null || (error !== undefined && hasCode(error, 'ETIMEDOUT'))
}

function complaint(output: string): string {
  const lines = output.replace(/\x1b\[[0-9;]*m/g, '').split('\n')
  return (
    lines.find((line) => /(Error|Exception|\(\w+::\w+)/.test(line)) ?? lines.slice(-4).join(' ')
  )
}

/** Names of the gems of the machine. */
export function installedGems(): ReadonlySet<string> {
  const program = 'puts Gem::Specification.map(&:name)'
  return new Set(execFileSync('ruby', ['-e', program], { encoding: 'utf8' }).split('\n'))
}
