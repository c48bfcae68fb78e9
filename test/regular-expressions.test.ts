/** No pattern over what people send takes time that grows with its square. */

import { assert, expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beginsEndless, isNested, literalsOf, type Literal } from './regular-expressions.js'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** Scanners, whose patterns stand at one place of the text; their own tests count their steps. */
const SCANNERS = /^(?:kramdown|liquid|highlight)\//

/** Nested quantifiers whose parts cannot stand for each other. */
const APART: readonly string[] = [
  // A space begins each round, and no word holds one.
  String.raw`/^([a-zA-Z0-9.+#_-]+)((?:\s+\w+(?:=(?:\w+|"(?:[0-9]+\s)*[0-9]+"))?)*)$/`,
]

interface Found extends Literal {
  readonly file: string
}

const found: Found[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts') && !SCANNERS.test(file))
  .flatMap((file) =>
    literalsOf(readFileSync(path.join(SRC, file), 'utf8')).map((literal) => ({ file, ...literal })),
  )

function written({ pattern, flags }: Literal): string {
  return `/${pattern}/${flags}`
}

function literal(pattern: RegExp): Literal {
  return { pattern: pattern.source, flags: pattern.flags }
}

describe('regular expressions', () => {
  it('are all read by this test', () => {
    expect(found.length).to.be.above(300)
    for (const one of found) assert.doesNotThrow(() => new RegExp(one.pattern, one.flags), one.file)
  })

  it('do not begin with a quantified part that must be followed by more', () => {
    const slow = found.filter(beginsEndless).map((one) => `${one.file}: ${written(one)}`)
    expect(slow, 'write (?<!x)x+$ for x+$: it looks once at each run').to.deep.equal([])
  })

  it('nest no quantifiers', () => {
    const nested = found.filter((one) => isNested(one) && !APART.includes(written(one)))
    expect(nested.map((one) => `${one.file}: ${written(one)}`)).to.deep.equal([])
  })

  it('would be found if they were slow', () => {
    const slow = [/\/+$/, /\s+$/g, /^-+|-+$/, /(?:\s*)\n/, /a?b*c/, /\.*$/, / {2,}x/, /[^a]+a/]
    for (const one of slow) assert.isTrue(beginsEndless(literal(one)), String(one))
    const quick = [/^\s+$/, /(?<!\/)\/+$/, /\s+/g, /a+b*/, /x\s+$/, /\d+/y, /[^\n]+\n?|\n/g]
    for (const one of quick) assert.isFalse(beginsEndless(literal(one)), String(one))
    // `flags` ends the sticky ones only.
    assert.isFalse(beginsEndless({ pattern: 'x+$', flags: 'y' }))
    for (const one of [/^(a+)+$/, /(?:a*b?)*c/, /((\w+)*)x/])
      assert.isTrue(isNested(literal(one)), String(one))
    for (const one of [/^(?:a,)*$/, /(?:\\.|[^"])*"/, /(?:ab+)*/])
      assert.isFalse(isNested(literal(one)), String(one))
  })

  it('are found in code, but not in comments, strings and divisions', () => {
    const source = [
      "const a = /x+$/g // a /comment/ 'of'",
      'const b = `a ${c.replace(/[/]/, `/n/`)} / ${d / e / f}`',
      'const g = \'it/s/\' + "/t/" + h / i / j /* /k/ */',
      'return /\\/l/.test(m)',
    ].join('\n')
    expect(literalsOf(source).map(written)).to.deep.equal(['/x+$/g', '/[/]/', '/\\/l/'])
  })
})
