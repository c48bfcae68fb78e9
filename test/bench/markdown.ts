/**
 * Megabytes a second of Markdown, beside kramdown's where Ruby has it.
 *
 *   node --import tsx test/bench/markdown.ts [folder with *.md]
 *
 * Both convert all documents once to warm up, then three times; CPU time counts, not the clock.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMarkdown } from '../../src/kramdown/markdown.js'
import { defaultOptions } from '../../src/kramdown/tree/options.js'

const ROUNDS = 3

const fixtures = new URL('../../fixtures/markdown/', import.meta.url).pathname

function readDocuments(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:md|markdown)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))
}

function measureOurs(documents: readonly string[]): number {
  const markdown = createMarkdown(defaultOptions, { highlight: (code) => code })
  const convertAll = (): void => documents.forEach((each) => void markdown.toHtml(each))
  convertAll()
  const start = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) convertAll()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6 / ROUNDS
}

const RUBY = `
require 'json'; require 'kramdown'; require 'kramdown-parser-gfm'
documents = JSON.parse($stdin.read)
options = { input: 'GFM', hard_wrap: false, syntax_highlighter: nil }
all = -> { documents.each { |each| Kramdown::Document.new(each, options).to_html rescue nil } }
all.call
start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
${ROUNDS}.times { all.call }
puts (Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start) / ${ROUNDS}
`

function measureKramdown(documents: readonly string[]): number | null {
  const { status, stdout } = spawnSync('ruby', ['-EUTF-8:UTF-8', '-e', RUBY], {
    input: JSON.stringify(documents),
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  return status === 0 ? Number(stdout) : null
}

const found = readDocuments(process.argv[2] ?? fixtures)
const documents = process.argv[2] === undefined ? [found.join('\n\n').repeat(20)] : found
const megabytes = documents.reduce((sum, each) => sum + Buffer.byteLength(each), 0) / 1e6
const ours = measureOurs(documents)
const theirs = measureKramdown(documents)
console.log(`${documents.length} documents, ${megabytes.toFixed(2)} MB`)
console.log(`galley    ${(megabytes / ours).toFixed(2)} MB/s (${ours.toFixed(2)} s of CPU)`)
if (theirs !== null) {
  console.log(`kramdown  ${(megabytes / theirs).toFixed(2)} MB/s (${theirs.toFixed(2)} s of CPU)`)
  console.log(`${(theirs / ours).toFixed(1)} times as fast`)
}
