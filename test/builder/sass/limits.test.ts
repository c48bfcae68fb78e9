import { expect } from 'chai'
import { createSassCompiler } from '../../../src/builder/sass/compiler.js'
import { compilerBytes } from '../../../src/builder/sass/limits.js'
import { mapSource } from '../../../src/builder/base/source.js'
import { BuildError } from '../../../src/builder/base/build-error.js'

const MB = 1024 * 1024

const options = {
  jekyll: '4.3' as const,
  style: 'compressed',
  loadPaths: ['_sass'],
  theme: null,
  sourceMap: false,
} as const

const compile = async (content: string, limits: { milliseconds?: number; bytes: number }) => {
  const compiler = createSassCompiler(mapSource(new Map()), options, limits)
  try {
    const { css } = await compiler.compile({
      content,
      syntax: 'scss',
      path: 'a.scss',
      lineOffset: 2,
    })
    return css
  } catch (error) {
    if (error instanceof BuildError) return error
    throw error
  } finally {
    await compiler.close()
  }
}

describe('hostile Sass', () => {
  // What ends by itself has all the time that a busy machine takes for it.
  const limits = { milliseconds: 250_000, bytes: 1024 * MB }

  const ENDLESS: Readonly<Record<string, string>> = {
    'a loop without end': '@while true { $x: 1; }',
    'a loop of a thousand million': '@for $i from 1 through 1000000000 { $x: $i; }',
    'loops in loops':
      '@for $i from 1 through 99999 { @for $j from 1 through 99999 { @for $k from 1 through 9 { $x: $k } } }',
    'selectors that double': `a, b { ${'&, & { '.repeat(40)} c: d ${'} '.repeat(40)} }`,
  }
  for (const [name, content] of Object.entries(ENDLESS)) {
    it(`stops ${name}`, async () => {
      const error = await compile(content, { ...limits, milliseconds: 300 })
      expect(error).to.include({ path: 'a.scss' })
      expect(error)
        .to.have.property('message')
        .that.matches(/takes (longer|more) than|^Out of|deep/)
    })
  }

  it('stops what uses too much memory, before its time limit', async function () {
    if (process.platform !== 'linux') this.skip()
    const content = '$a: "x"; @while true { $a: $a + $a + "y"; .a { b: $a } }'
    const rules = '@for $i from 1 through 100000000 { .a#{$i} { b: #{$i} c } }'
    for (const bomb of [content, rules]) {
      const error = await compile(bomb, { bytes: 400 * MB })
      expect(error)
        .to.have.property('message')
        .that.matches(/takes more than 400 MB, .*--build-memory-mb/)
    }
  })

  it('compiles the next style sheet after one that was stopped', async function () {
    if (process.platform !== 'linux') this.skip()
    const compiler = createSassCompiler(mapSource(new Map()), options, { bytes: 200 * MB })
    const bomb = '@for $i from 1 through 100000000 { .a#{$i} { b: #{$i} c } }'
    const compileIn = async (content: string) => {
      const sheet = { content, syntax: 'scss', path: 'a.scss', lineOffset: 0 } as const
      return (await compiler.compile(sheet)).css
    }
    try {
      const error: unknown = await compileIn(bomb).catch((reason: unknown) => reason)
      expect(error).to.be.instanceOf(BuildError)
      expect(await compileIn('a { b: c }')).to.equal('a{b:c}')
    } finally {
      await compiler.close()
    }
  })

  const DEEP: Readonly<Record<string, string>> = {
    'a function that calls itself': '@function f($x) { @return f($x + 1); } a { b: f(1) }',
    'a mixin that includes itself': '@mixin m { a { @include m; } } @include m;',
    'rules in rules': `${'a{'.repeat(3000)}b:c${'}'.repeat(3000)}`,
  }
  for (const [name, content] of Object.entries(DEEP)) {
    it(`answers ${name} with an error`, async () => {
      expect(await compile(content, limits))
        .to.be.instanceOf(BuildError)
        .with.property('message')
        .that.matches(/calls itself without end, or rules, brackets or terms are nested too deep$/)
    })
  }

  it('reports file and line of a circular import', async () => {
    const source = mapSource(
      new Map([
        ['_sass/_a.scss', '@import "b";'],
        ['_sass/_b.scss', '@import "a";'],
      ]),
    )
    const compiler = createSassCompiler(source, options)
    try {
      await compiler.compile({
        content: '@import "a";',
        syntax: 'scss',
        path: 'x.scss',
        lineOffset: 0,
      })
      expect.fail('compiled')
    } catch (error) {
      expect(error).to.include({ path: '_sass/_b.scss', line: 1 })
      expect(error).to.have.property(
        'message',
        'The style sheet cannot be compiled: This file is already being loaded.',
      )
    } finally {
      await compiler.close()
    }
  })

  it('compiles a small style sheet with the least memory that can be set', async () => {
    expect(compilerBytes()).to.equal(1024 * MB)
    // Long enough for its memory to be looked at.
    const content = '@for $i from 1 through 2000000 { $x: $i; } a { b: c }'
    expect(await compile(content, { bytes: compilerBytes(1) })).to.equal('a{b:c}')
  })

  it('still compiles valid style sheets', async () => {
    expect(await compile('a { b: c }', { bytes: 1024 * MB })).to.equal('a{b:c}')
  })
})
