/**
 * `galley build`: runs the builder in this process, with the flags of `jekyll build`.
 *
 * @see src/http/README.md (Running); jekyll/command.rb: add_build_options; jekyll/commands/build.rb
 */

import { existsSync, mkdirSync, readFileSync, readlinkSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { configuredFlags } from '../builder/configured-flags.js'
import type { BuildReport, BuildRequest, Diagnostic } from '../builder/base/request.js'
import { CommandError } from './command-error.js'
import { counted, printJson, printTable, visible } from './output.js'
import { createProgress } from './progress.js'
import { requireNoLinkBelow, requireRegularFile } from './regular-file.js'
import { hasCode } from '../system/errno.js'

/** The options as commander parses them. */
interface BuildFlags {
  readonly source?: string
  readonly destination?: string
  readonly config?: string
  readonly layouts?: string
  readonly jekyllVersion?: string
  readonly drafts?: true
  readonly future?: true
  readonly unpublished?: true
  readonly limitPosts?: number
  readonly limit_posts?: number
  readonly baseurl?: string
  readonly incremental?: true
  readonly strictFrontMatter?: true
  readonly strict_front_matter?: true
  readonly safe?: true
  readonly sitePlugins?: true
  readonly themes?: string
  readonly fetchThemes?: true
  readonly profile?: true
  readonly disableDiskCache?: true
  readonly quiet?: true
  readonly verbose?: true
  readonly trace?: true
  readonly json?: true
}

export function addBuild(program: Command): void {
  const command = program.command('build').alias('b').description('build a site, without a server')
  command
    .option(
      '-s, --source <dir>',
      'folder with the site (default: `source` of the configuration, or here)',
    )
    .option('-d, --destination <dir>', 'folder to write (default: `destination`, or _site)')
    .option(
      '--config <files>',
      'configuration files, separated by commas; later ones override earlier ones',
    )
    .option('-D, --drafts', 'build drafts too')
    .option('--future', 'build posts and documents dated in the future')
    .option('--unpublished', 'build content marked `published: false`')
    .option('--limit-posts <number>', 'build only the newest posts', wholeNumber)
    .option('-b, --baseurl <path>', 'path below which the site will be served')
    .option('--layouts <dir>', 'folder with the layouts')
    .addOption(
      new Option(
        '--jekyll-version <version>',
        'Jekyll version to build as (default: `jekyll_version` of the configuration, or what the Gemfile and its lock say)',
      ).choices(['github-pages', '3.10', '4.3', '4.4']),
    )
    .option(
      '-I, --incremental',
      'accepted for compatibility; every build with a disk cache is incremental',
    )
    .option('--strict-front-matter', 'fail on front matter that cannot be parsed')
    .option('--safe', 'safe mode, for sites that are not trusted')
    .option('--site-plugins', 'run JavaScript plugins of the site (`_plugins/*.js`), in an isolate')
    .option('--themes <dir>', 'folder with fetched themes, such as galley-data/themes')
    .option('--fetch-themes', 'fetch the theme of the site into that folder if it is not there')
    .option('--disable-disk-cache', 'do not use or write the cache in `.jekyll-cache`')
    .option('--profile', 'show the slowest pages')
    .option('-q, --quiet', 'print errors only')
    .option('-V, --verbose', 'print how long each phase took')
    .option('-t, --trace', 'print the stack trace of an unexpected error')
    .option('--json', 'print the report as JSON')
  // Alternative spellings that Jekyll accepts and scripts use.
  const hidden = (flags: string, parse?: (text: string) => number) => {
    const option = new Option(flags).hideHelp()
    command.addOption(parse === undefined ? option : option.argParser(parse))
  }
  hidden('--limit_posts <number>', wholeNumber)
  hidden('--strict_front_matter')
  command.action((flags: BuildFlags) => runBuildCommand(flags))
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}

async function runBuildCommand(given: BuildFlags): Promise<void> {
  const flags = withConfigured(given)
  const request = await withTheme(requestOf(flags), flags)
  if (flags.safe === true) requireNoLinkBelow(request.source, request.destination)
  requireFolder(request.destination)
  const { build } = await import('../builder/build.js')
  const progress = createProgress({ quiet: flags.quiet === true || flags.json === true })
  const start = performance.now()
  try {
    const report = await build(request, { report: ({ message }) => progress.update(message) })
    progress.clear()
    printReport(report, { flags, request, seconds: (performance.now() - start) / 1000 })
    if (!report.ok) process.exitCode = 1
  } catch (error) {
    progress.clear()
    throw explained(error, flags)
  }
}

/** The request with a folder of themes, into which the theme of the site is fetched if that is wanted. */
async function withTheme(request: BuildRequest, flags: BuildFlags): Promise<BuildRequest> {
  if (flags.fetchThemes === true && flags.themes === undefined)
    throw new CommandError('--fetch-themes needs --themes DIR, the folder to fetch into.')
  if (flags.themes === undefined) return request
  const folder = path.resolve(flags.themes)
  if (flags.fetchThemes !== true) return { ...request, themes: { folder } }
  const { fetchTheme } = await import('./build-theme.js')
  return { ...request, themes: await fetchTheme(request, folder) }
}

/**
 * Checks that a folder can be made. Node's recursive `mkdir` would never end where the system allows none, as in `/proc`.
 *
 * @throws CommandError
 */
function requireFolder(folder: string): void {
  const above = path.dirname(folder)
  if (existsSync(folder)) return
  if (!existsSync(above)) return requireFolder(above)
  try {
    mkdirSync(folder)
    rmdirSync(folder)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new CommandError(`The folder ${folder} can't be made${reason}.`)
  }
}

/** Fills in flags that were not given from the site's configuration. */
function withConfigured(flags: BuildFlags): BuildFlags & Folders {
  const folder = path.resolve(flags.source ?? '.')
  const usual = ['_config.yml', '_config.yaml'].map((name) => path.join(folder, name))
  const found = usual.find((file) => existsSync(file))
  const files = flags.config === undefined ? (found ?? '') : flags.config
  const read = configuredFlags(namesIn(files).map(readConfigText))
  // All that is in the destination is replaced: a site that is not trusted has no say in where that is.
  const configured = flags.safe === true ? {} : read
  const source = flags.source ?? configured.source ?? '.'
  const isMoved = flags.config === undefined && path.resolve(source) !== folder
  return {
    ...(configured.quiet === true && { quiet: true as const }),
    ...(configured.profile === true && { profile: true as const }),
    ...flags,
    // The configuration was found in the current folder, but the source is elsewhere.
    ...(isMoved && found !== undefined && { config: found }),
    source,
    destination: flags.destination ?? configured.destination ?? '_site',
  }
}

/** The flags that override keys of the configuration. */
function overridesOf({ layouts, jekyllVersion }: BuildFlags): Record<string, unknown> {
  return {
    ...(layouts !== undefined && { layouts_dir: layouts }),
    ...(jekyllVersion !== undefined && { jekyll_version: jekyllVersion }),
  }
}

interface Folders {
  readonly source: string
  readonly destination: string
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Converts the flags to a build request. @throws CommandError for a configuration file that cannot be read */
function requestOf(flags: BuildFlags & Folders): BuildRequest {
  const source = path.resolve(flags.source)
  const limitPosts = flags.limitPosts ?? flags.limit_posts
  const strict = flags.strictFrontMatter ?? flags.strict_front_matter
  const { drafts, future, unpublished, incremental, safe, profile, baseurl } = flags
  return {
    source,
    destination: path.resolve(flags.destination),
    now: Date.now(),
    zone: machineZone(),
    environment: process.env['JEKYLL_ENV'] ?? 'development',
    ...(flags.config !== undefined && configFiles(flags.config, source)),
    overrides: overridesOf(flags),
    ...definedOf({ drafts, future, unpublished, incremental, safe, profile }),
    ...(flags.disableDiskCache !== true && { cache: 'site' as const }),
    // As in Jekyll, safe mode runs no plugins.
    ...(flags.sitePlugins === true && safe !== true && { sitePlugins: true }),
    ...(baseurl !== undefined && { baseurl }),
    ...(limitPosts !== undefined && { limitPosts }),
    ...(strict === true && { strictFrontMatter: true }),
  }
}

/** The machine's time zone. Loading Intl takes 40 ms, as long as a small build, so UTC is recognized without it. */
function machineZone(): string {
  const isUtc = UTC.test(process.env['TZ'] ?? linkedZone())
  return isUtc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone
}

const UTC = /^(?:.*\/zoneinfo\/)?(?:Etc\/)?UTC$/

function linkedZone(): string {
  try {
    return readlinkSync('/etc/localtime')
  } catch {
    // No link or another system: Intl must tell.
    return ''
  }
}

function definedOf(flags: Readonly<Record<string, true | undefined>>): Record<string, true> {
  const given: Record<string, true> = {}
  for (const [name, value] of Object.entries(flags)) if (value === true) given[name] = true
  return given
}

/**
 * Resolves configuration files relative to the current folder. The builder reads those inside the source; the text
 * of others is passed to it.
 */
function configFiles(
  list: string,
  source: string,
): Pick<BuildRequest, 'configFiles' | 'configTexts'> {
  const files = namesIn(list).map((name) => path.resolve(name))
  const isInside = (file: string) => file.startsWith(`${source}${path.sep}`)
  const outside = files.filter((file) => !isInside(file))
  return {
    configFiles: files.map((file) => (isInside(file) ? path.relative(source, file) : file)),
    configTexts: Object.fromEntries(outside.map((file) => [file, readConfigText(file)])),
  }
}

function readConfigText(file: string): string {
  requireRegularFile(file)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new CommandError(`--config: ${file} can't be read${reason}.`)
  }
}

interface Outcome {
  readonly flags: BuildFlags
  readonly request: BuildRequest
  readonly seconds: number
}

function printReport(report: BuildReport, { flags, request, seconds }: Outcome): void {
  if (flags.json === true) return printJson(report)
  for (const diagnostic of report.diagnostics) {
    if (diagnostic.severity === 'error' || flags.quiet !== true)
      console.error(formatDiagnostic(diagnostic))
  }
  if (flags.quiet === true) return
  if (report.ok) {
    const { documents, pages, staticFiles, rendered, written, removed } = report.counts
    const found = [
      counted(documents, 'document'),
      counted(pages, 'page'),
      counted(staticFiles, 'static file'),
    ].join(', ')
    const where = path.relative(process.cwd(), request.destination) || '.'
    console.log(`Built ${found} in ${seconds.toFixed(2)} s.`)
    console.log(
      `Rendered ${rendered}, wrote ${counted(written, 'file')} to ${where}, removed ${removed}.`,
    )
  }
  if (flags.verbose === true || flags.profile === true) printTimes(report)
}

/** Formats a diagnostic as compilers do: `path:line:column: error: message`. */
export function formatDiagnostic({ path: file, line, column, ...rest }: Diagnostic): string {
  const place = [file, line, column].filter((part) => part !== null).join(':')
  return visible(`${place === '' ? '' : `${place}: `}${rest.severity}: ${rest.message}`)
}

function printTimes(report: BuildReport): void {
  const phases = Object.entries(report.phases).map(([name, ms]) => [name, `${ms} ms`])
  printTable(phases)
  if (report.slowest.length === 0) return
  console.log('Slowest pages:')
  printTable(report.slowest.map(({ path: page, ms }) => [`${ms.toFixed(1)} ms`.padStart(10), page]))
}

function explained(error: unknown, flags: BuildFlags): unknown {
  if (flags.trace === true || !(error instanceof Error)) return error
  if (hasCode(error, 'ENOENT')) {
    return new CommandError(`There is no folder ${path.resolve(flags.source ?? '.')}.`)
  }
  return new CommandError(`${error.message} (--trace shows where.)`)
}
