/**
 * What a build is asked for and what it answers: plain data, fit for another process.
 *
 * @see CONTRIBUTING.md
 */

import type { JekyllVersion } from './jekyll-version.js'

/** One build. Only `source`, `destination` and `now` have no default. */
export interface BuildRequest {
  /** Absolute path of the folder with the site. */
  readonly source: string
  /** Absolute path of the folder to write; it may not be the source nor contain it. */
  readonly destination: string
  /** Milliseconds since the Unix epoch: `site.time`, and where the future begins. */
  readonly now: number
  /**
   * Configuration files, later ones over earlier; default `_config.yml`. From the source's root, or
   * absolute for those that are elsewhere.
   */
  readonly configFiles?: readonly string[]
  /** Texts of the configuration files that are elsewhere. */
  readonly configTexts?: Readonly<Record<string, string>>
  /** JSON values over every configuration file. */
  readonly overrides?: Readonly<Record<string, unknown>>
  /** `jekyll.environment`; default `development`. */
  readonly environment?: string
  readonly drafts?: boolean
  readonly future?: boolean
  readonly unpublished?: boolean
  /** Builds only the newest N posts. */
  readonly limitPosts?: number
  readonly baseurl?: string
  readonly incremental?: boolean
  readonly strictFrontMatter?: boolean
  /** The site is not trusted: its configuration cannot move folders nor keep foreign files. */
  readonly safe?: boolean
  /** Whether plugins of the site in JavaScript are run, in an isolate of their own; default not. */
  readonly sitePlugins?: boolean
  /** What a site without a Gemfile is built as; left out: as GitHub Pages would. */
  readonly withoutGemfile?: JekyllVersion | undefined
  /** Where the themes are that were fetched; left out: only those that are built in are here. */
  readonly themes?: ThemePlace
  /** Where to remember conversions for the next build, and for `site` pages as well; default nowhere. */
  readonly cache?: CachePlace
  /** Only of a session, which writes what differs from these outputs into a folder that is empty; null for none. */
  readonly former?: FormerOutputs | null
  /** Threads that convert Markdown beside the main one; default for large sites, by the number of processors. */
  readonly threads?: number
  /** Report the slowest pages. */
  readonly profile?: boolean
  /** Zone of the machine, for sites without `timezone`; an IANA name, default UTC. */
  readonly zone?: string
  readonly limits?: RenderLimits
  /**
   * Most bytes that what is written into an empty folder may take on disk; default no limit. A destination
   * that is itself brought to what the build made has none.
   */
  readonly maxBytes?: number | undefined
}

/** Themes that were fetched. Which one a site asks for is in its settings. */
export interface ThemePlace {
  /** Absolute path of the folder that all sites share. */
  readonly folder: string
  /** Id of the version that the site has had; left out: the newest that fits. */
  readonly chosen?: string | null
  /** Why its theme could not be fetched, a clause. */
  readonly problem?: string | null
}

/** A folder as an absolute path; `site` for the site's own `cache_dir`, as its configuration has it. */
type CachePlace = 'site' | { readonly folder: string }

/** Files that an earlier build made, which nobody writes to any more. Paths are absolute. */
export interface FormerOutputs {
  /** Folder of the files, by their paths. */
  readonly files: string
  /** JSON: path -> `{sha256, size}`, for each of them. */
  readonly manifest: string
  /** What came after that; null for nothing. */
  readonly changes: {
    /** JSON: `changed`, path -> `{sha256, size}`, and `removed`, a list of paths. */
    readonly file: string
    /** Folder of the contents that changed, by their SHA-256. */
    readonly contents: string
  } | null
}

/** What one page's templates, or one style sheet, may cost. */
export interface RenderLimits {
  readonly outputBytes?: number
  readonly iterations?: number
  readonly milliseconds?: number
  /**
   * Megabytes of JavaScript heap of the process that builds; the compiler of its style sheets gets twice as
   * much. Default 512.
   */
  readonly memoryMb?: number
}

/** Something that a person should know; line and column from 1, null where they make no sense. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning'
  /** From the source's root, or null for the site as a whole. */
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

export type Phase = 'read' | 'generate' | 'render' | 'write'

/** How far a build is. */
export interface Progress {
  readonly phase: Phase
  readonly done: number
  readonly total: number
  /** For people: `Rendered 1,200 of 4,000 pages`. */
  readonly message: string
}

/** What came of a build. */
export interface BuildReport {
  /** False when an error stopped it; then nothing was written, unless `lacksSpace`. */
  readonly ok: boolean
  /** True where it was stopped by `maxBytes`; what it wrote until then is there. */
  readonly lacksSpace?: boolean
  /** The limit on a page that stopped it, in a sentence without names of files; null for none. */
  readonly limit?: string | null
  readonly diagnostics: readonly Diagnostic[]
  readonly counts: BuildCounts
  /** Milliseconds a phase. */
  readonly phases: Readonly<Record<Phase, number>>
  /** Slowest first, at most 20; empty unless `profile`. */
  readonly slowest: readonly { readonly path: string; readonly ms: number }[]
  /** Only of a build that names former outputs. */
  readonly difference?: Difference
}

/** Path from the destination's root, SHA-256 in lower-case hexadecimal, bytes. */
export type WrittenFile = readonly [path: string, sha256: string, size: number]

/** How the outputs of a build differ from former ones; what is new or changed is in the destination. */
export interface Difference {
  /** Files of all outputs, those that stay included. */
  readonly files: number
  /** Paths of former outputs that are no more. */
  readonly removed: readonly string[]
  /** What is in the destination; null where that is more than is told. */
  readonly contents: readonly WrittenFile[] | null
  /**
   * Milliseconds since the Unix epoch, until which a build of the same makes the same: 0 where it shows
   * the time, null for always.
   */
  readonly sameUntil: number | null
}

export interface BuildCounts {
  readonly documents: number
  readonly pages: number
  readonly staticFiles: number
  /** Documents and pages that were rendered; the others are those of the build before. */
  readonly rendered: number
  /** Files whose bytes changed on disk. */
  readonly written: number
  readonly removed: number
}
