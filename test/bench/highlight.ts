/**
 * Prints how fast each lexer is on the repeated snippets of the fixtures, beside Rouge where it is
 * installed. Run: `node --import=tsx test/bench/highlight.ts`
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createHighlighter } from '../../src/highlight/highlight.js'

const SNIPPETS = fileURLToPath(new URL('../../fixtures/highlight/snippets/', import.meta.url))
const BYTES = 200_000
const RUBY = `
code = STDIN.read
lexer = Rouge::Lexer.find(ARGV[0])
formatter = Rouge::Formatters::HTML.new
start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
formatter.format(lexer.lex(code))
puts Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
`

function rougeSeconds(language: string, code: string): number | null {
  const run = spawnSync('ruby', ['-rrouge', '-e', RUBY, language], { input: code })
  return run.status === 0 ? Number(run.stdout.toString()) : null
}

const highlighter = createHighlighter()
for (const file of readdirSync(SNIPPETS)) {
  const language = file.slice(0, -'.txt'.length)
  const text = readFileSync(SNIPPETS + file, 'utf8')
  const code = text.repeat(Math.ceil(BYTES / text.length))
  highlighter.highlight(text, language)
  const start = performance.now()
  highlighter.highlight(code, language)
  const ours = code.length / (performance.now() - start) / 1000
  const seconds = rougeSeconds(language, code)
  const theirs = seconds === null ? '-' : (code.length / seconds / 1e6).toFixed(2)
  console.log(`${language.padEnd(14)} ${ours.toFixed(2)} MB/s, Rouge ${theirs} MB/s`)
}
