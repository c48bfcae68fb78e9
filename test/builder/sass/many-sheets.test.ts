import { ChildProcess } from 'node:child_process'
import { expect } from 'chai'
import { createSassCompiler } from '../../../src/builder/sass/compiler.js'
import { withinLimits } from '../../../src/builder/sass/limits.js'
import { mapSource } from '../../../src/builder/base/source.js'

const options = {
  jekyll: '4.3' as const,
  style: 'compressed',
  loadPaths: ['_sass'],
  theme: null,
  sourceMap: false,
} as const

describe('Sass of many style sheets', () => {
  it('causes no warning of Node about listeners', async () => {
    const warnings: string[] = []
    const note = (warning: Error) => void warnings.push(warning.message)
    process.on('warning', note)
    const compiler = createSassCompiler(mapSource(new Map()), options)
    for (let number = 0; number < 20; number++) {
      const content = `.a { b: ${number} }`
      await compiler.compile({ content, syntax: 'scss', path: 'a.scss', lineOffset: 0 })
    }
    await compiler.close()
    // Node tells of them in a turn of its own.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    expect(warnings.filter((text) => text.includes('listeners'))).to.deep.equal([])
  })

  it('leaves no listener on the compiler after each', async () => {
    const child = new ChildProcess()
    const work = { compiler: { process: child }, path: null, limits: { bytes: Infinity } }
    expect(await withinLimits(Promise.resolve('css'), work)).to.equal('css')
    await withinLimits(Promise.reject(new Error('wrong')), work).catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    expect(child.listenerCount('exit')).to.equal(0)
  })
})
