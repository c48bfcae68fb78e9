import { expect } from 'chai'
import { BuildError } from '../../../src/builder/base/build-error.js'
import { createSassCompiler } from '../../../src/builder/sass/compiler.js'
import { mapSource } from '../../../src/builder/base/source.js'

const options = {
  jekyll: '4.4',
  style: 'expanded',
  loadPaths: ['_sass'],
  theme: {
    id: 'themed',
    files: new Set(['_sass/_themed.scss']),
    source: mapSource(new Map([['_sass/_themed.scss', 't { u: v }']])),
  },
  sourceMap: true,
} as const

const compile = async (content: string, files: Readonly<Record<string, string>> = {}) => {
  const source = mapSource(new Map(Object.entries(files)))
  const limits = { milliseconds: 1000, bytes: 1024 ** 3 }
  const compiler = createSassCompiler(source, options, limits)
  const input = { content, syntax: 'scss', path: 'css/a b.scss', lineOffset: 2 } as const
  try {
    return await compiler.compile(input)
  } catch (error) {
    if (error instanceof BuildError) return error
    throw error
  } finally {
    await compiler.close()
  }
}

describe('style sheets', () => {
  it('read nothing outside the source, and no URLs', async () => {
    for (const url of ['../../../etc/passwd', '/etc/passwd', 'file:///etc/passwd', 'pkg:x']) {
      const error = await compile(`@use "sass:meta"; @include meta.load-css("${url}");`)
      expect(error, url).to.be.an.instanceOf(BuildError)
    }
  })

  it('fail with a message that names the place; endless loops are stopped', async () => {
    const mistake = await compile('a {\n  b: $c;\n}')
    expect(mistake).to.include({ path: 'css/a b.scss', line: 4, column: 6 })
    const endless = await compile('@while true { $x: 1; }')
    expect(endless).to.have.property('message').that.includes('takes longer than')
  })

  it('find the theme last, and resolve paths from their own folder', async () => {
    const made = await compile('@import "themed", "../x";', { 'x.scss': 'x { y: z }' })
    if (made instanceof BuildError) throw made
    expect(made.css).to.equal('t {\n  u: v;\n}\n\nx {\n  y: z;\n}')
    expect(JSON.parse(made.sourceMap ?? '')).to.deep.include({
      file: 'a%20b.css',
      sources: ['../_sass/_themed.scss', '../x.scss'],
    })
  })

  it('have maps with the texts of their authors, whatever was changed to compile them', async () => {
    const sheet = '@import "part"; .404 { a: all.3s }'
    const made = await compile(sheet, { 'css/_part.scss': '.1 { b: c.5 }' })
    if (made instanceof BuildError) throw made
    expect(JSON.parse(made.sourceMap ?? '')).to.deep.include({
      sources: ['_part.scss', 'a%20b.scss'],
      sourcesContent: ['.1 { b: c.5 }', sheet],
    })
  })
})
