/* oxlint-disable no-console -- it prints */

/**
 * `node --import=tsx test/highlight/parity.ts [options] folder …`: highlights every code block of the
 * Markdown files in the folders with Galley and with the installed Rouge, and prints for each
 * language how many blocks are equal to the byte.
 *
 * - `--language NAME`: only this language; with `--files` every file is one block of it
 * - `--show N`: the first difference of up to N blocks of each language
 * - `--half 0|1`: only one half of the blocks, told by a hash of their text: one half to look at
 *   while a lexer is written, the other to measure it with
 * - `--most N`: at most N blocks of a language from each folder
 * - `--cache FOLDER`: keeps what Rouge said
 */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createHighlighter } from '../../src/highlight/highlight.js'
import { GRAMMARS } from '../../src/highlight/lexers.js'

const MARKDOWN = /\.(?:md|markdown|mdx|Rmd)$/
const MAX_FILE = 60_000
const MAX_BLOCKS = 3000

const ORACLE = `
require 'json'
require 'timeout'
formatter = Rouge::Formatters::HTML.new
blocks = JSON.parse(STDIN.read)
puts JSON.generate(blocks.map { |language, code|
  begin
    Timeout.timeout(20) { formatter.format(Rouge::Lexer.find_fancy(language, code).lex(code)) }
  rescue StandardError
    nil
  end
})
`

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string' },
    files: { type: 'boolean', default: false },
    show: { type: 'string', default: '0' },
    half: { type: 'string' },
    most: { type: 'string', default: '3000' },
    cache: { type: 'string' },
  },
})

const hash = (text: string): string => createHash('sha1').update(text).digest('hex')
const highlighter = createHighlighter()

interface Block {
  readonly language: string
  readonly code: string
}

function textsOf(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n'))
}

const FENCE =
  /^([ \t]*)(`{3,}|~{3,})[ \t]*\{?\.?([\w+#-]+)[^\n`]*\n([^]*?)^[ \t]*\2[`~]*[ \t]*$|\{%-?\s*highlight\s+(\S+)[^%]*%\}\n?([^]*?)\{%-?\s*endhighlight/gm

/** Fenced code and `highlight` tags, without the indentation of a fence. */
function blocksOf(text: string): Block[] {
  return [...text.matchAll(FENCE)].map((match) => {
    const indent = match[1] ?? ''
    const code = match[4] ?? match[6] ?? ''
    const lines = code
      .split('\n')
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    return {
      language: highlighter.resolve(match[3] ?? match[5] ?? '') ?? '',
      code: lines.join('\n'),
    }
  })
}

/** The blocks without those of a language beyond the number asked for. */
function firstOf(blocks: readonly Block[]): Block[] {
  const counts = new Map<string, number>()
  return blocks.filter(({ language }) => {
    const count = (counts.get(language) ?? 0) + 1
    counts.set(language, count)
    return count <= Number(options.most)
  })
}

function allBlocks(): Block[] {
  const { language, files, half } = options
  const all =
    files && language !== undefined
      ? folders
          .flatMap((folder) => textsOf(folder, /./))
          .filter((code) => code.length < MAX_FILE)
          .map((code) => ({ language, code }))
      : folders.flatMap((folder) => firstOf(textsOf(folder, MARKDOWN).flatMap(blocksOf)))
  const seen = new Map(all.map((block) => [`${block.language}\n${block.code}`, block]))
  return [...seen.values()].filter(
    (block) =>
      block.language in GRAMMARS &&
      (language === undefined || block.language === language) &&
      !block.code.includes('\ufffd') &&
      (half === undefined || parseInt(hash(block.code).slice(0, 4), 16) % 2 === Number(half)),
  )
}

/** What Rouge makes of the blocks; null where it failed. */
function oracle(blocks: readonly Block[]): (string | null)[] {
  const cache =
    options.cache === undefined ? undefined : `${options.cache}/${blocks[0]?.language}.json`
  const known: Record<string, string | null> =
    cache !== undefined && existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : {}
  const keys = blocks.map(({ language, code }) => `${language}:${hash(code)}`)
  const missing = blocks.filter((_, i) => !((keys[i] ?? '') in known))
  if (missing.length > 0) {
    const input = JSON.stringify(missing.map(({ language, code }) => [language, code]))
    const run = spawnSync('ruby', ['-rrouge', '-e', ORACLE], { input, maxBuffer: 2 ** 30 })
    if (run.status !== 0) throw new Error(`ruby failed: ${run.stderr.toString()}`)
    const said = JSON.parse(run.stdout.toString()) as (string | null)[]
    for (const [i, { language, code }] of missing.entries()) {
      known[`${language}:${hash(code)}`] = said[i] ?? null
    }
    if (cache !== undefined) writeFileSync(cache, JSON.stringify(known))
  }
  return keys.map((key) => known[key] ?? null)
}

function firstDifference(ours: string, theirs: string): string {
  let at = 0
  while (at < ours.length && ours[at] === theirs[at]) at++
  const start = Math.max(0, ours.lastIndexOf('<span', at - 80))
  const show = (text: string): string =>
    JSON.stringify(
      text
        .slice(start, at + 90)
        .replaceAll(/<span class="(\w+)">/g, '$1‹')
        .replaceAll('</span>', '›'),
    )
  return `    galley ${show(ours)}\n    rouge  ${show(theirs)}`
}

function report(language: string, blocks: readonly Block[]): void {
  const expected = oracle(blocks)
  let [equal, all, shown] = [0, 0, 0]
  for (const [i, { code }] of blocks.entries()) {
    const theirs = expected[i]
    if (theirs === null || theirs === undefined) continue
    const ours = highlighter.highlight(code, language) ?? ''
    all++
    if (ours === theirs) equal++
    else if (shown++ < Number(options.show)) console.log(firstDifference(ours, theirs))
  }
  const share = ((100 * equal) / all).toFixed(1)
  if (all > 0) console.log(`| ${language} | ${all} | ${share}% |`)
}

const blocks = allBlocks()
for (const language of [...new Set(blocks.map((block) => block.language))].sort()) {
  report(language, blocks.filter((block) => block.language === language).slice(0, MAX_BLOCKS))
}
